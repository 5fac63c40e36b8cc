// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
    /// How much a reader takes before it refuses.
    public struct Limits: Sendable {
        /// How many levels of arrays and objects may stand inside each other.
        public let depth: Int
        /// How long the text may be, in bytes.
        public let bytes: Int

        /// Sets both limits.
        public init(depth: Int = 32, bytes: Int = 1 << 20) {
            self.depth = depth
            self.bytes = bytes
        }
    }

    /// Reads a whole JSON text strictly: duplicate names, bytes behind the end, control characters and ill-formed UTF-8
    /// are errors (RFC 8259; RFC 8725, section 2.4 on duplicates).
    ///
    /// One thing is mended: half of a surrogate pair, such as `\ud83d` alone, becomes U+FFFD, because providers send
    /// nicknames that were cut inside an emoji and no login may fail for that.
    public init(parsing bytes: some Collection<UInt8>, limits: Limits = Limits()) throws(JSONError) {
        let text = Array(bytes)
        guard text.count <= limits.bytes else { throw JSONError(.tooLarge, at: limits.bytes) }
        var reader = JSONReader(bytes: text, depthLimit: limits.depth)
        self = try reader.readDocument()
    }

    /// Reads a JSON text that is already a string.
    public init(parsing text: String, limits: Limits = Limits()) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}

/// Why a text is not acceptable JSON, and where; the text itself is not repeated.
public struct JSONError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Reason: String, Sendable {
        /// The text ended too early.
        case endOfText
        /// A byte stands where no such byte may.
        case unexpectedByte
        /// Something follows the value.
        case trailingBytes
        /// One object names a member twice.
        case duplicateName
        /// Arrays and objects stand too deep inside each other.
        case tooDeep
        /// The text is longer than allowed.
        case tooLarge
        /// The text is not UTF-8.
        case invalidUTF8
        /// A backslash is followed by something unknown.
        case invalidEscape
        /// A control character stands unescaped in a string.
        case controlCharacter
        /// A number is not written as JSON writes numbers.
        case invalidNumber
    }

    /// What is wrong.
    public let reason: Reason
    /// The offset of the first wrong byte.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    /// What is wrong and where, without the text itself.
    public var description: String { "JSON is not acceptable: \(reason.rawValue) at byte \(offset)" }
}

/// A recursive-descent reader over the bytes; depth is bounded, so the stack is too.
struct JSONReader {
    private let bytes: [UInt8]
    private let depthLimit: Int
    private var position = 0

    init(bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    mutating func readDocument() throws(JSONError) -> JSONValue {
        skipSpace()
        let value = try readValue(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw JSONError(.trailingBytes, at: position) }
        return value
    }

    private mutating func readValue(depth: Int) throws(JSONError) -> JSONValue {
        guard position < bytes.count else { throw JSONError(.endOfText, at: position) }
        switch bytes[position] {
        case UInt8(ascii: "{"): return .object(try readObject(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try readArray(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
        default: throw JSONError(.unexpectedByte, at: position)
        }
    }

    private mutating func readObject(depth: Int) throws(JSONError) -> JSONObject {
        guard depth <= depthLimit else { throw JSONError(.tooDeep, at: position) }
        position += 1
        var members: [JSONObject.Member] = []
        var names: Set<[UInt8]> = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return JSONObject(members) }
        repeat {
            skipSpace()
            let start = position
            guard position < bytes.count else { throw JSONError(.endOfText, at: position) }
            guard bytes[position] == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: position) }
            let name = try readString()
            guard names.insert(Array(name.utf8)).inserted else { throw JSONError(.duplicateName, at: start) }
            skipSpace()
            try expect(UInt8(ascii: ":"))
            skipSpace()
            members.append(JSONObject.Member(name: name, value: try readValue(depth: depth)))
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        return JSONObject(members)
    }

    private mutating func readArray(depth: Int) throws(JSONError) -> [JSONValue] {
        guard depth <= depthLimit else { throw JSONError(.tooDeep, at: position) }
        position += 1
        var values: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return values }
        repeat {
            skipSpace()
            values.append(try readValue(depth: depth))
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        return values
    }

    private mutating func readString() throws(JSONError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw JSONError(.invalidUTF8, at: start)
                }
                return string
            case UInt8(ascii: "\\"):
                try readEscape(into: &text)
            case 0..<0x20:
                throw JSONError(.controlCharacter, at: position)
            default:
                text.append(byte)
                position += 1
            }
        }
        throw JSONError(.endOfText, at: position)
    }

    private mutating func readEscape(into text: inout [UInt8]) throws(JSONError) {
        let start = position
        position += 1
        guard position < bytes.count else { throw JSONError(.endOfText, at: position) }
        let mark = bytes[position]
        position += 1
        switch mark {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(mark)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: Array(String(try readUnicodeEscape()).utf8))
        default: throw JSONError(.invalidEscape, at: start)
        }
    }

    /// Reads the four digits behind `\u` and, for a high surrogate, its low half; a half without its other is U+FFFD.
    private mutating func readUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let unit = try readFourHexDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let replacement: Unicode.Scalar = "\u{FFFD}"
        let isHighHalf = unit < 0xDC00
        guard isHighHalf, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return replacement }
        let afterFirstHalf = position
        position += 2
        let low = try readFourHexDigits()
        guard (0xDC00...0xDFFF).contains(low) else {
            position = afterFirstHalf
            return replacement
        }
        let value = 0x10000 + ((UInt32(unit) - 0xD800) << 10) + (UInt32(low) - 0xDC00)
        return Unicode.Scalar(value) ?? replacement
    }

    private mutating func readFourHexDigits() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw JSONError(.endOfText, at: position) }
            let digit: UInt8
            switch bytes[position] {
            case let byte where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): digit = byte - UInt8(ascii: "0")
            case let byte where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte):
                digit = byte - UInt8(ascii: "a") + 10
            case let byte where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte):
                digit = byte - UInt8(ascii: "A") + 10
            default: throw JSONError(.invalidEscape, at: position)
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    private mutating func readNumber() throws(JSONError) -> JSONNumber {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) {
            guard takeDigits() else { throw JSONError(.invalidNumber, at: start) }
        }
        if take(UInt8(ascii: ".")) {
            guard takeDigits() else { throw JSONError(.invalidNumber, at: start) }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            guard takeDigits() else { throw JSONError(.invalidNumber, at: start) }
        }
        return JSONNumber(text: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let matches = word.withUTF8Buffer { bytes.dropFirst(position).starts(with: $0) }
        guard matches else { throw JSONError(.unexpectedByte, at: position) }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func takeDigits() -> Bool {
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        return position > start
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard position < bytes.count else { throw JSONError(.endOfText, at: position) }
        guard take(byte) else { throw JSONError(.unexpectedByte, at: position) }
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
            position += 1
        }
    }
}
