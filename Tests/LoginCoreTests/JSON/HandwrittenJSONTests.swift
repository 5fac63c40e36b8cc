// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@Suite("JSON written by hand")
struct HandwrittenJSONTests {
    @Test("may hold comments, bare names, single quotation marks and a comma behind the last element")
    func forPeople() throws {
        let text = """
            // the first line
            {
                name: 'it\\'s "here"', /* between */ 'other': "a // b /* c */",
                list_1: [1, 2, /* last */ ],
                $nested: { a: null, },
            } // the end
            """

        let value = try JSONValue(parsingHandwritten: text.utf8)

        #expect(
            value == [
                "name": "it's \"here\"", "other": "a // b /* c */", "list_1": [1, 2], "$nested": ["a": nil],
            ])
    }

    @Test(
        "says where it is wrong",
        arguments: [
            ("{a:1,a:2}", JSONError(.duplicateName, at: 5)), ("{'a':1,a:2}", JSONError(.duplicateName, at: 7)),
            ("{a 1}", JSONError(.unexpectedByte, at: 3)), ("[1,,2]", JSONError(.unexpectedByte, at: 3)),
            ("{,}", JSONError(.unexpectedByte, at: 1)), ("[,]", JSONError(.unexpectedByte, at: 1)),
            ("{a-b:1}", JSONError(.unexpectedByte, at: 2)), ("{a:b}", JSONError(.unexpectedByte, at: 3)),
            ("1 /* x", JSONError(.endOfText, at: 2)), ("1 / 2", JSONError(.unexpectedByte, at: 2)),
            ("'a\"", JSONError(.endOfText, at: 3)), ("'a\nb'", JSONError(.controlCharacter, at: 2)),
            ("0x10", JSONError(.trailingBytes, at: 1)), ("+1", JSONError(.unexpectedByte, at: 0)),
            ("", JSONError(.endOfText, at: 0)), ("// only", JSONError(.endOfText, at: 7)),
            ("/", JSONError(.unexpectedByte, at: 0)),
            ("{가:1}", JSONError(.unexpectedByte, at: 1)),
        ])
    func refused(text: String, expected: JSONError) {
        #expect(throws: expected) { try JSONValue(parsingHandwritten: text.utf8) }
    }

    @Test("is bounded in depth and size too")
    func limits() {
        #expect(throws: JSONError(.tooDeep, at: 32)) {
            try JSONValue(parsingHandwritten: String(repeating: "[", count: 100).utf8)
        }
        #expect(throws: JSONError(.tooLarge, at: 3)) {
            try JSONValue(parsingHandwritten: "// long".utf8, limits: JSONValue.Limits(bytes: 3))
        }
    }

    @Test("what is strict JSON means the same", arguments: 1...4)
    func strictJSON(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        for _ in 0..<200 {
            let value = JSONValue.array((0..<dice.below(6)).map { JSONValue($0) } + [["a": "//\(dice.below(99))"]])

            #expect(try JSONValue(parsingHandwritten: value.serialized(.indented)) == value)
        }
    }
}
