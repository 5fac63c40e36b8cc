// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A sign-up with a ticket.
package struct SignUp: Sendable {
    /// The ticket that it uses.
    package let ticketID: String
    /// The hash of the attempt that uses it; the same attempt gets the same answer again.
    package let attemptHash: String
    /// The account that it makes.
    package let account: NewAccount
    /// The provider's tokens out of the ticket, sealed for the identity; nil where the server keeps none.
    package let sealedTokens: [UInt8]?
    /// The session that it opens.
    package let session: NewSession
    /// Notes that nobody needs once there is an account.
    package let doneWith: [NoteKey]
    /// Now.
    package let moment: Date
    /// The request that brings it, for the audit.
    package let requestID: String?

    /// Puts the parts together.
    package init(
        ticketID: String, attemptHash: String, account: NewAccount, sealedTokens: [UInt8]?, session: NewSession,
        doneWith: [NoteKey] = [], at moment: Date, requestID: String?
    ) {
        self.ticketID = ticketID
        self.attemptHash = attemptHash
        self.account = account
        self.sealedTokens = sealedTokens
        self.session = session
        self.doneWith = doneWith
        self.moment = moment
        self.requestID = requestID
    }
}

/// What came of a sign-up.
package enum SignUpOutcome: Sendable, Hashable {
    /// There is a new account, with its first session.
    case created(AccountRecord, SessionRecord)
    /// The same attempt has used the ticket before: what it got then, as it stands now.
    case repeated(AccountRecord, SessionRecord)
    /// The person has an account since another sign-up: the session is one of that account, and no other was made.
    case identityTaken(AccountRecord, SessionRecord)
    /// Another attempt has used the ticket.
    case usedByOther
    /// The ticket ran out, was cleaned away, or led to an account that was withdrawn since.
    case expired
}

extension LoginStore {
    /// Makes an account of a ticket: account, identity, session, ticket and audit in one transaction.
    ///
    /// However many sign-ups of one person run at a time, the unique key of the identity lets one of them make the account.
    package func signUp(_ signUp: SignUp) async throws -> SignUpOutcome {
        try await database.write { database in
            guard let ticket = try database.ticket(signUp.ticketID) else { return .expired }
            if let user = ticket.usedBy { return try database.outcome(of: ticket, usedBy: user, for: signUp) }
            guard ticket.expiresAt > signUp.moment else { return .expired }
            guard try database.useTicket(for: signUp) else {
                // Another server was quicker by a moment; what it wrote can be seen now.
                let used = try database.ticket(signUp.ticketID)
                guard let used, let user = used.usedBy else { return .expired }
                return try database.outcome(of: used, usedBy: user, for: signUp)
            }
            return try database.makeAccount(for: signUp, of: ticket)
        }
    }
}

extension SQLConnection {
    fileprivate func outcome(
        of ticket: TicketRecord, usedBy user: String, for signUp: SignUp
    ) throws(LoginError) -> SignUpOutcome {
        guard user == signUp.attemptHash else { return .usedByOther }
        guard let id = ticket.sessionID, let found = try sessionWithAccount(id), let account = found.account else {
            return .expired
        }
        return .repeated(account, found.session)
    }

    fileprivate func useTicket(for signUp: SignUp) throws(LoginError) -> Bool {
        let values: [SQLValue] = [.text(signUp.ticketID), .text(signUp.attemptHash), .text(signUp.session.id)]
        return try first(.useTicket, values) != nil
    }

    fileprivate func makeAccount(for signUp: SignUp, of ticket: TicketRecord) throws(LoginError) -> SignUpOutcome {
        let identity = VerifiedSignIn(
            key: ticket.identity, providerClientID: ticket.providerClientID, sealedTokens: signUp.sealedTokens)
        let moment = signUp.moment
        for note in signUp.doneWith { try drop(note) }
        try insertAccount(signUp.account, at: moment)
        let isNew = try link(identity, to: signUp.account.id, at: moment)
        if isNew {
            try cancelUnlink(of: identity.key)
        } else {
            try query(.deleteAccount, [.text(signUp.account.id)])
        }
        let owner = isNew ? signUp.account.id : try noteSignIn(identity, at: moment)
        guard let owner, let account = try account(owner) else {
            throw .databaseFailed("an identity has no account")
        }
        let session = try openSession(
            signUp.session, isNew ? .signUp : .signIn, of: owner, with: identity.key.provider, at: moment,
            signUp.requestID)
        return isNew ? .created(account, session) : .identityTaken(account, session)
    }
}

extension Statement {
    static let useTicket = Statement(
        """
        UPDATE tickets SET used_by = $2, session_id = $3
        WHERE id = $1 AND used_by IS NULL
        RETURNING id
        """)

    static let deleteAccount = Statement("DELETE FROM accounts WHERE id = $1 RETURNING id")
}
