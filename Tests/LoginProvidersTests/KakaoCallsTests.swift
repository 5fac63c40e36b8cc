// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("Asking Kakao about a token, and ending it")
struct KakaoCallsTests {
    private static let token = Secret("ACCESS-1")
    private static let dead = HTTPResponse.json(["msg": "this access token does not exist", "code": -401], status: 401)

    private func kakao(_ path: String, _ answer: HTTPResponse, settings: KakaoSettings = Kakao.settings) throws -> Kakao
    {
        try Kakao([path: { _ in answer }], settings: settings)
    }

    private func confirmError(_ answer: HTTPResponse) async throws -> LoginError {
        let kakao = try kakao(KakaoStub.tokenInfoPath, answer)
        return try #require(
            await failure { () throws(LoginError) in try await kakao.provider.confirm(accessToken: Self.token) })
    }

    @Test("S10: a token of our app is confirmed with its person and its end")
    func ourToken() async throws {
        let kakao = try kakao(
            KakaoStub.tokenInfoPath, .json(["id": 1001, "expires_in": 7199, "app_id": 1_000_001]))

        let confirmed = try await kakao.provider.confirm(accessToken: Self.token)

        #expect(confirmed.subject == "1001")
        #expect(confirmed.app == "1000001")
        #expect(confirmed.expiresAt == Date(timeIntervalSince1970: 1_700_007_199))
        #expect(kakao.stub.asked.last?.headers["Authorization"] == "Bearer ACCESS-1")
    }

    @Test("S10: a token of another app is refused, and the refusal names that app")
    func otherAppsToken() async throws {
        let error = try await confirmError(.json(["id": 1001, "expires_in": 7199, "app_id": 999]))

        #expect(error.code == .accessTokenOfOtherApp)
        #expect(error.message.english.contains("999"))
    }

    @Test(
        "S10: an answer that does not name app and person confirms nothing",
        arguments: [["id": 1001], ["app_id": 1_000_001], ["id": 1001, "app_id": "1000001"], [:], []] as [JSONValue])
    func incompleteConfirmation(answer: JSONValue) async throws {
        #expect(try await confirmError(.json(answer)).code == .malformedAnswer)
    }

    @Test("a dead token and a text that is no token are refused; a fault of Kakao's is not a refusal")
    func deadToken() async throws {
        let dead = try await confirmError(Self.dead)
        let unreadable = try await confirmError(.json(["msg": "m", "code": -2], status: 400))
        let fault = try await confirmError(.json(["msg": "m", "code": -1], status: 400))

        #expect(dead.code == .accessTokenRefused && dead.isDefiniteRefusal)
        #expect(unreadable.code == .accessTokenRefused && unreadable.isDefiniteRefusal)
        #expect(fault.advice == .tryLater)
    }

    @Test("without an app id no access token can be confirmed")
    func noAppID() async throws {
        let kakao = try Kakao(settings: KakaoSettings(nativeKey: "NATIVE_KEY"))

        let error = await failure { () throws(LoginError) in try await kakao.provider.confirm(accessToken: Self.token) }

        #expect(error?.code == .settingInvalid)
        #expect(kakao.stub.asked.isEmpty)
    }

    @Test("a check is true, false, or says why it cannot tell")
    func check() async throws {
        let path = "kapi.kakao.com/v1/user/check_access_token"
        let alive = try kakao(path, .json([:]))
        let dead = try kakao(path, Self.dead)
        let silent = try kakao(path, .json(["code": -1], status: 500))

        #expect(try await alive.provider.check(accessToken: Self.token))
        #expect(try await !dead.provider.check(accessToken: Self.token))
        let error = await failure { () throws(LoginError) in try await silent.provider.check(accessToken: Self.token) }
        #expect(error?.advice == .tryLater)
    }

    @Test("B39: signing out a dead token is done already; a network fault is reported")
    func signOut() async throws {
        let alive = try kakao(KakaoStub.logoutPath, .json(["id": 1001]))
        let dead = try kakao(KakaoStub.logoutPath, Self.dead)
        let offline = try Kakao(transport: BrokenTransport(reason: .cannotConnect, mayHaveBeenReceived: false))

        try await alive.provider.signOut(accessToken: Self.token)
        try await dead.provider.signOut(accessToken: Self.token)
        let error = await failure { () throws(LoginError) in try await offline.provider.signOut(accessToken: Self.token)
        }

        #expect(alive.stub.asked.last?.method == .post)
        #expect(error?.code == .providerUnreachable)
    }

    @Test("unlinking goes by the admin key and needs no token of the person")
    func unlinkByAdminKey() async throws {
        let kakao = try kakao(KakaoStub.unlinkPath, .json(["id": 1001]))

        try await kakao.provider.unlink(ProviderLink(subject: "1001", accessToken: Self.token))

        let request = try #require(kakao.stub.asked.last)
        let form = try #require(try request.formFields())
        #expect(request.method == .post)
        #expect(request.headers["Authorization"] == "KakaoAK the-admin-key")
        #expect(try form.single("target_id_type") == "user_id")
        #expect(try form.single("target_id") == "1001")
    }

    @Test("unlinking goes by the person's token where there is no admin key, or no id")
    func unlinkByToken() async throws {
        var settings = Kakao.settings
        settings.adminKey = nil
        let without = try kakao(KakaoStub.unlinkPath, .json(["id": 1001]), settings: settings)
        let with = try kakao(KakaoStub.unlinkPath, .json(["id": 1001]))

        try await without.provider.unlink(ProviderLink(subject: "1001", accessToken: Self.token))
        try await with.provider.unlink(ProviderLink(accessToken: Self.token))

        for request in [without.stub.asked.last, with.stub.asked.last] {
            #expect(request?.headers["Authorization"] == "Bearer ACCESS-1")
            #expect(request?.body.isEmpty == true)
        }
    }

    @Test("a link that is gone already counts as ended; any other failure is reported, a dead token too")
    func unlinkFailures() async throws {
        let gone = try kakao(
            KakaoStub.unlinkPath, .json(["msg": "NotRegisteredUserException", "code": -101], status: 400))
        let dead = try kakao(KakaoStub.unlinkPath, Self.dead)

        try await gone.provider.unlink(ProviderLink(subject: "1001"))
        let error = await failure { () throws(LoginError) in
            try await dead.provider.unlink(ProviderLink(accessToken: Self.token))
        }

        #expect(error?.code == .accessTokenRefused)
    }

    @Test("with neither admin key nor token nothing is sent and the operator is told")
    func unlinkWithoutProof() async throws {
        var settings = Kakao.settings
        settings.adminKey = nil
        let kakao = try Kakao(settings: settings)

        let error = await failure { () throws(LoginError) in
            try await kakao.provider.unlink(ProviderLink(subject: "1001"))
        }

        #expect(error?.advice == .fixSetup)
        #expect(kakao.stub.asked.isEmpty)
    }
}
