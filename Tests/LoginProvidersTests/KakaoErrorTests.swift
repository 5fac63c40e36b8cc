// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@Suite("Kakao's errors")
struct KakaoErrorTests {
    /// The error that an answer of `/v2/user/me` becomes.
    private func outcome(_ answer: HTTPResponse) async throws -> LoginError {
        let kakao = try Kakao([KakaoStub.mePath: { _ in answer }])
        return try #require(
            await failure { () throws(LoginError) in
                try await kakao.provider.profile(accessToken: Secret("ACCESS-1"))
            })
    }

    private static let table = ProviderCatalogue.entries.first { $0.id == .kakao }?.errors ?? []

    @Test("every code of Kakao's documents has a row, each once")
    func everyCodeHasARow() {
        let numbers = [
            -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -101, -102, -103, -201, -301, -401, -402, -405, -406,
            -421, -422, -423, -451, -452, -453, -480, -481, -501, -504, -530, -531, -532, -602, -603, -606, -903, -911,
            -9798,
        ].map(String.init)
        let koe = [
            "001", "002", "003", "004", "005", "006", "007", "008", "009", "010", "023", "101", "102", "201", "202",
            "203", "204", "205", "207", "237", "303", "310", "319", "320", "322", "400",
        ].map { "KOE\($0)" }
        let codes = Self.table.map(\.vendorCode)

        #expect(Set(codes).count == codes.count)
        #expect(Set(codes).isSuperset(of: numbers + koe))
    }

    @Test("every row says what failed and what to do, in both languages", arguments: table)
    func everyRowIsWhole(row: VendorError) {
        for text in [row.message, row.remedy] {
            #expect(text.korean.hasSuffix(".") && text.english.hasSuffix("."))
            #expect(text.korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
            #expect(text.english.allSatisfy { $0.isASCII })
        }
        #expect(row.message != row.remedy)
    }

    @Test("every number of the API becomes its row", arguments: table.filter { $0.vendorCode.hasPrefix("-") })
    func everyNumber(row: VendorError) async throws {
        let code = JSONValue(try #require(Int(row.vendorCode)))

        let error = try await outcome(.json(["msg": "m", "code": code], status: 400))

        #expect(error.vendorCode == row.vendorCode)
        #expect(error.code == row.code)
        #expect(error.advice == row.advice)
        #expect(error.message == row.message)
        #expect(error.remedy == row.remedy)
    }

    @Test(
        "every code of the authorization server becomes its row",
        arguments: table.filter { !$0.vendorCode.hasPrefix("-") })
    func everyName(row: VendorError) async throws {
        let body: JSONValue =
            row.vendorCode.hasPrefix("KOE")
            ? ["error": "x", "error_code": .string(row.vendorCode)] : ["error": .string(row.vendorCode)]

        let error = try await outcome(.json(body, status: 400))

        #expect(error.vendorCode == row.vendorCode)
        #expect(error.code == row.code)
        #expect(error.advice == row.advice)
        #expect(error.message == row.message)
    }

    @Test(
        "B87: five shapes of an error are read, and none of them is a failure to read",
        arguments: [
            (#"{"msg":"m","code":-401}"#, "-401"), (#"{"code":-401}"#, "-401"), (#"{"msg":"m","code":"-401"}"#, "-401"),
            (#"{"error":"invalid_grant","error_description":"d","error_code":"KOE320"}"#, "KOE320"), ("{}", nil),
        ] as [(String, String?)])
    func fiveShapes(body: String, vendorCode: String?) async throws {
        let error = try await outcome(.text(body, status: 400))

        #expect(error.vendorCode == vendorCode)
        #expect(error.httpStatus == 400)
        #expect(error.code != .malformedAnswer)
    }

    @Test(
        "-401 is a definite refusal whatever the status; -1 never is",
        arguments: [(-401, 401, true), (-401, 400, true), (-401, 503, false), (-1, 400, false), (-1, 500, false)])
    func definiteRefusals(code: Int, status: Int, isDefinite: Bool) async throws {
        let error = try await outcome(.json(["msg": "m", "code": JSONValue(code)], status: status))

        #expect(error.isDefiniteRefusal == isDefinite)
    }

    @Test("B86: a missing consent names the items to ask for, and ends nothing")
    func missingConsent() async throws {
        let error = try await outcome(
            .json(
                [
                    "msg": "insufficient scopes.", "code": -402, "api_type": "FRIENDS", "required_scopes": ["friends"],
                    "allowed_scopes": ["profile_nickname"],
                ], status: 403))

        #expect(error.advice == .askConsent(scopes: ["friends"]))
        #expect(error.code == .consentMissing)
        #expect(!error.isDefiniteRefusal)
    }

    @Test("a missing consent that names no item asks for none")
    func missingConsentWithoutItems() async throws {
        #expect(try await outcome(.json(["code": -402], status: 403)).advice == .fixRequest)
        #expect(try await outcome(.json(["code": -402, "required_scopes": [7]], status: 403)).advice == .fixRequest)
    }

    @Test(
        "429 and 5xx pass by themselves, whatever the body",
        arguments: [429, 500, 502, 503, 504], ["{}", #"{"code":-2,"msg":"m"}"#, #"{"code":-77}"#, "<html>", ""])
    func passingStatus(status: Int, body: String) async throws {
        let error = try await outcome(.text(body, status: status))

        #expect(error.advice == .tryLater)
        #expect(error.httpStatus == status)
    }

    @Test("B81: an error page is judged by its status, and never by its words")
    func errorPage() async throws {
        let bad = try await outcome(.html("<html>bad gateway</html>", status: 502))
        let good = try await outcome(.json("<html>bad gateway</html>", status: 200))
        let page = try await outcome(
            HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array("<html>".utf8)))

        #expect(bad.code == .providerUnavailable && bad.httpStatus == 502)
        #expect(good.code == .malformedAnswer)
        #expect(page.code == .malformedAnswer)
        #expect(![bad, good, page].contains { $0.description.contains("gateway") })
    }

    @Test(
        "B84: an answer in another format says which", arguments: ["text/xml", "text/html", "application/octet-stream"])
    func otherFormat(type: String) async throws {
        let answer = HTTPResponse(
            status: 200, headers: ["Content-Type": "\(type); charset=utf-8"], body: Array("<data/>".utf8))

        let error = try await outcome(answer)

        #expect(error.code == .unexpectedContentType)
        #expect(error.message.english.contains(type))
        #expect(error.message.korean.contains(type))
    }

    @Test("JSON under another name is read all the same")
    func jsonUnderAnotherName() async throws {
        let answer = HTTPResponse(
            status: 200, headers: ["Content-Type": "text/html"], body: Kakao.me.serialized())
        let kakao = try Kakao([KakaoStub.mePath: { _ in answer }])

        #expect(try await kakao.provider.profile(accessToken: Secret("ACCESS-1")).subject == "1001")
    }

    @Test(
        "a code that nobody knows is kept as text where it is built like one",
        arguments: [
            (["code": -77], "-77"), (["error": "new_error"], "new_error"),
            (["error": "x", "error_code": "KOE999"], "KOE999"), (["error": "new_error<script>"], nil),
            (["error": "ACCESS-TOKEN-1"], nil), (["error": "x", "error_code": "mina@example.test"], nil),
        ] as [(JSONValue, String?)])
    func unknownCode(body: JSONValue, shown: String?) async throws {
        let error = try await outcome(.json(body, status: 400))

        #expect(error.code == .providerError)
        #expect(error.advice == .fixRequest)
        #expect(error.vendorCode == shown)
    }

    @Test("a KOE code that nobody knows keeps the meaning of its OAuth name")
    func unknownKOE() async throws {
        let error = try await outcome(.json(["error": "invalid_grant", "error_code": "KOE399"], status: 400))

        #expect(error.code == .grantRefused)
        #expect(error.vendorCode == "KOE399")
        #expect(error.advice == .signInAgain)
    }

    @Test("S15: an answer beyond the limit is not read, and ends nothing")
    func oversizedAnswer() async throws {
        let filler = JSONValue.string(String(repeating: "a", count: 300_000))

        let error = try await outcome(.json(["id": 1001, "properties": ["nickname": filler]]))

        #expect(error.advice == .tryLater)
    }
}
