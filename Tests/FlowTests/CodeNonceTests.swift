// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import Testing

/// S8 for a code: what a client asked the provider for itself must hold the nonce that we gave for this very attempt.
struct CodeNonceTests {
    @Test func `S8: a code without our nonce, or with one of another attempt, is not even sent to the provider`()
        async throws
    {
        try await Stage.play { stage in
            let (attempt, other) = (AttemptID.fresh(), AttemptID.fresh())
            guard
                case .code(let code, let redirectURI, let verifier, let good, _, _) = try await stage.codeCredential(
                    of: 1001, for: attempt)
            else { throw Unexpected() }
            let others = try await stage.nonce(for: other)

            for nonce in [nil, Secret("invented"), others] {
                let proof = SignInCredential.code(code, redirectURI: redirectURI, verifier: verifier, nonce: nonce)
                let answer = try await stage.signIn(proof, attempt: attempt)
                #expect(answer.status == 401)
                #expect(try answer.problemCode() == .nonceRefused)
            }

            #expect(stage.requests(for: "/kauth.kakao.com/oauth/token") == 0)
            // Nothing was used up.
            let proof = SignInCredential.code(code, redirectURI: redirectURI, verifier: verifier, nonce: good)
            #expect(try await stage.signIn(proof, attempt: attempt).status == 200)
        }
    }

    @Test func `S8: a code whose id_token holds another nonce than ours, or none, is refused`() async throws {
        try await Stage.play { stage in
            for asked in [Secret("what the app chose itself"), nil] {
                let attempt = AttemptID.fresh()
                let ours = try await stage.nonce(for: attempt)
                let pkce = PKCE(random: SystemRandomSource())
                let redirectURI = "\(stage.address)/auth/kakao/callback"
                let code = try await KakaoApp(stage).code(
                    of: 1001, key: "demo-kakao-rest-key", redirectURI, pkce, nonce: asked)

                let answer = try await stage.signIn(
                    .code(code, redirectURI: redirectURI, verifier: pkce.verifier, nonce: ours), attempt: attempt)

                #expect(answer.status == 401)
                #expect(try answer.problemCode() == .nonceRefused)
            }
        }
    }

    @Test func `S8: a code of Facebook's with neither verifier nor id_token is refused, whoever's nonce comes along`()
        async throws
    {
        try await Stage.play(.also(.facebook)) { stage in
            let redirectURI = "\(stage.address)/auth/facebook/callback"
            func code(_ more: FormFields = [:]) async throws -> Secret {
                var query: FormFields = [
                    "client_id": "4000001", "redirect_uri": .some(redirectURI), "response_type": "code",
                    "scope": "email", "state": "of-somebody-else",
                ]
                for field in more.fields { query.add(field.name, field.value) }
                let start = "\(stage.emulatorAddress)/www.facebook.com/v25.0/dialog/oauth?\(query.encoded)"
                let address = try await KakaoApp(stage).walk(from: start, as: 1001)
                let fields = try FormFields(parsing: address.split(separator: "?", maxSplits: 1).last ?? "")
                return Secret(try required(try fields.single("code"), "no code in the callback"))
            }
            let pkce = PKCE(random: SystemRandomSource())
            let attempt = AttemptID.fresh()
            let nonce = try await stage.nonce(for: attempt)

            let stolen = try await stage.signIn(
                .code(try await code(), redirectURI: redirectURI, verifier: nil, nonce: nonce), attempt: attempt,
                provider: .facebook)
            let bound = try await stage.signIn(
                .code(
                    try await code(["code_challenge": .some(pkce.challenge), "code_challenge_method": "S256"]),
                    redirectURI: redirectURI, verifier: pkce.verifier, nonce: nonce),
                attempt: attempt, provider: .facebook)

            #expect(stolen.status == 401)
            #expect(try stolen.problemCode() == .nonceRefused)
            #expect(bound.status == 200, "\(bound.text)")
        }
    }

    @Test func `S8: a nonce serves one code, and the log says whether the proof held it`() async throws {
        try await Stage.play { stage in
            _ = try await stage.session(of: 1001)
            let attempt = AttemptID.fresh()
            let proof = try await stage.codeCredential(of: 1001, for: attempt)
            _ = try await stage.signIn(proof, attempt: attempt).session()
            let again = try await stage.signIn(
                try await stage.codeCredential(of: 1001, for: .fresh()), attempt: attempt)

            // An app of Kakao's without OpenID Connect gets no id_token, and so nothing that could hold a nonce.
            let second = AttemptID.fresh()
            let withoutOpenID = try await stage.codeCredential(of: 1001, for: second)
            try await stage.order(
                ["kind": "answer", "body": #"{"access_token":"a","token_type":"bearer","expires_in":9}"#],
                at: "/oauth/token")
            try await stage.order(["kind": "answer", "body": #"{"id":1001}"#], at: "/v2/user/me")
            #expect(try await stage.signIn(withoutOpenID, attempt: second).status == 200)

            #expect(try again.problemCode() == .attemptConflict)
            let findings = stage.log.entries("sign_in.succeeded").compactMap { $0["nonce"] }
            #expect(findings.suffix(2) == ["held", "not_carried"])
        }
    }
}
