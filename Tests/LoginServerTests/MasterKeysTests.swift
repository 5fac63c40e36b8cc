// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@testable import LoginServer

/// Master keys as an operator writes them.
struct MasterKeysTests {
    private static let one = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    private static let two = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

    @Test(arguments: [
        (one, [1]), ("\(one)\n", [1]), ("1:\(one)", [1]), ("7:\(one)", [7]), ("\(one)\n2:\(two)\n", [1, 2]),
        ("  3:\(two)\r\n\n\t1:\(one)", [1, 3]), ("4294967295:\(one)", [4_294_967_295]),
    ])
    func `a key a line, with its number or as number 1`(text: String, numbers: [UInt32]) throws {
        let keys = try MasterKeys(text: Secret(text))

        #expect(keys.keys.keys.sorted() == numbers)
        #expect(keys.newest == numbers.last)
        #expect("\(keys)" == "MasterKeys(\(numbers))")
    }

    @Test(arguments: [
        ("", "base64"), ("\n", "base64"), ("short", "base64"), ("1:", "base64"), ("2:\(one)\n3:", "base64"),
        ("0:\(one)", "number"), ("-1:\(one)", "number"), ("x:\(one)", "number"), (":\(one)", "number"),
        ("4294967296:\(one)", "number"), ("1:2:\(one)", "number"), ("\(one)\n\(two)", "key 1 is given twice"),
        ("2:\(one)\n2:\(two)", "key 2 is given twice"), ("1:\(one)\n2:\(one)", "same master key"),
    ])
    func `everything else is refused, with words of its own`(text: String, word: String) {
        let error = #expect(throws: LoginError.self) { try MasterKeys(text: Secret(text)) }

        #expect(error?.code == .masterKeyRefused)
        #expect(error?.message.english.contains(word) == true, "\(error?.message.english ?? "")")
        #expect(error.map { "\($0)" }?.contains("AAAA") == false)
    }
}
