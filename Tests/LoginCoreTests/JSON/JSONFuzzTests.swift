// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@Suite("S59: JSON that nobody meant")
struct JSONFuzzTests {
    @Test("whatever is written is read back the same", arguments: 1...8)
    func roundTrip(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        for _ in 0..<rounds(250) {
            let value = dice.value(depth: 4)

            #expect(try JSONValue(parsing: value.serialized()) == value)
            #expect(try JSONValue(parsing: value.serialized(.indented)) == value)
        }
    }

    @Test("a damaged text is read or refused, and what is read can be written and read again", arguments: 1...8)
    func damaged(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        for _ in 0..<rounds(1000) {
            var bytes = dice.value(depth: 3).serialized()
            for _ in 0..<dice.below(4) { dice.damage(&bytes) }

            // Refusing is right as well; what matters is that nothing traps and nothing is read that cannot be written.
            guard let value = try? JSONValue(parsing: bytes) else { continue }

            #expect(try JSONValue(parsing: value.serialized()) == value)
        }
    }

    @Test("bytes without any sense never trap", arguments: 1...4)
    func noise(seed: UInt64) {
        var dice = Dice(seed: seed)
        let alphabet = Array(#"{}[]",:\u0123dDeEtrfalsn-+. "#.utf8) + [0x00, 0x0A, 0x80, 0xC3, 0xED, 0xA0, 0xF0, 0xFF]
        for _ in 0..<rounds(2000) {
            let bytes = (0..<dice.below(60)).map { _ in alphabet[dice.below(alphabet.count)] }

            if let value = try? JSONValue(parsing: bytes) { #expect(!value.serialized().isEmpty) }
        }
    }
}

extension Dice {
    fileprivate mutating func value(depth: Int) -> JSONValue {
        switch below(depth > 0 ? 7 : 5) {
        case 0: .null
        case 1: .bool(below(2) == 0)
        case 2: JSONValue(Int64(bitPattern: UInt64(below(.max)) &* 3))
        case 3, 4: .string(text())
        case 5: .array((0..<below(5)).map { _ in value(depth: depth - 1) })
        default:
            .object(
                (0..<below(20)).reduce(into: JSONObject()) { object, _ in object[text()] = value(depth: depth - 1) })
        }
    }

    private mutating func text() -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "\"", "\\", "\u{0}", "\n", "é", "김", "\u{1112}", "\u{FFFD}", "🚲", "\u{200D}",
        ]
        return (0..<below(8)).reduce(into: "") { text, _ in text.unicodeScalars.append(scalars[below(scalars.count)]) }
    }
}
