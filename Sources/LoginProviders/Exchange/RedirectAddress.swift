// SPDX-License-Identifier: Apache-2.0

internal import LoginHTTP

/// An address with any scheme, taken apart far enough to tell whether a callback belongs to a redirect URI.
struct RedirectAddress {
    let scheme: Substring
    let authority: Substring
    let path: Substring
    let query: Substring

    /// Reads an address; nil where it has no scheme. The fragment is dropped: some providers append one of no meaning.
    init?(_ text: String) {
        let whole = text.prefix { $0 != "#" }
        guard let colon = whole.firstIndex(of: ":"), colon != whole.startIndex else { return nil }
        scheme = whole[..<colon]
        var rest = whole[whole.index(after: colon)...]
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            authority = rest.prefix { $0 != "/" && $0 != "?" }
            rest = rest.dropFirst(authority.count)
        } else {
            authority = ""
        }
        path = rest.prefix { $0 != "?" }
        query = rest.dropFirst(path.count + 1)
    }

    /// The fields of the query, each decoded once; nil where an escape is broken.
    var fields: FormFields? {
        // A field that cannot be read means that the callback is nobody's; the caller says so.
        try? FormFields(parsing: query)
    }

    /// Whether a callback comes to this redirect URI: scheme and host without regard to case, the empty path the same as
    /// `/`, everything else byte for byte, and the URI's own query still there (RFC 6749, section 3.1.2).
    func isBase(of callback: RedirectAddress) -> Bool {
        guard scheme.lowercased() == callback.scheme.lowercased(),
            authority.lowercased() == callback.authority.lowercased(),
            sameBytes(Self.rooted(path), Self.rooted(callback.path)),
            let own = fields, let theirs = callback.fields
        else { return false }
        return own.fields.allSatisfy { theirs.fields.contains($0) }
    }

    private static func rooted(_ path: Substring) -> Substring {
        path.isEmpty ? "/" : path
    }
}

/// Whether two texts are the same byte for byte; `==` would also take canonical equivalents for the same.
func sameBytes(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    left.utf8.elementsEqual(right.utf8)
}
