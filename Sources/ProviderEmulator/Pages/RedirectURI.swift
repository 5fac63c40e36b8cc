// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

/// An address at which an app waits for an answer: https, loopback, or a scheme of the app's own.
struct RedirectURI: Sendable, Hashable {
    /// The address as the app gave it.
    let text: String
    /// The scheme in lower case.
    let scheme: String

    /// Reads an address; nil without a scheme, with nothing behind it, with a fragment, or with bytes that none may hold.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#"<>"\^`{|}#"#.utf8.contains($0) }),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        let scheme = text[..<colon].lowercased()
        let isScheme = scheme.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
                UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard isScheme, let first = scheme.utf8.first, first >= UInt8(ascii: "a"),
            !["javascript", "data", "vbscript", "file", "about"].contains(scheme),
            text[colon...].hasPrefix("://"), text[colon...].utf8.count > 3
        else { return nil }
        // What is http by its scheme has to be an address of that kind, with a host and without a user.
        guard !["http", "https"].contains(scheme) || HTTPAddress(text) != nil else { return nil }
        self.text = text
        self.scheme = scheme
    }

    /// The address with more fields in its query, blanks as `%20`: some apps do not read `+` as a blank.
    func adding(_ fields: [(name: String, value: String?)]) -> String {
        let added = fields.compactMap { field in
            field.value.map { "\(field.name)=\(percentEncoded($0))" }
        }
        guard !added.isEmpty else { return text }
        let mark = text.contains("?") ? (text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&") : "?"
        return text + mark + added.joined(separator: "&")
    }
}
