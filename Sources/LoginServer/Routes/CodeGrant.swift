// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ServerParts {
    /// Redeems the code of a brokered sign-in (RFC 6749, section 4.1.3; RFC 7636, section 4.6).
    func redeemed(_ form: FormFields, _ call: Call) async throws -> SessionRecord {
        let client = try client(of: form, call)
        guard try form.single("client_id") != nil else { throw DocumentError("client_id", .missing) }
        guard let text = try form.single("code") else { throw DocumentError("code", .missing) }
        guard let redirectURI = try form.single("redirect_uri") else { throw DocumentError("redirect_uri", .missing) }
        guard let verifier = try form.single("code_verifier") else { throw DocumentError("code_verifier", .missing) }
        guard PKCE.isVerifier(Secret(verifier)) else { throw DocumentError("code_verifier", .notAllowed) }
        guard let code = codes.codes.read(Secret(text)) else { throw Problem(.codeRefused) }
        let outcome = try await store.redeem(
            CodeRedemption(
                id: code.id, clientID: client.id, redirectURI: redirectURI,
                challenge: PKCE.challenge(for: Secret(verifier)), idleLife: TimeInterval(settings.lives.sessionIdle),
                at: environment.clock.now, requestID: call.context.requestID))
        return try session(after: outcome, call)
    }

    private func session(after outcome: CodeOutcome, _ call: Call) throws -> SessionRecord {
        let log = environment.log
        let request = call.context.requestID
        switch outcome {
        case .redeemed(let session):
            log.write(.info, "code.redeemed", ["request": request, "session": session.id])
            return session
        case .repeated(let session):
            log.write(.info, "code.repeated", ["request": request, "session": session.id])
            return session
        case .reused(let session):
            log.write(.warning, "code.reuse", ["request": request, "session": session.id])
            throw Problem(.codeReuse)
        case .refused, .expired, .unknown:
            log.write(.info, "code.refused", ["request": request])
            throw Problem(.codeRefused)
        }
    }
}
