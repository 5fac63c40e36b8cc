// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import Testing

/// A registered client that signs people in through the API: its tokens are its own.
struct ClientSignInTests {
    private func signIn(
        _ stage: Stage, as person: Int64, client: String?, attempt: AttemptID = .fresh(), token: Secret? = nil
    ) async throws -> HTTPResponse {
        let own = try await KakaoApp(stage).tokens(of: person).accessToken
        let request = SignInRequest(
            attemptID: attempt, provider: .kakao, credential: .accessToken(token ?? own), clientID: client)
        return try await stage.call(.post, "/v1/sign-in", request.json)
    }

    private func signUp(
        _ stage: Stage, _ ticket: Secret, client: String?, attempt: AttemptID = .fresh()
    ) async throws -> HTTPResponse {
        let request = SignUpRequest(
            attemptID: attempt, ticket: ticket, nickname: "서연", acceptedTerms: ["service", "privacy"],
            clientID: client)
        return try await stage.call(.post, "/v1/sign-up", request.json)
    }

    @Test func `S33: what a client signs in and up is refreshed and revoked by that client alone`() async throws {
        try await Stage.play { stage in
            let offer = try await signIn(stage, as: 1001, client: "shop").offer()
            let joined = try await signUp(stage, offer.ticket, client: "shop").session().tokens
            let back = try await signIn(stage, as: 1001, client: "shop").session().tokens

            for tokens in [joined, back] {
                for other in [[:], ["client_id": "social-login"]] as [FormFields] {
                    let refused = try await stage.refresh(tokens.refreshToken, other)
                    #expect(refused.status == 400)
                    #expect(try refused.problemCode() == .clientMismatch)
                    var revocation = other
                    revocation.add("token", tokens.refreshToken.exposed)
                    #expect(try await stage.post(revocation, to: "/oauth/revoke").problemCode() == .clientMismatch)
                }
                let next = try await stage.refresh(tokens.refreshToken, ["client_id": "shop"])
                #expect(next.status == 200, "\(next.text)")

                let refresh = try required(try next.json()["refresh_token"]?.string)
                #expect(
                    try await stage.post(["client_id": "shop", "token": refresh], to: "/oauth/revoke").status == 200)
                let over = try await stage.refresh(Secret(refresh), ["client_id": "shop"])
                #expect(try over.problemCode() == .sessionEnded)
            }
        }
    }

    @Test func `a client that is not registered signs nobody in or up`() async throws {
        try await Stage.play { stage in
            let ticket = try await signIn(stage, as: 1001, client: nil).offer().ticket

            for answer in [
                try await signIn(stage, as: 1001, client: "stranger"),
                try await signUp(stage, ticket, client: "stranger"),
            ] {
                #expect(answer.status == 401)
                #expect(try answer.problemCode() == .invalidClient)
                #expect(try answer.json()["field"]?.string == "client_id")
            }
        }
    }

    @Test func `an attempt of one client is not answered to another`() async throws {
        try await Stage.play { stage in
            let token = try await KakaoApp(stage).tokens(of: 1001).accessToken
            let (first, second) = (AttemptID.fresh(), AttemptID.fresh())
            let ticket = try await signIn(stage, as: 1001, client: "shop", attempt: first, token: token).offer().ticket
            _ = try await signUp(stage, ticket, client: "shop", attempt: second).session()

            let signIn = try await signIn(stage, as: 1001, client: nil, attempt: first, token: token)
            let signUp = try await signUp(stage, ticket, client: nil, attempt: second)

            #expect(try signIn.problemCode() == .attemptConflict)
            #expect(signUp.status == 409)
        }
    }
}
