// SPDX-License-Identifier: Apache-2.0

/// The text form of keys and certificates (RFC 7468).
enum PEM {
    /// The text of some bytes, with the lines that say what they are.
    static func text(_ bytes: [UInt8], label: String) -> String {
        let base64 = Array(Base64.encode(bytes))
        let lines = stride(from: 0, to: base64.count, by: 64).map { String(base64[$0..<min($0 + 64, base64.count)]) }
        return ([begin(label)] + lines + [end(label), ""]).joined(separator: "\n")
    }

    /// The bytes of a text that holds this one thing and nothing else but white space.
    static func bytes(_ text: String, label: String) -> [UInt8]? {
        guard let frame = frame(in: text, label: label),
            (text[..<frame.begin.lowerBound] + text[frame.end.upperBound...]).allSatisfy(\.isWhitespace)
        else { return nil }
        return Base64.decode(text[frame.begin.upperBound..<frame.end.lowerBound].filter { !$0.isWhitespace })
    }

    /// Where such a thing begins and ends in a text; nil where it does not.
    static func frame(in text: String, label: String) -> (begin: Range<String.Index>, end: Range<String.Index>)? {
        guard let begin = text.firstRange(of: begin(label)), let end = text.firstRange(of: end(label)),
            begin.upperBound <= end.lowerBound
        else { return nil }
        return (begin, end)
    }

    /// The line before one.
    static func begin(_ label: String) -> String { "-----BEGIN \(label)-----" }
    private static func end(_ label: String) -> String { "-----END \(label)-----" }
}
