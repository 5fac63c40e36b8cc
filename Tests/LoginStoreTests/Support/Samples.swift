// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore

@testable import LoginStore

/// The moment at which every test begins.
let start = Date(timeIntervalSince1970: 1_800_000_000)

let minute: TimeInterval = 60
let day: TimeInterval = 86_400

extension IdentityKey {
    static func kakao(_ subject: String) -> IdentityKey {
        IdentityKey(provider: ProviderID(rawValue: "kakao"), scope: "1000001", subject: subject)
    }
}

extension NewSession {
    static func sample(_ id: String, device: DeviceRecord = DeviceRecord(), from moment: Date = start) -> NewSession {
        NewSession(
            id: id, clientID: "app", kind: .token, device: device, idleEndsAt: moment.addingTimeInterval(30 * day),
            endsAt: moment.addingTimeInterval(365 * day))
    }
}

extension NewAccount {
    static func sample(_ id: String, nickname: String = "김서연", email: EmailAddress? = nil) -> NewAccount {
        NewAccount(
            id: id, nickname: nickname, email: email, picture: nil, termsVersion: "2026-01", acceptsMarketing: false)
    }
}

extension SignIn {
    /// A sign-in whose attempt, session and ticket are called after `name`.
    static func sample(
        _ name: String, as identity: IdentityKey = .kakao("1001"), tokens: [UInt8]? = [1, 2, 3],
        device: DeviceRecord = DeviceRecord(), change: AccountChange = AccountChange(), spent: [SpentMark] = [],
        at moment: Date = start
    ) -> SignIn {
        SignIn(
            attempt: AttemptMark(
                idHash: "attempt-\(name)", credentialHash: Array("credential-\(name)".utf8),
                expiresAt: moment.addingTimeInterval(10 * minute)),
            identity: VerifiedSignIn(key: identity, providerClientID: "rest-key", sealedTokens: tokens),
            accountChange: change,
            session: .sample("session-\(name)", device: device, from: moment),
            ticket: NewTicket(
                id: "ticket-\(name)", sealedIdentity: [9, 9], expiresAt: moment.addingTimeInterval(30 * minute)),
            spent: spent, at: moment, requestID: "request-\(name)")
    }
}

extension SignUp {
    /// A sign-up with the ticket of the sign-in called `ticket`, by the attempt called `attempt`.
    static func sample(
        ticket: String, attempt: String? = nil, account: NewAccount, session: String? = nil, at moment: Date = start
    ) -> SignUp {
        SignUp(
            ticketID: "ticket-\(ticket)", attemptHash: "attempt-\(attempt ?? ticket)", account: account,
            sealedTokens: [4, 5, 6], session: .sample(session ?? "session-of-\(account.id)", from: moment),
            at: moment, requestID: "request-sign-up")
    }
}

extension LoginStore {
    /// Signs a new person up and gives the account's first session.
    @discardableResult
    func signedUp(
        _ accountID: String = "account", as identity: IdentityKey = .kakao("1001"), nickname: String = "김서연",
        email: EmailAddress? = nil
    ) async throws -> SessionRecord {
        let signIn = SignIn.sample("first-\(accountID)", as: identity)
        guard case .openedTicket = try await self.signIn(signIn) else { throw Unexpected() }
        let outcome = try await signUp(
            .sample(
                ticket: "first-\(accountID)", account: .sample(accountID, nickname: nickname, email: email)))
        guard case .created(_, let session) = outcome else { throw Unexpected() }
        return session
    }

    /// Presents one token of a session.
    func refresh(
        _ session: SessionRecord, _ counter: Int64, client: String = "app", grace: TimeInterval = 120,
        idleLife: TimeInterval = 30 * day, at moment: Date = start
    ) async throws -> RefreshOutcome {
        try await refresh(
            Refresh(
                sessionID: session.id, counter: counter, clientID: client, grace: grace, idleLife: idleLife,
                at: moment, requestID: "request-refresh"))
    }
}

/// Something that a sample needs did not happen.
struct Unexpected: Error {}

/// Runs a number of operations at a time and gives their answers in no order.
func inParallel<Answer: Sendable>(
    _ count: Int, _ operation: @escaping @Sendable (Int) async throws -> Answer
) async throws -> [Answer] {
    try await withThrowingTaskGroup(of: Answer.self) { group in
        for number in 0..<count {
            group.addTask { try await operation(number) }
        }
        var answers: [Answer] = []
        for try await answer in group {
            answers.append(answer)
        }
        return answers
    }
}

extension LoginStore {
    /// How many rows a table has.
    func count(_ table: String) async throws -> Int64 {
        try await database.read { database in
            guard
                case .integer(let count)? = try database.query(Statement("SELECT COUNT(*) FROM \(table)"), []).first?
                    .values.first
            else { throw Unexpected() }
            return count
        }
    }
}
