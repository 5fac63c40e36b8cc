// SPDX-License-Identifier: Apache-2.0

/// An absolute http or https address, taken apart without changing a byte of path or query.
public struct HTTPAddress: Sendable, Hashable {
    /// `http` or `https`, in lower case.
    public let scheme: String
    /// Host and port as written.
    public let authority: String
    /// The path, at least `/`.
    public let path: String
    /// What follows the question mark; nil without one.
    public let query: String?

    /// Reads an address; nil where it is not absolute, not http or https, names a user, or holds bytes that none may.
    public init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#"<>"\^`{|}"#.utf8.contains($0) }),
            let colon = text.range(of: "://")
        else { return nil }
        let scheme = text[..<colon.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[colon.upperBound...].prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        let target = rest.dropFirst(authority.count)
        let path = target.prefix { $0 != "?" }
        self.scheme = scheme
        self.authority = String(authority)
        self.path = path.isEmpty ? "/" : String(path)
        self.query = path.count == target.count ? nil : String(target.dropFirst(path.count + 1))
    }

    /// The host without its port, in lower case.
    public var host: String { Self.host(of: authority) }

    /// Scheme, host and port, in the form that browsers call an origin.
    public var origin: String { "\(scheme)://\(authority.lowercased())" }

    /// Whether the host is this machine itself: `localhost`, 127.0.0.0/8 or `[::1]`.
    public var isLoopback: Bool { Self.isLoopback(host: host) }

    /// Whether a host name or address text is this machine itself.
    public static func isLoopback(host: String) -> Bool {
        if host == "localhost" || host == "[::1]" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    static func host(of authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return authority[...end].lowercased()
        }
        return authority.prefix { $0 != ":" }.lowercased()
    }
}

extension StringProtocol {
    /// Where a text first stands inside this one; the standard library has it only through Foundation.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
