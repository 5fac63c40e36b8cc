// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

/// A request's target as the parser lent it: a C string in the connection's buffer.
struct RawTarget: Sendable {
    private let bytes: [UInt8]
    /// How long it is.
    var count: Int { bytes.count }
    /// Where it began and ended in the buffer, for `HeadLayout`.
    let place: Range<UInt>

    init(_ text: UnsafePointer<CChar>) {
        var bytes: [UInt8] = []
        var next = text
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
        self.bytes = bytes
        place = UInt(bitPattern: text)..<UInt(bitPattern: next)
    }

    /// Path and query, and the authority where the target names one (RFC 9112, section 3.2); nil where the target is
    /// neither a path nor an absolute address, holds a fragment, or holds bytes that must be escaped.
    var parts: (authority: String?, path: String, query: String?)? {
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("/") || text == "*" else {
            return HTTPAddress(text).map { ($0.authority, $0.path, $0.query) }
        }
        guard let mark = text.firstIndex(of: "?") else { return (nil, text, nil) }
        return (nil, String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
}
