// SPDX-License-Identifier: Apache-2.0

import LoginHTTP
import Testing

@Suite("Percent-encoding")
struct PercentCodingTests {
    @Test(
        "B13: escapes all but letters, digits and four marks, plus and slash included",
        arguments: [
            ("AAAA+bb/cc==", "AAAA%2Bbb%2Fcc%3D%3D"), ("azAZ09-._~", "azAZ09-._~"), ("a b", "a%20b"), ("", ""),
            ("김서연", "%EA%B9%80%EC%84%9C%EC%97%B0"),
            ("!*'();:@&=$,?#[]", "%21%2A%27%28%29%3B%3A%40%26%3D%24%2C%3F%23%5B%5D"),
            ("\u{0}\r\n%", "%00%0D%0A%25"),
        ])
    func encoding(text: String, encoded: String) {
        #expect(percentEncoded(text) == encoded)
        #expect(percentDecoded(encoded, plusIsBlank: true) == text)
        #expect(percentDecoded(encoded, plusIsBlank: false) == text)
    }

    @Test("B10: is undone exactly once")
    func once() {
        #expect(percentDecoded("4%2F0Ab%2BcD%3D", plusIsBlank: true) == "4/0Ab+cD=")
        #expect(percentDecoded("%252F", plusIsBlank: true) == "%2F")
    }

    @Test("B04: a plus is a blank in forms and a plus elsewhere")
    func plus() {
        #expect(percentDecoded("User+said+no", plusIsBlank: true) == "User said no")
        #expect(percentDecoded("User+said+no", plusIsBlank: false) == "User+said+no")
    }

    @Test("escapes in lower case are read too")
    func lowerCase() {
        #expect(percentDecoded("%ea%b9%80", plusIsBlank: false) == "김")
    }

    @Test(
        "a broken escape, or bytes that are not UTF-8, make the whole text unreadable",
        arguments: ["%", "%2", "a%2", "%zz", "%2g", "%%20", "%-1", "%+1", "%ff", "%C0%AF", "%ED%A0%BD", "%EA%B9"])
    func broken(text: String) {
        #expect(percentDecoded(text, plusIsBlank: true) == nil)
    }
}
