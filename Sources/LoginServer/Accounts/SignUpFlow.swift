// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a person entered to sign up.
struct SignUpEntry: Sendable {
    /// The name as it was typed.
    let nickname: String
    /// The names of the terms that were accepted.
    let acceptedTerms: Set<String>
}

/// Makes accounts out of tickets, for the API and for browsers alike.
struct SignUpFlow: Sendable {
    let tickets: NumberedToken
    let opener: SessionOpener
    let sealer: Sealer
    let store: LoginStore
    let settings: LoginServerSettings
    let clock: any WallClock
    let log: Log

    /// What a ticket stands for; throws `ticket_refused`, `ticket_used` or `ticket_expired`.
    ///
    /// - Parameter user: the MAC of the attempt that may have used it already, whose answer is then repeated.
    func pending(_ ticket: Secret, usedBy user: String? = nil) async throws -> PendingSignUp {
        let record = try await record(of: ticket)
        guard record.usedBy == nil || record.usedBy == user else { throw Problem(.ticketUsed) }
        guard clock.now < record.expiresAt || record.usedBy != nil,
            let content = sealer.ticket(record.sealedIdentity, id: record.id)
        else { throw Problem(.ticketExpired) }
        return PendingSignUp(ticket: record, suggestion: content.suggestion, tokens: content.tokens)
    }

    /// Makes the account and its first session, or gives again what the same attempt got before.
    ///
    /// - Parameter attempt: the MAC of the attempt's id.
    func signUp(
        _ entry: SignUpEntry, with ticket: Secret, _ attempt: String, for holder: SessionHolder,
        _ context: RequestContext
    ) async throws -> (SessionRecord, AccountRecord) {
        do {
            let pending = try await pending(ticket, usedBy: attempt)
            return try await answer(entry, pending, attempt, for: holder, context)
        } catch let problem as Problem {
            log.write(
                .info, "sign_up.refused", ["request": context.requestID, "code": problem.code.rawValue])
            throw problem
        }
    }

    private func record(of ticket: Secret) async throws -> TicketRecord {
        guard let read = tickets.read(ticket) else { throw Problem(.ticketRefused) }
        // A ticket of ours that the database no longer knows was cleaned away, or its person withdrew.
        guard let record = try await store.ticket(read.id) else { throw Problem(.ticketExpired) }
        return record
    }

    private func answer(
        _ entry: SignUpEntry, _ pending: PendingSignUp, _ attempt: String, for holder: SessionHolder,
        _ context: RequestContext
    ) async throws -> (SessionRecord, AccountRecord) {
        let account = try newAccount(entry, pending.suggestion)
        let identity = pending.ticket.identity
        let now = clock.now
        let planned = opener.session(for: holder, on: nil, at: now)
        let session = NewSession(
            id: planned.id, clientID: planned.clientID, kind: planned.kind, device: pending.ticket.device,
            idleEndsAt: planned.idleEndsAt, endsAt: planned.endsAt)
        let outcome = try await store.signUp(
            SignUp(
                ticketID: pending.ticket.id, attemptHash: attempt, account: account,
                sealedTokens: pending.tokens.map { sealer.seal($0, of: identity) }, session: session,
                doneWith: [ToldNames.key(of: identity)], at: now, requestID: context.requestID))

        switch outcome {
        case .created(let account, let session):
            write("sign_up.succeeded", session, context)
            return (session, account)
        case .identityTaken(let account, let session):
            write("sign_in.succeeded", session, context)
            return (session, account)
        case .repeated(let account, let session):
            // A session is its client's own, whoever else knows the attempt.
            guard session.clientID == planned.clientID else { throw Problem(.attemptConflict) }
            let end = session.createdAt.addingTimeInterval(TimeInterval(settings.lives.attempt))
            guard now < end, !session.wasRefreshed, session.isLive(at: now) else { throw Problem(.attemptFinished) }
            return (session, account)
        case .usedByOther: throw Problem(.ticketUsed)
        case .expired: throw Problem(.ticketExpired)
        }
    }

    private func newAccount(_ entry: SignUpEntry, _ suggestion: SignUpSuggestion) throws(Problem) -> NewAccount {
        let nickname = try Nickname(entered: entry.nickname, limit: settings.nicknameLimit)
        let known = settings.terms.map(\.name)
        guard entry.acceptedTerms.isSubset(of: known) else {
            let names = known.joined(separator: ", ")
            throw Problem(
                .invalidRequest,
                detail: BilingualText(
                    ko: "모르는 약관이 있습니다. 이 서버의 약관: \(names)",
                    en: "There is an item that this server does not know. It knows: \(names)."),
                field: "accepted_terms")
        }
        let missing = settings.terms.filter { $0.isRequired && !entry.acceptedTerms.contains($0.name) }
        guard missing.isEmpty else {
            let names = missing.map(\.name).joined(separator: ", ")
            throw Problem(
                .termsRequired, detail: BilingualText(ko: "빠진 약관: \(names)", en: "Not accepted: \(names)."),
                field: "accepted_terms")
        }
        return NewAccount(
            id: opener.newID(), nickname: nickname.text, email: suggestion.email, picture: suggestion.picture,
            termsVersion: settings.termsVersion,
            acceptsMarketing: entry.acceptedTerms.contains(Terms.marketing.name))
    }

    private func write(_ event: String, _ session: SessionRecord, _ context: RequestContext) {
        log.write(
            .info, event,
            [
                "request": context.requestID, "provider": session.provider, "account": session.accountID,
                "session": session.id,
            ])
    }
}

extension Nickname {
    /// Takes what a person typed, or says what is wrong with it.
    init(entered text: String, limit: Int) throws(Problem) {
        do throws(Fault) {
            try self.init(typed: text, limit: limit)
        } catch {
            let detail =
                switch error {
                case .missing: BilingualText(ko: "닉네임을 입력해 주세요.", en: "Enter a nickname.")
                case .tooLong:
                    BilingualText(ko: "닉네임은 \(limit)자까지 쓸 수 있어요.", en: "Use \(limit) characters or fewer.")
                }
            throw Problem(.invalidProfile, detail: detail, field: "profile.nickname")
        }
    }
}
