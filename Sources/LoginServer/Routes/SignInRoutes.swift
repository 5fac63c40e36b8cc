// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Router<RequestContext> {
    /// `/v1/nonces`, `/v1/sign-in` and `/v1/sign-up`.
    mutating func addSignIn(_ parts: ServerParts) {
        let log = parts.environment.log

        api(.post, "/v1/nonces", log: log) { call in
            let request = try NonceRequest(json: try call.document())
            _ = try parts.signIn.check.provider(request.provider)
            let nonce = parts.nonces.issue(
                for: request.attemptID, at: parts.environment.clock.now, random: parts.environment.random)
            return .json(NonceAnswer(nonce: nonce, expiresIn: parts.nonces.life).json)
        }

        api(.post, "/v1/sign-in", log: log) { call in
            let request = try SignInRequest(json: try call.document())
            let holder = SessionHolder.caller(try parts.client(named: request.clientID))
            let result = try await parts.signIn.signIn(
                request, remarks: CallbackRemarks(name: request.name), for: holder, call.context)
            return .json(try await parts.answer(result).json)
        }

        api(.post, "/v1/sign-up", log: log) { call in
            let request = try SignUpRequest(json: try call.document())
            let holder = SessionHolder.caller(try parts.client(named: request.clientID))
            let attempt = AttemptKey.idHash(of: request.attemptID, key: parts.keys.attemptKey)
            let entry = SignUpEntry(nickname: request.nickname, acceptedTerms: Set(request.acceptedTerms))
            let (session, account) = try await parts.signUp.signUp(
                entry, with: request.ticket, attempt, for: holder, call.context)
            return .json(try await parts.answer(.session(session, account)).json)
        }
    }
}

extension ServerParts {
    /// What a sign-in came to, as the API says it.
    fileprivate func answer(_ result: SignInResult) async throws -> SignInAnswer {
        switch result {
        case .session(let session, let account):
            return .session(try issuer.tokens(for: session), try await accounts.answer(account))
        case .newPerson(let person):
            guard let ticket = tickets.text(id: person.ticket.id, counter: 0) else { throw Problem(.internalError) }
            let rest = person.ticket.expiresAt.timeIntervalSince(environment.clock.now)
            return .newPerson(
                SignUpOffer(
                    ticket: ticket, expiresIn: max(0, Int(rest)), nickname: person.suggestion.nickname,
                    email: person.suggestion.email, picture: person.suggestion.picture,
                    missingConsents: person.suggestion.missingConsents,
                    requiredTerms: settings.terms.filter(\.isRequired).map(\.name)))
        }
    }
}
