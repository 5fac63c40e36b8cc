// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A sign-in whose proof the caller has verified.
///
/// Which of `session` and `ticket` is used depends on whether the person is known, and only the transaction knows.
package struct SignIn: Sendable {
    /// The attempt that it finishes.
    package let attempt: AttemptMark
    /// Who signs in.
    package let identity: VerifiedSignIn
    /// What changes in the account of a known person, for example the picture.
    package let accountChange: AccountChange
    /// The session that a known person gets.
    package let session: NewSession
    /// The ticket that a new person gets; nil where the proof is good enough only for somebody who is known.
    package let ticket: NewTicket?
    /// What the proof used up.
    package let spent: [SpentMark]
    /// Now.
    package let moment: Date
    /// The request that brings it, for the audit.
    package let requestID: String?

    /// Puts the parts together.
    package init(
        attempt: AttemptMark, identity: VerifiedSignIn, accountChange: AccountChange = AccountChange(),
        session: NewSession, ticket: NewTicket?, spent: [SpentMark], at moment: Date, requestID: String?
    ) {
        self.attempt = attempt
        self.identity = identity
        self.accountChange = accountChange
        self.session = session
        self.ticket = ticket
        self.spent = spent
        self.moment = moment
        self.requestID = requestID
    }
}

/// What came of a sign-in.
package enum SignInOutcome: Sendable, Hashable {
    /// The person is known and has a new session.
    case signedIn(AccountRecord, SessionRecord)
    /// The person is new and may sign up with this ticket.
    case openedTicket(TicketRecord)
    /// The person is new and the proof does not do for that; nothing was written.
    case unknownPerson
    /// The attempt finished before; nothing was written.
    case alreadyFinished(FinishedAttempt)
    /// The proof was used before; nothing was written.
    case alreadySpent(SpentMark.Kind)
}

extension LoginStore {
    /// Finishes a sign-in attempt: session or ticket, attempt, spent marks and audit in one transaction.
    package func signIn(_ signIn: SignIn) async throws -> SignInOutcome {
        try await decide { database in
            let accountID = try database.noteSignIn(signIn.identity, at: signIn.moment)
            if accountID == nil, signIn.ticket == nil { throw Undone(answer: SignInOutcome.unknownPerson) }
            try database.claim(signIn, isKnown: accountID != nil)
            if let newTicket = signIn.ticket, accountID == nil {
                let ticket = try database.insertTicket(
                    newTicket, for: signIn.identity, device: signIn.session.device, at: signIn.moment)
                return .openedTicket(ticket)
            }
            guard let accountID else { throw Undone(answer: SignInOutcome.unknownPerson) }
            let account =
                signIn.accountChange.isEmpty
                ? try database.account(accountID)
                : try database.updateAccount(accountID, signIn.accountChange, at: signIn.moment)
            guard let account else { throw LoginError.databaseFailed("an identity has no account") }
            let session = try database.openSession(
                signIn.session, .signIn, of: accountID, with: signIn.identity.key.provider, at: signIn.moment,
                signIn.requestID)
            return .signedIn(account, session)
        }
    }
}

extension SQLConnection {
    /// Takes attempt and proof for this transaction, or undoes it with what stands in the way.
    fileprivate func claim(_ signIn: SignIn, isKnown: Bool) throws {
        let isFirst = try finish(
            signIn.attempt, sessionID: isKnown ? signIn.session.id : nil, ticketID: isKnown ? nil : signIn.ticket?.id,
            at: signIn.moment)
        guard isFirst else {
            guard let finished = try finishedAttempt(signIn.attempt.idHash) else {
                throw LoginError.databaseFailed("a finished attempt is missing")
            }
            throw Undone(answer: SignInOutcome.alreadyFinished(finished))
        }
        for mark in signIn.spent {
            guard try spend(mark) else { throw Undone(answer: SignInOutcome.alreadySpent(mark.kind)) }
        }
    }

    /// Opens a session and notes in the audit what for.
    func openSession(
        _ session: NewSession, _ event: AuditEvent.Kind, of accountID: String, with provider: ProviderID,
        at moment: Date, _ requestID: String?
    ) throws(LoginError) -> SessionRecord {
        let opened = try insertSession(session, of: accountID, signedInWith: provider, at: moment)
        try record(AuditEvent(event, of: opened, at: moment, requestID))
        return opened
    }
}
