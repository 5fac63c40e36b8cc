// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders
import ProviderEmulator
import Testing

@Suite("Kakao's sign-up, user properties, lists of users and logout, against the emulator")
struct KakaoUserTests {
    private let kakao: EmulatedKakao
    private let api: KakaoAPI

    init() throws {
        kakao = try EmulatedKakao()
        api = try kakao.api()
    }

    @Test("an app that links by hand signs people up; a repeated call is no fault")
    func signsUp() async throws {
        try await kakao.setApp(["auto_link": false, "user_properties": ["colour"]])
        let token = try await kakao.tokens().accessToken
        let before = await failure { () throws(LoginError) in
            try await api.consents(of: .person(accessToken: token))
        }

        try await api.signUp(accessToken: token, properties: ["colour": "붉은 \"색\""])
        try await api.signUp(accessToken: token)

        #expect(before?.code == .notLinked && before?.vendorCode == "-101")
        #expect(try await api.consents(of: .person(accessToken: token)).isEmpty == false)
        let links = try JSONValue(parsing: try await kakao.control(.get, "kakao/links").body)
        #expect(links.array?.first?["properties"] == ["colour": "붉은 \"색\""])
    }

    @Test("user properties are changed, and those that do not exist or are Kakao's own are refused")
    func properties() async throws {
        try await kakao.setApp(["user_properties": ["colour"]])
        let token = try await kakao.tokens().accessToken

        try await api.updateProperties(["colour": "blue"], accessToken: token)
        let errors = [
            await failure { () throws(LoginError) in
                try await api.updateProperties(["shoe": "41"], accessToken: token)
            },
            await failure { () throws(LoginError) in
                try await api.updateProperties(["nickname": "x"], accessToken: token)
            },
        ]

        let links = try JSONValue(parsing: try await kakao.control(.get, "kakao/links").body)
        #expect(links.array?.first?["properties"] == ["colour": "blue"])
        for error in errors { #expect(error?.vendorCode == "-201" && error?.advice == .fixRequest) }
    }

    @Test("users are listed page by page, each once, to an empty page")
    func userIDs() async throws {
        let people: [Int64] = [1001, 1002, 1003, 1004, 9_007_199_254_740_993]
        for person in people { try await kakao.control(.put, "kakao/apps/1000001/people/\(person)", ["agreed": []]) }

        var pages: [[String]] = [try await api.userIDs(limit: 2)]
        while let last = pages.last?.last, pages.count < 10 {
            pages.append(try await api.userIDs(after: last, limit: 2))
        }

        #expect(pages.map(\.count) == [2, 2, 1, 0])
        #expect(pages.flatMap { $0 } == people.map(String.init))
        #expect(try await api.userIDs(after: String(Int64.max)).isEmpty)
    }

    @Test("profiles of several people come in one list, whichever form Kakao gives it", arguments: [true, false])
    func profiles(inElements: Bool) async throws {
        try await kakao.control(.patch, "kakao/rules", ["users_in_elements": .bool(inElements)])
        for person in [1001, 1006] {
            try await kakao.control(
                .put, "kakao/apps/1000001/people/\(person)", ["agreed": ["profile_nickname", "profile_image"]])
        }

        let profiles = try await api.profiles(of: ["1001", "1004", "1006"])

        #expect(profiles.map(\.subject) == ["1001", "1006"])
        #expect(profiles.map(\.nickname) == ["김서연", "도윤"])
        #expect(profiles.first?.pictureURL?.hasPrefix("https://k.kakaocdn.net/") == true)
        #expect(profiles.last?.pictureURL?.hasPrefix("https://img1.kakaocdn.net/") == true)
        #expect(
            profiles.allSatisfy { profile in
                kakao.provider.pictureHosts.contains { profile.pictureURL?.contains($0) == true }
            })
    }

    @Test("more people than one call takes are asked for in several")
    func manyProfiles() async throws {
        for person in [1001, 1002] {
            try await kakao.control(.put, "kakao/apps/1000001/people/\(person)", ["agreed": []])
        }
        let ids = ["1001"] + (1...43).map { String(500_000 + $0) } + ["1002"]

        #expect(try await api.profiles(of: ids).map(\.subject) == ["1001", "1002"])
        #expect(try await api.profiles(of: []).isEmpty)
        let requests = try JSONValue(parsing: try await kakao.control(.get, "requests?path=/v2/app/users").body)
        #expect(requests.array?.count == 3)
    }

    @Test("the admin key reads, signs out everywhere and unlinks; somebody who is not linked is told apart")
    func byAdmin() async throws {
        let (first, second) = (try await kakao.tokens().accessToken, try await kakao.tokens().accessToken)
        let admin = KakaoAccess.admin(userID: "1001")

        let profile = try await api.profile(of: admin)
        try await api.signOut(admin)
        let signedOut = [
            try await kakao.provider.check(accessToken: first), try await kakao.provider.check(accessToken: second),
        ]
        try await api.unlink(admin)
        try await api.unlink(admin)
        let gone = await failure { () throws(LoginError) in try await api.profile(of: admin) }

        #expect(profile.nickname == "김서연")
        #expect(signedOut == [false, false])
        #expect(gone?.code == .notLinked)
    }

    @Test("a token signs out itself and no other")
    func signOut() async throws {
        let (first, second) = (try await kakao.tokens().accessToken, try await kakao.tokens().accessToken)

        try await api.signOut(.person(accessToken: first))

        #expect(try await kakao.provider.check(accessToken: first) == false)
        #expect(try await kakao.provider.check(accessToken: second))
    }

    @Test("without an admin key nothing is sent and the operator is told")
    func noAdminKey() async throws {
        var settings = EmulatedKakao.settings
        settings.adminKey = nil
        let api = try kakao.api(settings)

        for error in [
            await failure { () throws(LoginError) in try await api.profile(of: .admin(userID: "1001")) },
            await failure { () throws(LoginError) in _ = try await api.userIDs() },
            await failure { () throws(LoginError) in _ = try await api.profiles(of: ["1001"]) },
        ] {
            #expect(error?.code == .providerNotSetUp && error?.advice == .fixSetup)
        }
        let requests = try JSONValue(parsing: try await kakao.control(.get, "requests").body)
        #expect(requests.array?.isEmpty == true)
    }

    @Test("a logout in the browser ends the session at Kakao and comes back with its own state")
    func logoutInBrowser() async throws {
        let uri = "https://login.example/signed-out?from=kakao"
        try await kakao.setApp(["logout_redirect_uris": [.string(uri)]])
        let request = try api.logoutRequest(returningTo: uri)
        let other = try api.logoutRequest(returningTo: uri)

        let visitor = Visitor(emulator: kakao.emulator, person: 1001, decision: "agree_all")
        let address = try await visitor.go(to: request.url)

        #expect(request.isAnswered(by: address))
        #expect(!other.isAnswered(by: address))
        #expect(!request.isAnswered(by: uri))
        #expect(!request.isAnswered(by: "https://evil.example/signed-out?from=kakao&state=\(request.state.exposed)"))
        #expect("\(request)".contains(request.state.exposed) == false)
    }
}
