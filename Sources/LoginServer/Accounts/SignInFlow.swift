// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginProviders
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a sign-in came to.
enum SignInResult: Sendable {
    /// The person is known and has this session.
    case session(SessionRecord, AccountRecord)
    /// The person is new and may sign up.
    case newPerson(PendingSignUp)
}

/// A person who may sign up.
struct PendingSignUp: Sendable {
    /// The ticket, as it is kept.
    let ticket: TicketRecord
    /// What the form begins with.
    let suggestion: SignUpSuggestion
    /// The provider's tokens, to be kept with the account.
    let tokens: TokenSet?
}

/// Signs people in, for the API and for browsers alike: verify, decide, write down.
///
/// An attempt ends once. Whoever brings the same attempt and credential again gets the same answer for ten minutes, until
/// the session's first refresh; during the first they wait for it.
struct SignInFlow: Sendable {
    let check: CredentialCheck
    let opener: SessionOpener
    let sealer: Sealer
    let store: LoginStore
    let lives: LoginServerSettings.Lives
    let nicknameLimit: Int
    let names: ToldNames
    let keys: KeyRing
    let clock: any WallClock
    let log: Log
    let underWay = AttemptsUnderWay<SignInResult>()

    /// Signs a person in, or says why not.
    ///
    /// - Parameter remarks: what came with the credential unsigned; it is suggested to a new person and counts for nothing.
    func signIn(
        _ request: SignInRequest, remarks: CallbackRemarks, for holder: SessionHolder, _ context: RequestContext
    ) async throws(Problem) -> SignInResult {
        let key = AttemptKey(
            request.attemptID, provider: request.provider, credential: request.credential, client: holder.clientID,
            key: keys.attemptKey)
        do {
            return try await underWay.answer(to: key) {
                do {
                    return .success(try await answer(request, remarks, key, for: holder, context))
                } catch {
                    let problem = Problem(error)
                    log.writeFailure(error, as: problem, context)
                    return .failure(problem)
                }
            }
        } catch {
            log.write(
                .info, "sign_in.refused",
                [
                    "request": context.requestID, "provider": request.provider, "kind": request.credential.kind,
                    "code": error.code.rawValue, "vendor_code": error.vendorCode ?? "-",
                ])
            throw error
        }
    }

    private func answer(
        _ request: SignInRequest, _ remarks: CallbackRemarks, _ key: AttemptKey, for holder: SessionHolder,
        _ context: RequestContext
    ) async throws -> SignInResult {
        if let finished = try await store.finishedAttempt(key.idHash) { return try repeated(finished, key) }

        let provider = try check.provider(request.provider)
        let proof = try await check.verify(
            request.credential, of: request.attemptID, by: provider, askedBy: holder, at: clock.now)
        let (profile, name) = try await names.completed(proof.identity, with: remarks, at: clock.now)
        let decision = AccountDecision(profile, nicknameLimit: nicknameLimit)
        let session = opener.session(for: holder, on: request.device, at: clock.now)
        let outcome = try await store.signIn(write(proof, decision, name, session, key, context))

        switch outcome {
        case .signedIn(let account, let session):
            log.write(
                .info, "sign_in.succeeded",
                [
                    "request": context.requestID, "provider": provider.id, "kind": request.credential.kind,
                    "nonce": proof.identity.nonce.rawValue, "account": account.id, "session": session.id,
                ])
            return .session(session, account)
        case .openedTicket(let ticket):
            log.write(.info, "sign_in.new_person", ["request": context.requestID, "provider": provider.id])
            return .newPerson(try pending(ticket))
        case .alreadyFinished(let finished): return try repeated(finished, key)
        case .alreadySpent: throw Problem(.credentialSpent)
        case .unknownPerson: throw Problem(.credentialRefused, detail: .bareTokenOfNewPerson(provider.name))
        }
    }

    /// The transaction that finishes the attempt; session and ticket are both prepared, since only it knows which.
    private func write(
        _ proof: CredentialCheck.Proof, _ decision: AccountDecision, _ name: NewNote?, _ session: NewSession,
        _ key: AttemptKey, _ context: RequestContext
    ) -> SignIn {
        let identity = proof.identity
        let now = clock.now
        let ticketID = opener.newID()
        return SignIn(
            attempt: AttemptMark(
                idHash: key.idHash, credentialHash: key.credentialHash,
                expiresAt: now.addingTimeInterval(TimeInterval(lives.attempt))),
            identity: VerifiedSignIn(
                key: identity.key, providerClientID: identity.clientID,
                sealedTokens: identity.tokens.map { sealer.seal($0, of: identity.key) }),
            accountChange: identity.isForOurApp ? decision.ifKnown : AccountChange(), session: session,
            ticket: identity.isForOurApp
                ? NewTicket(
                    id: ticketID,
                    sealedIdentity: sealer.seal(decision.ifNew, tokens: identity.tokens, ticket: ticketID),
                    expiresAt: now.addingTimeInterval(TimeInterval(lives.ticket)), note: name) : nil,
            spent: proof.spent, at: now, requestID: context.requestID)
    }

    /// The answer to an attempt that has finished, for whoever brings its credential again in time.
    private func repeated(_ finished: FinishedAttempt, _ key: AttemptKey) throws(Problem) -> SignInResult {
        guard constantTimeEqual(finished.mark.credentialHash, key.credentialHash) else {
            throw Problem(.attemptConflict)
        }
        let now = clock.now
        guard now < finished.mark.expiresAt else { throw Problem(.attemptFinished) }
        switch finished.outcome {
        case .session(let session, let account) where !session.wasRefreshed && session.isLive(at: now):
            return .session(session, account)
        case .ticket(let ticket) where ticket.usedBy == nil && now < ticket.expiresAt:
            return .newPerson(try pending(ticket))
        default: throw Problem(.attemptFinished)
        }
    }

    private func pending(_ ticket: TicketRecord) throws(Problem) -> PendingSignUp {
        guard let content = sealer.ticket(ticket.sealedIdentity, id: ticket.id) else {
            throw Problem(.ticketExpired)
        }
        return PendingSignUp(ticket: ticket, suggestion: content.suggestion, tokens: content.tokens)
    }
}

extension BilingualText {
    /// Why an access token that may be any app's opens no account.
    fileprivate static func bareTokenOfNewPerson(_ provider: BilingualText) -> BilingualText {
        BilingualText(
            ko: "\(provider.korean)의 액세스 토큰만으로는 이미 가입한 사람만 로그인할 수 있습니다. "
                + "처음에는 인가 코드나 id_token을 보내세요.",
            en: "\(provider.english) does not say to which app an access token belongs, so it signs in only who has an "
                + "account. Send a code or an id_token the first time.")
    }
}
