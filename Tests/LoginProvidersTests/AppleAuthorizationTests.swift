// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("Beginning a sign-in at Apple, and its callback")
struct AppleAuthorizationTests {
    private let pending = PendingCallback(
        provider: .apple, redirectURI: "https://login.example/cb", state: Secret("S1"))

    private func fields(of request: AuthorizationRequest) throws -> FormFields {
        try FormFields(parsing: #require(HTTPAddress(request.url)?.query))
    }

    /// A callback as the browser posts it from Apple's page.
    private func callback(_ fields: FormFields) throws -> CallbackResult {
        let request = try #require(HTTPRequest.form(fields, to: "https://login.example/cb"))
        return try Apple().provider.readCallback(request, for: pending)
    }

    private func name(user: String?) throws -> String? {
        var fields: FormFields = ["code": "C1", "state": "S1"]
        fields.add("user", user)
        guard case .code(let code) = try callback(fields) else {
            Issue.record("the callback brings a code")
            return nil
        }
        return code.remarks.name
    }

    @Test("scopes are asked for with form_post and a blank as %20, the nonce goes as it is, and no challenge is sent")
    func withScopes() throws {
        let request = try Apple().provider.authorize(redirectURI: "https://login.example/cb")

        let sent = try fields(of: request)
        #expect(request.url.hasPrefix("https://appleid.apple.com/auth/authorize?"))
        #expect(request.url.contains("scope=name%20email"))
        #expect(try sent.single("response_mode") == "form_post")
        #expect(try sent.single("response_type") == "code")
        #expect(try sent.single("client_id") == "com.example.web")
        #expect(try sent.single("nonce") == request.nonce.exposed)
        #expect(try sent.single("code_challenge") == nil)
    }

    @Test("without scopes no response_mode is sent")
    func withoutScopes() throws {
        var settings = Apple.settings
        settings.scopes = []

        let request = try Apple(settings: settings).provider.authorize(redirectURI: "https://login.example/cb")

        #expect(!request.url.contains("response_mode"))
        #expect(!request.url.contains("scope"))
    }

    @Test(
        "B06, B65: the field user is a JSON text, from which the name is taken as people write it",
        arguments: [
            (#"{"name":{"firstName":"서연","lastName":"김"}}"#, "김서연"),
            (#"{"name":{"firstName":"Min","lastName":"Kim"},"email":"min@example.test"}"#, "Min Kim"),
            (#"{"name":{"firstName":"Min","middleName":"J","lastName":"Kim"}}"#, "Min Kim"),
            (#"{"name":{"firstName":" 서연 ","lastName":""}}"#, "서연"),
            (#"{"name":{"firstName":"서연","lastName":"Kim"}}"#, "서연 Kim"),
            (#"{"name":{"firstName":"","lastName":"  "}}"#, nil), (#"{"name":{}}"#, nil), (#"{"name":null}"#, nil),
            (#"{"email":"min@example.test"}"#, nil), ("{}", nil), ("", nil), ("nonsense", nil), ("[1]", nil),
            (#"{"name":{"firstName":7}}"#, nil), (#"{"name":"#, nil),
            (#"{"name":{"firstName":"서\u0000연","lastName":"김"}}"#, "김서연"),
            (#"{"name":{"firstName":"서연","lastName":"\ud83d"}}"#, "서연 \u{FFFD}"),
            ("{\"name\":{\"firstName\":\"\(String(repeating: "a", count: 5000))\"}}", nil), (nil, nil),
        ] as [(String?, String?)])
    func names(user: String?, name expected: String?) throws {
        #expect(try name(user: user) == expected)
    }

    @Test(
        "a field that stands in the callback twice spoils it",
        arguments: [
            ["code": "C1", "state": "S1", "user": "{}", "user": "{}"], ["code": "C1", "code": "C2", "state": "S1"],
            ["code": "C1", "state": "S1", "state": "S1"],
            ["code": "C1", "state": "S1", "id_token": "a", "id_token": "b"],
        ] as [FormFields])
    func repeatedFields(fields: FormFields) throws {
        guard case .refused(let error) = try callback(fields) else {
            Issue.record("a repeated field is refused")
            return
        }
        #expect(error.code == .callbackMalformed)
    }

    @Test("a cancel on Apple's page is a cancel, and any other error a refusal that says what to do")
    func errors() throws {
        guard case .cancelled = try callback(["error": "user_cancelled_authorize", "state": "S1"]),
            case .refused(let error) = try callback(["error": "invalid_scope", "state": "S1"]),
            case .notOurs = try callback(["error": "user_cancelled_authorize", "state": "S2"])
        else {
            Issue.record("cancel, refusal and a stranger's callback differ")
            return
        }
        #expect(error.advice == .fixSetup)
        #expect(error.vendorCode == "invalid_scope")
    }

    @Test("C16: the remarks of a callback show no name")
    func remarksShowNothing() throws {
        let remarks = CallbackRemarks(name: "김서연", declinedScopes: ["email"])
        var dumped = ""
        dump(remarks, to: &dumped)

        #expect(!"\(remarks) \(String(reflecting: remarks)) \(dumped)".contains("서연"))
    }
}
