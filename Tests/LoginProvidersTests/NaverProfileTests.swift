// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("What Naver says of a person")
struct NaverProfileTests {
    private func profile(_ response: JSONValue) async throws -> Profile {
        try await Naver([Naver.mePath: { _ in .json(Naver.me(response)) }]).provider
            .profile(accessToken: Secret("TOKEN"))
    }

    @Test("every field has its place, typed, and word for word beside it")
    func whole() async throws {
        let profile = try await profile([
            "id": "synthetic-Id_01", "nickname": "tester", "name": "홍길동", "email": "tester@example.test",
            "gender": "F", "age": "30-39", "birthday": "02-29", "birthyear": "1990", "mobile": "010-1234-5678",
            "mobile_e164": "+821012345678", "profile_image": "https://phinf.pstatic.net/p.png", "enc_id": "internal",
        ])

        #expect(profile.subject == "synthetic-Id_01")
        #expect(profile.nickname == "tester" && profile.name == "홍길동")
        #expect(profile.email == EmailAddress("tester@example.test", isVerified: false))
        #expect(profile.gender == .female)
        #expect(profile.ageRange?.from == 30 && profile.ageRange?.to == 39)
        #expect(profile.birthday?.month == 2 && profile.birthday?.day == 29)
        #expect(profile.birthYear == 1990)
        #expect(profile.phoneNumber?.international == "+821012345678")
        #expect(profile.pictureURL == "https://phinf.pstatic.net/p.png")
        #expect(
            profile.told == [
                "gender": "F", "age": "30-39", "birthday": "02-29", "birthyear": "1990", "mobile": "010-1234-5678",
            ])
        #expect(profile.needsAgreement == nil)
    }

    @Test("B46: the id alone is a profile, and null is as good as nothing")
    func idAlone() async throws {
        #expect(try await profile(["id": "n-AbC_1"]) == Profile(subject: "n-AbC_1"))
        #expect(try await profile(["id": "n-AbC_1", "email": .null, "age": .null]) == Profile(subject: "n-AbC_1"))
    }

    @Test(
        "B48: ids are text of any shape, case and all",
        arguments: ["12345678", "aZ-09_" + String(repeating: "x", count: 58)])
    func ids(id: String) async throws {
        #expect(try await profile(["id": .string(id)]).subject == id)
    }

    @Test(
        "B51: genders and ages that nobody knows are unknown, and their words are kept",
        arguments: [
            ("U", "60-", .unknown, 60), ("M", "0-9", .male, 0), ("X", "old", .unknown, nil),
        ] as [(String, String, Gender, Int?)])
    func oddValues(gender: String, age: String, typed: Gender, from: Int?) async throws {
        let profile = try await profile(["id": "n", "gender": .string(gender), "age": .string(age)])

        #expect(profile.gender == typed && profile.ageRange?.from == from)
        #expect(profile.told["gender"] == gender && profile.told["age"] == age)
    }

    @Test(
        "B52: a number is one in either form, and rubbish is none",
        arguments: [("010-1234-5678", true), ("none", false)])
    func phones(mobile: String, isNumber: Bool) async throws {
        let profile = try await profile(["id": "n", "mobile": .string(mobile)])

        #expect(profile.phoneNumber?.international == (isNumber ? "+821012345678" : nil))
        #expect(profile.told["mobile"] == mobile)
    }

    @Test("an id with a NUL or another control character names nobody", arguments: ["n\u{0}1", "n1\n"])
    func controlCharacters(id: String) async throws {
        await #expect(throws: LoginError.self) { try await profile(["id": .string(id)]) }
    }

    @Test("B54, B60, B61: an empty picture is none, a NUL goes, an emoji stays, half a pair costs nobody the sign-in")
    func brokenTexts() async throws {
        let profile = try await profile(["id": "n", "nickname": "rider 🚲 x", "name": "a\u{0}b", "profile_image": ""])
        let half = try Naver([
            Naver.mePath: { _ in
                .text(#"{"resultcode":"00","message":"success","response":{"id":"n5","nickname":"\ud83d"}}"#)
            }
        ])

        #expect(profile.nickname == "rider 🚲 x" && profile.name == "ab" && profile.pictureURL == nil)
        #expect(try await half.provider.profile(accessToken: Secret("T")).nickname == "\u{FFFD}")
    }

    @Test("B55: nickname and name stay apart, and a missing name costs nobody the sign-in")
    func names() async throws {
        let both = try await profile(["id": "n1", "nickname": "별", "name": "홍길동"])
        let one = try await profile(["id": "n1", "nickname": "별"])

        #expect(both.nickname == "별" && both.name == "홍길동")
        #expect(one.nickname == "별" && one.name == nil)
    }
}

@Suite("Who is behind a credential at Naver")
struct NaverIdentityTests {
    private static let openID = NaverSettings(
        clientID: "CLIENT", clientSecret: Secret("s"), usesOpenID: true)

    @Test("a code gives the identity, its tokens, and an address that counts as unverified")
    func code() async throws {
        let naver = try Naver([
            Naver.tokenPath: { _ in .json(Naver.tokens) },
            Naver.mePath: { _ in .json(Naver.me(["id": "n1", "email": "a@example.com"])) },
        ])

        let identity = try await naver.provider.verify(Naver.code)

        #expect(identity.key == IdentityKey(provider: .naver, scope: "CLIENT", subject: "n1"))
        #expect(identity.tokens?.accessToken.exposed == "AAAA+acc/ess=")
        #expect(identity.profile.email?.isVerified == false)
        #expect(identity.isForOurApp)
    }

    @Test("S8: a nonce that does not come back is refused, unless the operator said that Naver need not send it")
    func nonceWithCode() async throws {
        func verify(_ idToken: Secret, exempt: Bool) async -> LoginError? {
            await failure { () async throws(LoginError) -> VerifiedIdentity in
                var settings = Self.openID
                settings.isNonceExempt = exempt
                var tokens = Naver.tokens.object ?? JSONObject()
                tokens["id_token"] = .string(idToken.exposed)
                let answer = JSONValue.object(tokens)
                let provider: Provider
                do {
                    provider = try Naver(
                        [
                            Naver.openIDTokenPath: { _ in .json(answer) },
                            Naver.mePath: { _ in .json(Naver.me(["id": "n-AbC_1"])) },
                        ], settings: settings
                    ).provider
                } catch let error as LoginError { throw error } catch { preconditionFailure("\(error)") }
                return try await provider.verify(Naver.code)
            }
        }

        #expect(await verify(Naver.idToken(), exempt: false) == nil)
        #expect(await verify(Naver.idToken(["nonce": .none]), exempt: false)?.code.rawValue == "id_token_nonce_missing")
        #expect(await verify(Naver.idToken(["nonce": .none]), exempt: true) == nil)
        #expect(await verify(Naver.idToken(["nonce": "x"]), exempt: true)?.code.rawValue == "id_token_nonce_differs")
        #expect(await verify(Naver.idToken(["sub": "n2"]), exempt: false)?.code == .subjectsDiffer)
    }

    @Test("S8: an id_token that a client brings has to hold the nonce, exempt or not")
    func nonceAlone() async throws {
        var settings = Self.openID
        settings.isNonceExempt = true
        let provider = try Naver(settings: settings).provider

        let identity = try await provider.verify(.idToken(Naver.idToken(), nonce: .matching(Naver.nonce)))
        let error = await failure { () throws(LoginError) in
            try await provider.verify(.idToken(Naver.idToken(["nonce": .none]), nonce: .matching(Naver.nonce)))
        }

        #expect(identity.key.subject == "n-AbC_1" && identity.isForOurApp)
        #expect(error?.code.rawValue == "id_token_nonce_missing")
    }

    @Test("S10: a bare access token may be any app's, and says so")
    func bareToken() async throws {
        let naver = try Naver([Naver.mePath: { _ in .json(Naver.me(["id": "n-AbC_1", "email": "a@example.com"])) }])

        let identity = try await naver.provider.verify(.accessToken(Secret("T")))

        #expect(!identity.isForOurApp)
        #expect(identity.profile.email?.isVerified == false)
        #expect(identity.tokens == nil)
    }

    @Test("S10: where ids are plain numbers another app may have the same, so a bare token proves nothing")
    func bareTokenOfOldApp() async throws {
        let naver = try Naver([Naver.mePath: { _ in .json(Naver.me(["id": "12345678"])) }])

        let error = await failure { () throws(LoginError) in
            try await naver.provider.verify(.accessToken(Secret("T")))
        }

        #expect(error?.code == .requestRefused)
    }
}
