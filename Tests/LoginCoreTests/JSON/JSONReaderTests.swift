// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
    @Test("every kind of value is read, members in their order")
    func everyKind() throws {
        let text = #" { "b" : [ true, false , null ], "a" : -1.5e+3, "text" : "x\"\\\/\b\f\n\r\tA" , "none" : {} } "#

        let value = try JSONValue(parsing: text)

        #expect(value.object?.names == ["b", "a", "text", "none"])
        #expect(value["b"]?.array == [true, false, nil])
        #expect(value["a"] == .number(JSONNumber(text: "-1.5e+3")))
        #expect(value["text"]?.string == "x\"\\/\u{08}\u{0C}\n\r\tA")
        #expect(value["none"]?.object?.isEmpty == true)
    }

    @Test(
        "B49: an id is read as the 64-bit integer that was written, or not at all",
        arguments: [
            ("3000000001", Int64(3_000_000_001)), ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("0", 0),
            ("9223372036854775808", nil), ("1.0", nil), ("1e3", nil), ("\"3000000001\"", nil),
        ])
    func integers(text: String, integer: Int64?) throws {
        let value = try JSONValue(parsing: #"{"id":\#(text)}"#)

        #expect(value["id"]?.integer == integer)
    }

    @Test(
        "a number keeps its own text",
        arguments: ["9223372036854775808", "1.0", "1e3", "-0", "0.10", "12345678901234567890.5E-7"])
    func numberText(text: String) throws {
        let value = try JSONValue(parsing: text)

        #expect(value.serializedText() == text)
    }

    @Test(
        "a number that JSON does not write so is refused",
        arguments: ["01", "+1", "1.", ".5", "1e", "1e+", "-", "0x1", "NaN", "Infinity", "-Infinity", "1_000", "١"])
    func brokenNumbers(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    @Test(
        "B61: half a surrogate pair becomes U+FFFD and everything else is kept",
        arguments: [
            (#""\ud83d""#, "\u{FFFD}"), (#""\udeb2""#, "\u{FFFD}"), (#""a\ud83dz""#, "a\u{FFFD}z"),
            (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud83dA""#, "\u{FFFD}A"),
            (#""\ud83d\ud83d\udeb2""#, "\u{FFFD}🚲"), (#""\ud83d\\""#, "\u{FFFD}\\"),
            (#""\udeb2\udeb2""#, "\u{FFFD}\u{FFFD}"),
        ])
    func halfSurrogates(text: String, string: String) throws {
        let value = try JSONValue(parsing: #"{"id":5,"nickname":\#(text)}"#)

        #expect(value["id"]?.integer == 5)
        #expect(value["nickname"]?.string == string)
    }

    @Test("B60: characters beyond the first plane and NUL are handed on as they were sent")
    func astralAndNUL() throws {
        let value = try JSONValue(parsing: #"["rider \ud83d\udeb2 x", "rider 🚲 x", "a\u0000b"]"#)

        #expect(value.array == ["rider 🚲 x", "rider 🚲 x", "a\u{0}b"])
    }

    @Test(
        "a name that stands twice in one object is an error, however it is spelled",
        arguments: [
            (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), (#"[{"x":{"b":1,"c":2,"b":3}}]"#, 19),
            (#"{"":1,"":2}"#, 6),
        ])
    func duplicates(text: String, offset: Int) {
        #expect(throws: JSONError(.duplicateName, at: offset)) { try JSONValue(parsing: text) }
    }

    @Test("a name that stands twice is found in a long object too")
    func duplicateInLongObject() {
        let members = (0..<200).map { #""name\#($0)":0"# } + [#""name3":1"#]

        let error = #expect(throws: JSONError.self) {
            try JSONValue(parsing: "{\(members.joined(separator: ","))}")
        }

        #expect(error?.reason == .duplicateName)
    }

    @Test("names that only look the same are different names", arguments: [0, 40])
    func canonicallyEqualNames(others: Int) throws {
        let more = (0..<others).map { #","\#($0)":0"# }.joined()
        let value = try JSONValue(parsing: "{\"\u{AC00}\":1,\"\u{1100}\u{1161}\":2\(more)}")

        #expect(value["\u{AC00}"]?.integer == 1)
        #expect(value["\u{1100}\u{1161}"]?.integer == 2)
    }

    @Test(
        "what is not one whole JSON text is refused at the byte that is wrong",
        arguments: [
            ("", JSONError(.endOfText, at: 0)), ("  ", JSONError(.endOfText, at: 2)),
            ("{\"a\":1} x", JSONError(.trailingBytes, at: 8)), ("[1][2]", JSONError(.trailingBytes, at: 3)),
            ("[1,]", JSONError(.unexpectedByte, at: 3)), ("{\"a\":1,}", JSONError(.unexpectedByte, at: 7)),
            ("{a:1}", JSONError(.unexpectedByte, at: 1)), ("{'a':1}", JSONError(.unexpectedByte, at: 1)),
            ("[1 2]", JSONError(.unexpectedByte, at: 3)), ("{\"a\" 1}", JSONError(.unexpectedByte, at: 5)),
            ("[", JSONError(.endOfText, at: 1)), ("{\"a\":", JSONError(.endOfText, at: 5)),
            ("tru", JSONError(.unexpectedByte, at: 0)), ("True", JSONError(.unexpectedByte, at: 0)),
            ("\"abc", JSONError(.endOfText, at: 4)), ("\"a\\", JSONError(.endOfText, at: 3)),
            ("\"\\u12", JSONError(.endOfText, at: 5)), ("\"\\u12g4\"", JSONError(.invalidEscape, at: 5)),
            ("\"\\x41\"", JSONError(.invalidEscape, at: 1)), ("\"a\nb\"", JSONError(.controlCharacter, at: 2)),
            ("\"a\u{0}b\"", JSONError(.controlCharacter, at: 2)), ("\u{FEFF}1", JSONError(.unexpectedByte, at: 0)),
            ("// note\n1", JSONError(.unexpectedByte, at: 0)), ("1.x", JSONError(.invalidNumber, at: 0)),
        ])
    func refused(text: String, expected: JSONError) {
        #expect(throws: expected) { try JSONValue(parsing: text) }
    }

    @Test(
        "bytes that are not UTF-8 are refused",
        arguments: [
            [0xFF], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0xBD], [0xF4, 0x90, 0x80, 0x80], [0xEA, 0xB9],
            [0x80],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")

        #expect(throws: JSONError(.invalidUTF8, at: 0)) { try JSONValue(parsing: [quote] + bytes + [quote]) }
        #expect(throws: JSONError(.invalidUTF8, at: 0)) {
            try JSONValue(parsing: [quote] + bytes + Array(#"\n""#.utf8))
        }
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    @Test("a replacement character that was sent as such is kept")
    func replacementCharacter() throws {
        #expect(try JSONValue(parsing: "\"\u{FFFD}\"") == "\u{FFFD}")
    }

    @Test("S14: depth is bounded, and its edge is exact")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }

        _ = try JSONValue(parsing: nested(32))

        #expect(throws: JSONError(.tooDeep, at: 32)) { try JSONValue(parsing: nested(33)) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONError(.tooDeep, at: 5)) {
            try JSONValue(parsing: #"{"a":{}}"#, limits: JSONValue.Limits(depth: 1))
        }
    }

    @Test("S14: size is bounded, and its edge is exact")
    func size() throws {
        let limits = JSONValue.Limits(bytes: 8)

        _ = try JSONValue(parsing: "\"123456\"", limits: limits)

        #expect(throws: JSONError(.tooLarge, at: 8)) { try JSONValue(parsing: "\"1234567\"", limits: limits) }
    }

    @Test("an error says what and where, and repeats nothing of the text")
    func errorText() {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: #"{"token":"s3cret" x}"#) }

        #expect(error?.description == "JSON is not acceptable: unexpectedByte at byte 18")
    }
}
