// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("Reading a person's profile at Kakao")
struct KakaoProfileTests {
    /// The profile that an answer's text gives.
    private func profile(_ text: String, settings: KakaoSettings = Kakao.settings) async throws -> Profile {
        let kakao = try Kakao([KakaoStub.mePath: { _ in .text(text) }], settings: settings)
        return try await kakao.provider.profile(accessToken: Secret("ACCESS-1"))
    }

    private func account(_ members: String) async throws -> Profile {
        try await profile(#"{"id":1001,"kakao_account":{\#(members)}}"#)
    }

    @Test("the call carries the token as bearer, asks for https pictures, and for single items where told")
    func request() async throws {
        var settings = Kakao.settings
        settings.propertyKeys = ["kakao_account.email", "properties."]
        let kakao = try Kakao([KakaoStub.mePath: { _ in .json(Kakao.me) }], settings: settings)

        _ = try await kakao.provider.profile(accessToken: Secret("ACCESS-1"))

        let request = try #require(kakao.stub.asked.last)
        let query = try request.queryFields()
        #expect(request.headers["Authorization"] == "Bearer ACCESS-1")
        #expect(try query.single("secure_resource") == "true")
        #expect(try query.single("property_keys") == #"["kakao_account.email","properties."]"#)
    }

    @Test("B43: an answer that holds only the id is a person with nothing else")
    func onlyTheID() async throws {
        #expect(try await profile(#"{"id":3000000001}"#) == Profile(subject: "3000000001"))
    }

    @Test(
        "B49: ids are whole numbers of 64 bits, every digit kept",
        arguments: ["3000000001", "9007199254740993", "9223372036854775807"])
    func goodID(id: String) async throws {
        #expect(try await profile(#"{"id":\#(id)}"#).subject == id)
    }

    @Test(
        "B49: what is no such number is an error and not another person",
        arguments: ["9223372036854775808", "1.0", "1e3", "0", "-1", "null", "\"\"", "\"3000000001\"", "{}"])
    func badID(id: String) async throws {
        let kakao = try Kakao([KakaoStub.mePath: { _ in .text(#"{"id":\#(id)}"#) }])

        let error = await failure { () throws(LoginError) in
            try await kakao.provider.profile(accessToken: Secret("ACCESS-1"))
        }

        #expect(error?.code == .malformedAnswer)
        #expect(error?.httpStatus == 200)
    }

    @Test("everything that was agreed to is read")
    func fullProfile() async throws {
        let profile = try await profile(
            #"""
            {"id":1001,"has_signed_up":true,"connected_at":"2025-01-02T03:04:05Z","properties":{"nickname":"옛 이름"},
             "kakao_account":{"profile":{"nickname":"민아","profile_image_url":"https://k.kakaocdn.example/640.jpg",
             "thumbnail_image_url":"https://k.kakaocdn.example/110.jpg","is_default_image":false},
             "name":"김민아","has_email":true,"is_email_valid":true,"is_email_verified":true,"email":"mina@example.test",
             "age_range":"20~29","birthyear":"1999","birthday":"0229","birthday_type":"SOLAR","gender":"female",
             "phone_number":"+82 10-0000-0000"},"for_partner":{"uuid":"uu-1"}}
            """#)

        #expect(profile.nickname == "민아")
        #expect(profile.name == "김민아")
        #expect(profile.email == EmailAddress("mina@example.test", isVerified: true))
        #expect(profile.pictureURL == "https://k.kakaocdn.example/640.jpg")
        #expect(profile.thumbnailURL == "https://k.kakaocdn.example/110.jpg")
        #expect(profile.gender == .female)
        #expect(profile.ageRange == AgeRange("20~29"))
        #expect(profile.birthYear == 1999)
        #expect(profile.birthday == Birthday("0229"))
        #expect(profile.phoneNumber?.international == "+821000000000")
        #expect(profile.needsAgreement == nil)
    }

    @Test("older apps have nickname and pictures among the properties")
    func properties() async throws {
        let profile = try await profile(
            #"{"id":1,"properties":{"nickname":"민아","profile_image":"https://a.example/1","thumbnail_image":"https://a.example/2"}}"#
        )

        #expect(profile.nickname == "민아")
        #expect(profile.pictureURL == "https://a.example/1")
        #expect(profile.thumbnailURL == "https://a.example/2")
    }

    @Test("B45: what was not agreed to is told apart from what is not there")
    func needsAgreement() async throws {
        let asked = try await account(
            #""profile_needs_agreement":true,"email_needs_agreement":true,"gender_needs_agreement":false"#)
        let silent = try await account(#""profile":{}"#)

        #expect(asked.needsAgreement == ["profile", "email"])
        #expect(asked.nickname == nil && asked.email == nil)
        #expect(silent.needsAgreement == nil)
    }

    @Test(
        "S20, B91: an address counts as verified with both flags only",
        arguments: [
            (#","is_email_valid":true,"is_email_verified":true"#, true),
            (#","is_email_valid":true,"is_email_verified":false"#, false),
            (#","is_email_valid":false,"is_email_verified":true"#, false),
            (#","is_email_verified":true"#, false), (#","is_email_valid":true"#, false), ("", false),
            (#","is_email_valid":"true","is_email_verified":"true""#, false),
            (#","is_email_valid":1,"is_email_verified":1"#, false),
        ])
    func verifiedEmail(flags: String, isVerified: Bool) async throws {
        let profile = try await account(#""email":"victim@example.test"\#(flags)"#)

        #expect(profile.email == EmailAddress("victim@example.test", isVerified: isVerified))
    }

    @Test("S20: an address from an id_token is never verified")
    func emailOfAnIDToken() async throws {
        let token = Kakao.idToken(["email": "mina@example.test", "picture": ""])

        let identity = try await Kakao().provider.verify(.idToken(token, nonce: .matching(Kakao.nonce)))

        #expect(identity.profile.email == EmailAddress("mina@example.test", isVerified: false))
        #expect(identity.profile.nickname == "민아")
        #expect(identity.profile.pictureURL == nil)
    }

    @Test(
        "B54: an empty text, or no web address, is no picture",
        arguments: ["", "none", "javascript:alert(1)", "http://", "https://a.example/\\u0000<b>"])
    func noPicture(url: String) async throws {
        let profile = try await account(
            #""profile":{"nickname":"가나","profile_image_url":"\#(url)","thumbnail_image_url":"\#(url)"}"#)

        #expect(profile.pictureURL == nil)
        #expect(profile.thumbnailURL == nil)
        #expect(profile.nickname == "가나")
    }

    @Test("B60, B61: characters beyond the basic plane stay, NUL goes, half a pair costs nobody the sign-in")
    func unusualNicknames() async throws {
        let astral = try await account(#""profile":{"nickname":"rider \ud83d\udeb2 x"}"#)
        let withNUL = try await account(#""profile":{"nickname":"a\u0000b"}"#)
        let half = try await account(#""profile":{"nickname":"\ud83d"}"#)
        let nothingLeft = try await account(#""profile":{"nickname":"\u0000"}"#)

        #expect(astral.nickname == "rider 🚲 x")
        #expect(withNUL.nickname == "ab")
        #expect(half.subject == "1001")
        #expect(half.nickname == "\u{FFFD}")
        #expect(nothingLeft.nickname == nil)
    }

    @Test(
        "B51: a value that nobody knows yet leaves the rest of the account as it is",
        arguments: [
            #""gender":"other""#, #""age_range":"1~9""#, #""age_range":"ancient""#, #""age_range":7"#,
            #""birthday":"1340""#, #""birthday_type":"MARTIAN""#, #""birthyear":"99""#, #""birthyear":1999"#,
            #""phone_number":"none""#, #""name":null"#, #""name":["a"]"#, #""is_korean":"maybe""#,
            #""profile_needs_agreement":"yes""#,
        ])
    func unknownValues(member: String) async throws {
        let profile = try await account(#"\#(member),"email":"mina@example.test","profile":{"nickname":"민아"}"#)

        #expect(profile.nickname == "민아")
        #expect(profile.email?.address == "mina@example.test")
    }

    @Test("B51: an age range of Kakao's documents that its own SDK lacks is read, a new gender is unknown")
    func laterValues() async throws {
        let profile = try await account(#""age_range":"1~9","gender":"other""#)

        #expect(profile.ageRange?.from == 1 && profile.ageRange?.to == 9)
        #expect(profile.gender == .unknown)
    }

    @Test("a lunar birthday says so")
    func lunarBirthday() async throws {
        #expect(try await account(#""birthday":"0815","birthday_type":"LUNAR""#).birthday?.isLunar == true)
    }

    @Test("B93: nobody without an address is given one")
    func noEmail() async throws {
        #expect(try await account(#""has_email":true,"email_needs_agreement":true"#).email == nil)
        #expect(try await account(#""email":"""#).email == nil)
    }

    @Test("members of the wrong kind cost nobody the id", arguments: ["[]", "7", "null", "\"x\""])
    func wrongKinds(value: String) async throws {
        let profile = try await profile(#"{"id":5,"kakao_account":\#(value),"properties":\#(value)}"#)

        #expect(profile.subject == "5")
    }

    @Test(
        "pictures on Kakao's own hosts are https, others and odd addresses stay as they came",
        arguments: [
            ("http://k.kakaocdn.net/dn/a/b/img_640x640.jpg", "https://k.kakaocdn.net/dn/a/b/img_640x640.jpg"),
            (
                "http://img1.kakaocdn.net/thumb/R640x640.q70/?fname=http://t1.kakaocdn.net/account_images/default_profile.jpeg",
                "https://img1.kakaocdn.net/thumb/R640x640.q70/?fname=http://t1.kakaocdn.net/account_images/default_profile.jpeg"
            ),
            ("https://k.kakaocdn.net/a.jpg", "https://k.kakaocdn.net/a.jpg"),
            ("http://k.kakaocdn.net:8080/a.jpg", "http://k.kakaocdn.net:8080/a.jpg"),
            ("http://k.kakaocdn.net.example/a.jpg", "http://k.kakaocdn.net.example/a.jpg"),
        ])
    func securePictures(sent: String, kept: String) async throws {
        let answer: JSONValue = ["id": 1001, "kakao_account": ["profile": ["profile_image_url": .string(sent)]]]
        let kakao = try Kakao([KakaoStub.mePath: { _ in .json(answer) }])

        #expect(try await kakao.provider.profile(accessToken: Secret("ACCESS-1")).pictureURL == kept)
    }
}
