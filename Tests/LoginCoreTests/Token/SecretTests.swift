// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@Suite("C16: a secret")
struct SecretTests {
    private struct Holder {
        let name = "holder"
        let secret = Secret("s3cret")
        let list = [Secret("s3cret")]
        let maybe: Secret? = Secret("s3cret")
    }

    @Test("shows itself masked however it is printed")
    func masked() {
        let secret = Secret("s3cret")
        var dumped = ""
        dump(Holder(), to: &dumped)
        var printed = ""
        print(secret, [secret], ["key": secret], Holder(), to: &printed)

        let texts = [
            "\(secret)", String(describing: secret), String(reflecting: secret), secret.description,
            secret.debugDescription, "\([secret])", "\(Optional(secret) as Any)", "\(Holder())",
            String(reflecting: Holder()), dumped, printed,
        ]

        for text in texts {
            #expect(!text.contains("s3cret"))
            #expect(text.contains("••••"))
        }
    }

    @Test("has a mirror without children")
    func mirror() {
        #expect(Mirror(reflecting: Secret("s3cret")).children.isEmpty)
    }

    @Test("stays masked inside a token set, a log entry and an error")
    func insideOthers() {
        let tokens = TokenSet(
            accessToken: Secret("s3cret-a"), expiresAt: nil, refreshToken: Secret("s3cret-r"),
            idToken: Secret("s3cret-i"))
        let entries = Locked<[String]>([])
        let log = Log { entry in entries.withLock { $0.append("\(entry)") } }
        let error = LoginError(
            LoginError.Code(rawValue: "token_refused"), advice: .signInAgain,
            message: BilingualText(ko: "\(tokens.accessToken)", en: "\(tokens.accessToken)"),
            remedy: BilingualText(ko: "", en: ""))
        var dumped = ""
        dump(tokens, to: &dumped)
        dump(error, to: &dumped)

        log.write(.info, "token.refreshed", ["token": tokens.accessToken])

        for text in entries.value + [dumped, "\(tokens)", "\(error)", String(reflecting: error)] {
            #expect(!text.contains("s3cret"))
        }
    }

    @Test("gives its text only when asked for it by name")
    func exposed() {
        #expect(Secret("s3cret").exposed == "s3cret")
    }

    @Test(
        "equals another only with the same bytes",
        arguments: [
            ("abc", "abc", true), ("abc", "abd", false), ("abc", "ab", false), ("", "", true), ("", "a", false),
            ("\u{212A}", "K", false), ("\u{AC00}", "\u{1100}\u{1161}", false),
        ])
    func equality(left: String, right: String, areEqual: Bool) {
        #expect((Secret(left) == Secret(right)) == areEqual)
        #expect(Secret(left).matches(Secret(right)) == areEqual)
        #expect(Set([Secret(left), Secret(right)]).count == (areEqual ? 1 : 2))
    }

    @Test("is compared in constant time over all bytes, the first and the last alike")
    func constantTime() {
        let bytes = [UInt8](repeating: 7, count: 64)

        for place in bytes.indices {
            var other = bytes
            other[place] = 8
            #expect(!constantTimeEqual(bytes, other))
        }
        #expect(constantTimeEqual(bytes, bytes))
        #expect(constantTimeEqual([], []))
    }
}
