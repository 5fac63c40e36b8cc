// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import Testing

@Suite("Base64, base64url and hex")
struct EncodingTests {
    private static let table: [(plain: String, url: String, padded: String)] = [
        ("", "", ""), ("f", "Zg", "Zg=="), ("fo", "Zm8", "Zm8="), ("foo", "Zm9v", "Zm9v"),
        ("foob", "Zm9vYg", "Zm9vYg=="), ("fooba", "Zm9vYmE", "Zm9vYmE="), ("foobar", "Zm9vYmFy", "Zm9vYmFy"),
    ]

    @Test("The values of RFC 4648, section 10, are written and read", arguments: table)
    func knownValues(plain: String, url: String, padded: String) {
        let bytes = Array(plain.utf8)

        #expect(Base64URL.encode(bytes) == url)
        #expect(Base64URL.decode(url) == bytes)
        #expect(Base64.encode(bytes) == padded)
        #expect(Base64.decode(padded) == bytes)
    }

    @Test("B96: base64url is read without padding, and with - and _")
    func withoutPadding() throws {
        #expect(Base64URL.decode("eyJhIjoxfQ") == Array(#"{"a":1}"#.utf8))
        #expect(Base64URL.decode("-_-_") == [0xfb, 0xff, 0xbf])
        #expect(Base64URL.encode([0xfb, 0xff, 0xbf]) == "-_-_")
    }

    @Test(
        "S14: padding, the other alphabet, foreign characters and stray bits are refused in base64url",
        arguments: [
            "Zg==", "Zm8=", "Zg=", "Z", "Zm9vY", "Zh", "Zm9", "+_-_", "-/-_", "Zm 9v", "Zm9v\n", "Zm9v.", "Zm9v?", "가",
            "Zm9v\u{0}", "Zg%3D",
        ])
    func strictBase64URL(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test(
        "Missing, surplus and misplaced padding, foreign characters and stray bits are refused in base64",
        arguments: ["Zg", "Zm8", "Zg=", "Zg===", "Zm9v====", "Z===", "====", "=Zg=", "Zh==", "Zm9=", "-_-_", "Zm9v\n"])
    func strictBase64(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("Every byte string has exactly one base64url text, so no changed character gives the same bytes")
    func oneText() throws {
        let random = SeededRandomSource(seed: 96)
        for length in 0..<64 {
            let bytes = random.bytes(length)
            let text = Base64URL.encode(bytes)

            #expect(Base64URL.decode(text) == bytes)

            guard let last = text.last else { continue }
            let others = "ABCDwxyz0189-_".filter { $0 != last }
            #expect(others.allSatisfy { Base64URL.decode(text.dropLast() + String($0)) != bytes })
        }
    }

    @Test("Hex is written in lower case, read in either, and refused where it is none")
    func hex() {
        #expect(Hex.encode([0x00, 0x0f, 0xa0, 0xff]) == "000fa0ff")
        #expect(Hex.decode("000fA0Ff") == [0x00, 0x0f, 0xa0, 0xff])
        #expect(Hex.decode("0") == nil)
        #expect(Hex.decode("0g") == nil)
        #expect(Hex.decode("0가") == nil)
    }
}
