// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginStore
import Testing

/// The account and its devices, through the API.
struct AccountTests {
    @Test func `a nickname and the consent to news can be changed, each by itself`() async throws {
        try await Stage.play { stage in
            let tokens = try await stage.session(of: 1001)

            let named = try await stage.call(
                .patch, "/v1/account", ["nickname": " 새 이름 "], token: tokens.accessToken)
            let agreed = try await stage.call(.patch, "/v1/account", ["marketing": true], token: tokens.accessToken)
            let untouched = try await stage.call(.patch, "/v1/account", [:], token: tokens.accessToken)

            #expect(try AccountAnswer(json: named.json()).nickname == "새 이름")
            #expect(try AccountAnswer(json: agreed.json()).acceptsMarketing)
            #expect(try AccountAnswer(json: untouched.json()) == AccountAnswer(json: agreed.json()))
        }
    }

    @Test(arguments: ["", "   ", String(repeating: "가", count: 31)])
    func `a nickname that cannot be one is refused`(nickname: String) async throws {
        try await Stage.play { stage in
            let tokens = try await stage.session(of: 1001)

            let answer = try await stage.call(
                .patch, "/v1/account", ["nickname": .string(nickname)], token: tokens.accessToken)

            #expect(answer.status == 422)
            #expect(try answer.problemCode() == .invalidProfile)
        }
    }

    @Test func `the list of sessions names the devices and this one, and shows no push token`() async throws {
        try await Stage.play { stage in
            let first = try await stage.session(of: 1001)
            let proof = SignInCredential.accessToken(try await KakaoApp(stage).tokens(of: 1001).accessToken)
            let device = Device(name: "서연의 iPad", platform: "ipados", pushToken: Secret("push-1"))
            let second = try await stage.signIn(proof, device: device).session().tokens

            let answer = try await stage.call(.get, "/v1/sessions", token: second.accessToken)

            let list = try SessionSummary.list(json: answer.json())
            #expect(Set(list.map(\.id)) == [first.sessionID, second.sessionID])
            let mine = try required(list.first { $0.isCurrent })
            #expect(mine.id == second.sessionID)
            #expect(mine.deviceName == "서연의 iPad")
            #expect(mine.devicePlatform == "ipados")
            #expect(!answer.text.contains("push-1"))
        }
    }

    @Test func `a new push token is sealed, and what is not sent stays`() async throws {
        try await Stage.play { stage in
            let proof = SignInCredential.accessToken(try await KakaoApp(stage).tokens(of: 1001).accessToken)
            let offer = try await stage.signIn(proof, device: Device(name: "Old", platform: "ios")).offer()
            let tokens = try await stage.signUp(offer.ticket).session().tokens

            let answer = try await stage.call(
                .patch, "/v1/sessions", ["push_token": "push-2"], token: tokens.accessToken)

            #expect(answer.status == 204)
            let device = try required(try await stage.store.session(tokens.sessionID)).session.device
            #expect(device.name == "Old")
            let sealed = try required(device.sealedPushToken)
            #expect(!String(decoding: sealed, as: UTF8.self).contains("push-2"))
        }
    }

    @Test func `S36: nobody ends another account's session, or learns that there is one`() async throws {
        try await Stage.play { stage in
            let mine = try await stage.session(of: 1001)
            let theirs = try await stage.session(of: 1002)

            let answer = try await stage.call(.delete, "/v1/sessions/\(theirs.sessionID)", token: mine.accessToken)
            let invented = try await stage.call(.delete, "/v1/sessions/nothing", token: mine.accessToken)

            #expect(try answer.problemCode() == .notFound)
            #expect(try invented.problemCode() == .notFound)
            #expect(try await stage.refresh(theirs.refreshToken).status == 200)
        }
    }

    @Test func `signing out ends this session, and all of them if wanted`() async throws {
        try await Stage.play { stage in
            let one = try await stage.session(of: 1001)
            let two = try await stage.session(of: 1001)
            let three = try await stage.session(of: 1001)

            #expect(try await stage.call(.delete, "/v1/sessions", token: one.accessToken).status == 204)
            #expect(try await stage.refresh(one.refreshToken).problemCode() == .sessionEnded)
            #expect(try await stage.refresh(two.refreshToken).status == 200)

            #expect(try await stage.call(.delete, "/v1/sessions?which=all", token: three.accessToken).status == 204)
            #expect(try await stage.call(.get, "/v1/account", token: two.accessToken).problemCode() == .sessionEnded)
            let wrong = try await stage.session(of: 1001)
            let answer = try await stage.call(.delete, "/v1/sessions?which=some", token: wrong.accessToken)
            #expect(try answer.problemCode() == .invalidRequest)
        }
    }
}
