// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LoginServer

/// Names as people type them and as providers tell them.
struct NicknameTests {
    @Test(arguments: [
        ("서연", "서연"), ("  서연 \n", "서연"), ("a\tb", "a b"), ("rider 🚲 x", "rider 🚲 x"), ("a\u{0}b", "ab"),
        ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"),
    ])
    func `B60: a name is kept as it was typed, without what breaks a line or a text`(typed: String, kept: String) throws
    {
        #expect(try Nickname(typed: typed, limit: 30).text == kept)
    }

    @Test(arguments: [
        // As macOS gives it and as everybody else does; a letter with a mark behind it; marks in another order.
        ("\u{1100}\u{1175}\u{11B7}\u{1109}\u{1165}\u{110B}\u{1167}\u{11AB}", "김서연"), ("김서연", "김서연"),
        ("Jose\u{301}", "Jos\u{E9}"), ("a\u{301}\u{323}", "\u{1EA1}\u{301}"), ("서연 🚲", "서연 🚲"),
    ])
    func `B140: a name is kept in its composed form, typed or told`(given: String, kept: String) throws {
        #expect(Array(try Nickname(typed: given, limit: 30).text.utf8) == Array(kept.utf8))
        #expect(Nickname(told: given, limit: 30).map { Array($0.text.utf8) } == Array(kept.utf8))
    }

    @Test(arguments: ["", "   ", "\u{0}", "\u{200B}\u{2060}", "\u{2800}", "\n\n"])
    func `a name of which nothing can be seen is missing`(typed: String) {
        #expect(throws: Nickname.Fault.missing) { try Nickname(typed: typed, limit: 30) }
    }

    @Test func `a name with more characters than allowed is too long`() throws {
        #expect(try Nickname(typed: String(repeating: "가", count: 30), limit: 30).text.count == 30)
        #expect(throws: Nickname.Fault.tooLong) {
            try Nickname(typed: String(repeating: "가", count: 31), limit: 30)
        }
    }

    @Test func `one character under a thousand marks is too long`() {
        let tower = "e" + String(repeating: "\u{0301}", count: 1_000)

        #expect(throws: Nickname.Fault.tooLong) { try Nickname(typed: tower, limit: 30) }
        #expect(Nickname(told: tower, limit: 30) == nil)
    }

    @Test func `B139: a long name of a provider is cut between characters`() {
        #expect(Nickname(told: "가나다라👨‍👩‍👧‍👦마", limit: 5)?.text == "가나다라👨‍👩‍👧‍👦")
    }

    @Test func `a provider that tells nothing suggests nothing`() {
        #expect(Nickname(told: nil, limit: 30) == nil)
        #expect(Nickname(told: "\u{FFFD}", limit: 30)?.text == "\u{FFFD}")
    }
}
