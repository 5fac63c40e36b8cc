// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("Reading a callback")
struct CallbackTests {
    private let provider: Provider
    private let pending = PendingCallback(
        provider: .kakao, redirectURI: "https://login.example/cb", state: Secret("S1"))

    init() throws {
        provider = try Kakao().provider
    }

    private func read(_ query: String) throws -> CallbackResult {
        provider.readCallback(try #require(HTTPRequest(.get, "https://login.example/cb?\(query)")), for: pending)
    }

    private func code(in result: CallbackResult) -> String? {
        if case .code(let code) = result { code.code.exposed } else { nil }
    }

    private func refusal(in result: CallbackResult) -> LoginError? {
        if case .refused(let error) = result { error } else { nil }
    }

    private func isNotOurs(_ result: CallbackResult) -> Bool {
        if case .notOurs = result { true } else { false }
    }

    @Test("a code with the right state is ours")
    func codeIsRead() throws {
        #expect(try code(in: read("code=C1&state=S1")) == "C1")
    }

    @Test("B10: a code is decoded exactly once")
    func codeIsDecodedOnce() throws {
        #expect(try code(in: read("code=4%2F0Ab%2BcD%3D&state=S1")) == "4/0Ab+cD=")
        #expect(try code(in: read("code=a%252Fb&state=S1")) == "a%2Fb")
    }

    @Test(
        "C2: a callback whose state is wrong, missing, empty or longer is not ours and leaves the attempt alone",
        arguments: ["code=C1&state=S2", "code=C1", "code=C1&state=", "code=C1&state=S1x", "code=C1&state=s1", ""])
    func foreignState(query: String) throws {
        #expect(try isNotOurs(read(query)))
        #expect(try code(in: read("code=C1&state=S1")) == "C1")
    }

    @Test("C2: a refusal without our state does not end the attempt either")
    func foreignRefusal() throws {
        #expect(try isNotOurs(read("error=access_denied")))
        #expect(try isNotOurs(read("error=access_denied&state=S2")))
    }

    @Test("C4: a callback for another provider's attempt is not ours")
    func otherProvidersAttempt() throws {
        let naver = PendingCallback(
            provider: ProviderID(rawValue: "naver"), redirectURI: "https://login.example/cb", state: Secret("S1"))
        let request = try #require(HTTPRequest(.get, "https://login.example/cb?code=C1&state=S1"))

        let result = provider.readCallback(request, for: naver)

        #expect(isNotOurs(result))
    }

    @Test("C4: an issuer is compared where it is sent")
    func issuerIsCompared() throws {
        let ours = try read("code=C1&state=S1&iss=https%3A%2F%2Fkauth.kakao.com")
        let theirs = try read("code=C1&state=S1&iss=https%3A%2F%2Fevil.example")

        #expect(code(in: ours) == "C1")
        #expect(refusal(in: theirs)?.code == .callbackOfOtherIssuer)
    }

    @Test("B04: saying no is a cancel with the provider's words, blanks read from plus signs")
    func refusalOfThePerson() throws {
        let result = try read("error=access_denied&error_description=User+said+no&state=S1")

        guard case .cancelled(let reason) = result else { return #expect(Bool(false), "\(result)") }
        #expect(reason == "User said no")
    }

    @Test("KakaoTalk's cancelled is a cancel too")
    func cancelInTheApp() throws {
        guard case .cancelled = try read("error=cancelled&state=S1") else { return #expect(Bool(false)) }
    }

    @Test(
        "other errors are refusals that say what to do",
        arguments: [
            ("error=login_required", LoginError.Code.interactionNeeded, LoginError.Advice.signInAgain),
            ("error=consent_required", .interactionNeeded, .signInAgain),
            ("error=server_error", .providerUnavailable, .tryLater),
            ("error=invalid_scope&error_code=KOE205", .appNotSetUp, .fixSetup),
            ("error=invalid_request", .requestRefused, .fixRequest),
            ("error=something_new", .providerError, .fixRequest),
        ])
    func otherErrors(query: String, code: LoginError.Code, advice: LoginError.Advice) throws {
        let error = try #require(refusal(in: read("\(query)&state=S1")))

        #expect(error.code == code)
        #expect(error.advice == advice)
    }

    @Test(
        "B09: a parameter that stands there twice spoils the callback",
        arguments: [
            "code=C1&state=S1&state=EVIL", "code=C1&code=C2&state=S1", "code=C1&state=EVIL&state=S1",
            "error=access_denied&error=x&state=S1", "code=C1&state=S1&iss=a&iss=b",
        ])
    func repeatedParameter(query: String) throws {
        #expect(try refusal(in: read(query))?.code == .callbackMalformed)
    }

    @Test("B09: repeated states of which none is ours leave the attempt alone")
    func repeatedForeignStates() throws {
        #expect(try isNotOurs(read("code=C1&state=EVIL&state=WORSE")))
    }

    @Test("a callback with our state and neither code nor error is refused", arguments: ["state=S1", "code=&state=S1"])
    func neitherCodeNorError(query: String) throws {
        #expect(try refusal(in: read(query))?.code == .callbackMalformed)
    }

    @Test("broken escapes make it nobody's callback", arguments: ["code=%zz&state=S1", "state=S1&x=%ff"])
    func brokenEscapes(query: String) throws {
        #expect(try isNotOurs(read(query)))
    }

    @Test("a form that is posted is read like a query")
    func postedForm() throws {
        let form = try #require(
            HTTPRequest.form(["code": "C1", "state": "S1", "user": "{}"], to: "https://login.example/cb"))

        #expect(code(in: provider.readCallback(form, for: pending)) == "C1")
    }

    @Test("a posted callback of another type, or with its fields in the query, is nobody's")
    func otherBody() throws {
        var request = try #require(HTTPRequest(.post, "https://login.example/cb?code=C1&state=S1"))
        request.headers["Content-Type"] = "application/json"

        #expect(isNotOurs(provider.readCallback(request, for: pending)))
    }
}
