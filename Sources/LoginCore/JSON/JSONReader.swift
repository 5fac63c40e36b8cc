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
        guard bytes.count <= limits.bytes else { throw JSONError(.tooLarge, at: limits.bytes) }
        var reader = JSONReader(bytes: Array(bytes), depthLimit: limits.depth)
        self = try reader.readDocument()
    }

    /// Reads a JSON text that is already a string.
    public init(parsing text: String, limits: Limits = Limits()) throws(JSONError) {
        try self.init(parsing: text.utf8, limits: limits)
    }

    /// Reads what a person wrote by hand: JSON with what JSON5 adds for people, which is `//` and `/* */` comments, names
    /// without quotation marks, single quotation marks, and a comma behind the last element.
    ///
    /// As strict as ever in all else. JSON5's other numbers and its line continuations are not taken.
    package init(parsingHandwritten bytes: some Collection<UInt8>, limits: Limits = Limits()) throws(JSONError) {
        guard bytes.count <= limits.bytes else { throw JSONError(.tooLarge, at: limits.bytes) }
        var reader = JSONReader(bytes: Array(bytes), depthLimit: limits.depth, isHandwritten: true)
        self = try reader.readDocument()
    }
}

/// A recursive-descent reader over the bytes; depth is bounded, so the stack is too.
struct JSONReader {
    private let bytes: [UInt8]
    private let depthLimit: Int
    private let isHandwritten: Bool
    private var position = 0

    init(bytes: [UInt8], depthLimit: Int, isHandwritten: Bool = false) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        self.isHandwritten = isHandwritten
    }

    mutating func readDocument() throws(JSONError) -> JSONValue {
        try skipSpace()
        let value = try readValue(depth: 0)
        try skipSpace()
        guard position == bytes.count else { throw JSONError(.trailingBytes, at: position) }
        return value
    }

    private mutating func readValue(depth: Int) throws(JSONError) -> JSONValue {
        guard position < bytes.count else { throw JSONError(.endOfText, at: position) }
        switch bytes[position] {
        case UInt8(ascii: "{"): return .object(try readObject(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try readArray(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "'") where isHandwritten: return .string(try readString())
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
        var names = JSONNames()
        try skipSpace()
        if take(UInt8(ascii: "}")) { return JSONObject(members) }
        repeat {
            try skipSpace()
            if isHandwritten, next == UInt8(ascii: "}") { break }
            let start = position
            let name = try readName()
            guard names.insert(name, into: members) else { throw JSONError(.duplicateName, at: start) }
            try skipSpace()
            try expect(UInt8(ascii: ":"))
            try skipSpace()
            members.append(JSONObject.Member(name: name, value: try readValue(depth: depth)))
            try skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        return JSONObject(members)
    }

    private mutating func readArray(depth: Int) throws(JSONError) -> [JSONValue] {
        guard depth <= depthLimit else { throw JSONError(.tooDeep, at: position) }
        position += 1
        var values: [JSONValue] = []
        try skipSpace()
        if take(UInt8(ascii: "]")) { return values }
        repeat {
            try skipSpace()
            if isHandwritten, next == UInt8(ascii: "]") { break }
            values.append(try readValue(depth: depth))
            try skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        return values
    }

    private mutating func readName() throws(JSONError) -> String {
        guard let first = next else { throw JSONError(.endOfText, at: position) }
        if first == UInt8(ascii: "\"") || (isHandwritten && first == UInt8(ascii: "'")) { return try readString() }
        let start = position
        while isHandwritten, let byte = next, Self.mayStandInBareName(byte) { position += 1 }
        guard position > start else { throw JSONError(.unexpectedByte, at: position) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func mayStandInBareName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }

    /// Reads a string. Most hold no escape and are taken over in one piece; only where one stands are the bytes gathered.
    private mutating func readString() throws(JSONError) -> String {
        let quote = position
        let mark = bytes[quote]
        position += 1
        let start = position
        var isASCII = try skipPlainBytes(to: mark)
        if bytes[position] == mark {
            defer { position += 1 }
            return try text(of: bytes[start..<position], isASCII: isASCII, quote: quote)
        }
        var gathered = Array(bytes[start..<position])
        while bytes[position] != mark {
            try readEscape(into: &gathered)
            let plain = position
            isASCII = try skipPlainBytes(to: mark) && isASCII
            gathered += bytes[plain..<position]
        }
        position += 1
        return try text(of: gathered[...], isASCII: isASCII, quote: quote)
    }

    private func text(of slice: ArraySlice<UInt8>, isASCII: Bool, quote: Int) throws(JSONError) -> String {
        if isASCII { return String(decoding: slice, as: UTF8.self) }
        guard let text = String(strictUTF8: slice) else { throw JSONError(.invalidUTF8, at: quote) }
        return text
    }

    /// Goes on to the closing mark or a backslash, which exists when this returns; says whether all was ASCII.
    private mutating func skipPlainBytes(to mark: UInt8) throws(JSONError) -> Bool {
        var all: UInt8 = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == mark || byte == UInt8(ascii: "\\") { return all < 0x80 }
            guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: position) }
            all |= byte
            position += 1
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
        case UInt8(ascii: "'") where isHandwritten: text.append(mark)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            text.append(contentsOf: UTF8.encode(try readUnicodeEscape()) ?? UTF8.encodedReplacementCharacter)
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
            let byte = bytes[position]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
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
        let matches = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
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

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard position < bytes.count else { throw JSONError(.endOfText, at: position) }
        guard take(byte) else { throw JSONError(.unexpectedByte, at: position) }
    }

    private mutating func skipSpace() throws(JSONError) {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case UInt8(ascii: "/") where isHandwritten: try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(JSONError) {
        let start = position
        position += 1
        if take(UInt8(ascii: "/")) {
            while let byte = next, byte != 0x0A { position += 1 }
            return
        }
        guard take(UInt8(ascii: "*")) else { throw JSONError(.unexpectedByte, at: start) }
        while position + 1 < bytes.count {
            if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
                position += 2
                return
            }
            position += 1
        }
        throw JSONError(.endOfText, at: start)
    }
}
