// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("Answers to Kakao's own calls that nobody promised")
struct KakaoAPIAnswerTests {
    private static let token = KakaoAccess.person(accessToken: Secret("ACCESS-1"))
    private static let scopesPath = "kapi.kakao.com/v2/user/scopes"

    private func api(_ path: String, _ answer: HTTPResponse) throws -> (KakaoAPI, ProviderStub) {
        let kakao = try Kakao([path: { _ in answer }])
        return (
            try KakaoAPI(
                Kakao.settings,
                environment: ProviderEnvironment(
                    transport: HandlerTransport(kakao.stub), clock: kakao.clock, random: SeededRandomSource(seed: 1),
                    log: .silent)), kakao.stub
        )
    }

    @Test(
        "a list of consents that is none is a malformed answer",
        arguments: [[:], ["scopes": 1], ["scopes": [["id": "x"]]], ["scopes": [["agreed": true]]], ["scopes": ["x"]]]
            as [JSONValue])
    func malformedConsents(answer: JSONValue) async throws {
        let (api, _) = try api(Self.scopesPath, .json(answer))

        let error = await failure { () throws(LoginError) in try await api.consents(of: Self.token) }

        #expect(error?.code == .malformedAnswer && error?.advice == .tryLater)
    }

    @Test("consents with little in them are taken, and kinds that nobody knows are kept")
    func sparseConsents() async throws {
        let (api, _) = try api(
            Self.scopesPath,
            .json(["scopes": [["id": "x", "agreed": true], ["id": "y", "agreed": false, "type": "NEW"]]]))

        let consents = try await api.consents(of: Self.token)

        #expect(consents.map(\.name) == ["x", "y"])
        #expect(consents.map(\.isRevocable) == [false, false])
        #expect(consents.last?.kind?.rawValue == "NEW")
    }

    @Test("terms that were not agreed to are not revocable, whatever the answer says; an absent list is an empty one")
    func terms() async throws {
        let path = "kapi.kakao.com/v2/user/service_terms"
        let (api, _) = try api(
            path,
            .json([
                "service_terms": [
                    ["tag": "a", "required": false, "agreed": false, "revocable": true],
                    ["tag": "b", "agreed": true, "agreed_at": "yesterday"],
                ]
            ]))
        let (empty, _) = try self.api(path, .json(["id": 1001]))

        let terms = try await api.serviceTerms(of: Self.token)

        #expect(terms.map(\.isRevocable) == [false, false])
        #expect(terms.map(\.agreedAt) == [nil, nil])
        #expect(try await empty.serviceTerms(of: Self.token).isEmpty)
    }

    @Test("an answer to the admin key that speaks of somebody else is refused")
    func otherPerson() async throws {
        let (api, _) = try api(Self.scopesPath, .json(["id": 1002, "scopes": []]))

        let error = await failure { () throws(LoginError) in try await api.consents(of: .admin(userID: "1001")) }

        #expect(error?.code == .subjectsDiffer)
    }

    @Test("a ticket that did not come is a fault: to go on without would ask for nothing")
    func noTicket() async throws {
        let (api, _) = try api("kauth.kakao.com/api/agt", .json([:]))

        let error = await failure { () throws(LoginError) in try await api.consentTicket(accessToken: Secret("A")) }

        #expect(error?.code == .malformedAnswer)
    }

    @Test("a missing consent names the items to ask for")
    func missingConsent() async throws {
        let (api, _) = try api(
            Self.scopesPath, .json(["msg": "m", "code": -402, "required_scopes": ["friends"]], status: 403))

        let error = await failure { () throws(LoginError) in try await api.consents(of: Self.token) }

        #expect(error?.advice == .askConsent(scopes: ["friends"]))
    }

    @Test(
        "what Kakao's own meaning of -3 makes of an error, a fault of the moment still passes",
        arguments: [(503, LoginError.Advice.tryLater), (429, .tryLater), (403, .fixRequest)])
    func passingFault(status: Int, advice: LoginError.Advice) async throws {
        let (api, _) = try api(
            "kapi.kakao.com/v2/user/revoke/scopes", .json(["msg": "m", "code": -3], status: status))

        let error = await failure { () throws(LoginError) in try await api.revokeConsents(["x"], of: Self.token) }

        #expect(error?.advice == advice)
    }

    @Test("reading puts fields into the query, changing into the form, and the proof into the header")
    func requests() async throws {
        let (reading, readStub) = try api(Self.scopesPath, .json(["id": 1001, "scopes": []]))
        let (changing, changeStub) = try api("kapi.kakao.com/v2/user/revoke/scopes", .json(["id": 1001, "scopes": []]))

        _ = try await reading.consents(of: .admin(userID: "1001"), only: ["a", "b"])
        _ = try await changing.revokeConsents(["a"], of: Self.token)

        let read = try #require(readStub.asked.last)
        let change = try #require(changeStub.asked.last)
        #expect(read.method == .get && read.body.isEmpty)
        #expect(read.headers["Authorization"] == "KakaoAK the-admin-key")
        #expect(try read.queryFields().single("scopes") == #"["a","b"]"#)
        #expect(try read.queryFields().single("target_id") == "1001")
        #expect(change.method == .post && change.query == nil)
        #expect(change.headers["Authorization"] == "Bearer ACCESS-1")
        #expect(try change.formFields()?.single("scopes") == #"["a"]"#)
    }

    @Test("a list of users with something else in it is a malformed answer")
    func malformedUsers() async throws {
        let (ids, _) = try api("kapi.kakao.com/v1/user/ids", .json(["elements": [1, "x"]]))
        let (users, _) = try api("kapi.kakao.com/v2/app/users", .json(["users": []]))

        let errors = [
            await failure { () throws(LoginError) in _ = try await ids.userIDs() },
            await failure { () throws(LoginError) in _ = try await users.profiles(of: ["1"]) },
        ]

        for error in errors { #expect(error?.code == .malformedAnswer) }
    }

    @Test("settings that could not work are refused before any call")
    func badSettings() throws {
        let kakao = try Kakao()
        let environment = ProviderEnvironment(
            transport: HandlerTransport(kakao.stub), clock: kakao.clock, random: SeededRandomSource(seed: 1),
            log: .silent)

        #expect(throws: LoginError.self) { try KakaoAPI(KakaoSettings(), environment: environment) }
    }
}
