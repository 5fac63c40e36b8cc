// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import Testing

/// The catalogue of refusals and the two documents that carry them.
struct ProblemTests {
    @Test(arguments: ProblemCode.allCases)
    func `every code has a title and a remedy in both languages`(code: ProblemCode) {
        for text in [code.title, code.remedy] {
            #expect(text.korean.unicodeScalars.contains { ("가"..."힣").contains($0) }, "\(code)")
            let isASCII = text.english.utf8.allSatisfy { $0 < 0x80 }
            #expect(isASCII, "\(code)")
            #expect(text.english.hasSuffix(".") && text.korean.hasSuffix("."), "\(code)")
        }
    }

    @Test(arguments: ProblemCode.allCases)
    func `every code has an error status, and one that OAuth allows`(code: ProblemCode) {
        #expect((400...599).contains(code.status))
        #expect([400, 401, 405, 413, 415, 500, 503].contains(code.oauthStatus))
    }

    @Test(arguments: ProblemCode.allCases)
    func `S57: the description for OAuth clients holds only what RFC 6749 allows there`(code: ProblemCode) {
        let allowed = code.title.english.unicodeScalars.allSatisfy { scalar in
            (0x20...0x7E).contains(scalar.value) && scalar != "\"" && scalar != "\\"
        }

        #expect(allowed, "section 5.2: %x20-21 / %x23-5B / %x5D-7E")
    }

    @Test func `a problem document says what, why and what to do, in the language asked for`() throws {
        let problem = Problem(
            .credentialRefused, detail: BilingualText(ko: "코드가 이미 쓰였습니다.", en: "The code was used."),
            field: "credential.code", vendorCode: "KOE320")

        let document = problem.document(in: .korean, requestID: "ab12")

        #expect(document["type"]?.string == "urn:problem-type:social-login:credential_refused")
        #expect(document["status"]?.integer == 400)
        #expect(document["title"]?.string == ProblemCode.credentialRefused.title.korean)
        #expect(document["detail"]?.string == "코드가 이미 쓰였습니다.")
        #expect(document["remedy"]?.string == ProblemCode.credentialRefused.remedy.korean)
        #expect(document["advice"]?.string == "sign_in_again")
        #expect(document["field"]?.string == "credential.code")
        #expect(document["vendor_code"]?.string == "KOE320")
        #expect(document["request_id"]?.string == "ab12")
    }

    @Test func `an OAuth error has the standard's two members beside ours`() {
        let document = Problem(.refreshReuse).oauthDocument(in: .korean, requestID: "ab12")

        #expect(document["error"]?.string == "invalid_grant")
        #expect(document["error_description"]?.string == ProblemCode.refreshReuse.title.english)
        #expect(document["code"]?.string == "refresh_reuse")
    }

    @Test(arguments: ProblemCode.allCases)
    func `a client reads back what the server wrote`(code: ProblemCode) throws {
        let problem = Problem(code, missingScopes: ["friends"])

        for document in [
            problem.document(in: .english, requestID: "r1"), problem.oauthDocument(in: .english, requestID: "r1"),
        ] {
            let answer = try ProblemAnswer(json: document, status: code.status)
            #expect(answer.known == code)
            #expect(answer.requestID == "r1")
            #expect(answer.loginError.message == code.title)
            if code == .consentMissing {
                #expect(answer.loginError.advice == .askConsent(scopes: ["friends"]))
            } else {
                #expect(answer.loginError.advice == code.advice)
            }
        }
    }

    @Test(arguments: [
        ("sign_in_again", LoginError.Advice.signInAgain), ("fix_setup", .fixSetup), ("something_new", .tryLater),
    ])
    func `a code of a newer server is judged by its advice, and without a known one nobody is signed out`(
        name: String, advice: LoginError.Advice
    ) throws {
        let document: JSONValue = ["code": "invented_later", "title": "T", "remedy": "R", "advice": .string(name)]

        let error = try ProblemAnswer(json: document, status: 400).loginError

        #expect(error.code.rawValue == "invented_later")
        #expect(error.advice == advice)
        #expect(error.message.korean == "T")
    }

    @Test func `only refusals that end a session advise to sign in again`() {
        let ending = Set(ProblemCode.allCases.filter { $0.advice == .signInAgain })

        #expect(!ending.contains(.accessTokenExpired))
        #expect(ending.isDisjoint(with: [.providerUnavailable, .storeUnavailable, .internalError, .bodyTooLarge]))
        #expect(ending.isSuperset(of: [.refreshReuse, .refreshExpired, .sessionEnded, .sessionExpired]))
    }
}
