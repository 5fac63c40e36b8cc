// SPDX-License-Identifier: Apache-2.0

/// The lines of a head as libmicrohttpd divides them: at LF, a CR in front of it taken away, empty ones at the beginning
/// passed over.
struct HeadLines {
    /// The request line; nil where it has not come yet.
    private(set) var request: ArraySlice<UInt8>?
    /// The lines behind it that have come.
    private(set) var fields: [ArraySlice<UInt8>] = []
    /// How many bytes the head has; nil where its end has not come yet.
    private(set) var end: Int?

    /// Divides what has come so far.
    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let lineFeed = rest.firstIndex(of: UInt8(ascii: "\n")) {
            var line = rest[..<lineFeed]
            rest = rest[(lineFeed + 1)...]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if line.isEmpty, request != nil {
                end = rest.startIndex
                return
            }
            if request != nil {
                fields.append(line)
            } else if !line.isEmpty {
                request = line
            }
        }
    }

    /// Whether the empty line at the end has come.
    var areComplete: Bool { end != nil }

    /// The first value of a field, blanks around it left where they are.
    func value(of wanted: String) -> String? {
        for line in fields {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.name(line[..<colon], is: wanted) else {
                continue
            }
            return String(decoding: line[(colon + 1)...], as: UTF8.self)
        }
        return nil
    }

    /// Whether a name is the one that is given in lower case.
    static func name(_ name: ArraySlice<UInt8>, is wanted: String) -> Bool {
        name.count == wanted.utf8.count && zip(name, wanted.utf8).allSatisfy { ($0 | 0x20) == $1 || $0 == $1 }
    }
}
