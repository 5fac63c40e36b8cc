// SPDX-License-Identifier: Apache-2.0

/// Whether the parts of a request's head lie in the connection's buffer exactly as the grammar has them (RFC 9112,
/// sections 2.2 and 5): one blank or line break between two, no line folded.
///
/// libmicrohttpd before 1.0 ends a line at a bare LF, unfolds lines, and ends a value at a NUL inside it. Whoever stands
/// in front may read such a head as another request, so it must not pass. The parser writes a NUL over each separator
/// and moves nothing, so where a part begins tells what stood before it.
struct HeadLayout {
    private var next: UInt
    private(set) var isExact: Bool
    /// Whether that holds for the request line.
    let startLineIsExact: Bool

    init(method: UnsafePointer<CChar>, target: Range<UInt>, version: UnsafePointer<CChar>) {
        startLineIsExact =
            Self.end(of: method) + 1 == target.lowerBound && target.upperBound + 1 == UInt(bitPattern: version)
        isExact = startLineIsExact
        next = Self.end(of: version) + lineBreak
    }

    /// Looks at the next field; the parser has passed over the blanks in front of its value.
    mutating func follow(name: UnsafePointer<CChar>, _ nameLength: Int, value: UnsafePointer<CChar>, _ valueLength: Int)
    {
        let colon = UInt(bitPattern: name) + UInt(nameLength)
        isExact = isExact && UInt(bitPattern: name) == next && UInt(bitPattern: value) > colon
        next = UInt(bitPattern: value) + UInt(valueLength) + lineBreak
    }

    /// Looks at the end: the empty line.
    mutating func end(at end: UInt) {
        isExact = isExact && next + lineBreak == end
    }

    private static func end(of text: UnsafePointer<CChar>) -> UInt {
        var next = text
        while next.pointee != 0 { next += 1 }
        return UInt(bitPattern: next)
    }
}

/// CR and LF.
private let lineBreak: UInt = 2
