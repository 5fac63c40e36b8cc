// SPDX-License-Identifier: Apache-2.0

import LoginCore

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

    /// Reads an address; nil where it is not absolute, not http or https, names a user, has a host or port that cannot be,
    /// or holds bytes that none may. A fragment is left out.
    public init?(_ text: String) {
        guard text.utf8.allSatisfy(Self.mayStandInAddress) else { return nil }
        let bytes = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        let halves = bytes.split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count == 3, halves[1].isEmpty else { return nil }
        let scheme = Substring(halves[0].dropLast()).lowercased()
        guard halves[0].last == UInt8(ascii: ":"), scheme == "http" || scheme == "https" else { return nil }
        let authority = Substring(halves[2].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
        guard let parts = Self.split(authority), isHost(parts.host),
            parts.port.map({ Self.port($0) != nil }) ?? true
        else { return nil }
        let target = bytes[authority.endIndex...]
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        self.scheme = scheme
        self.authority = String(authority)
        self.path = path.isEmpty ? "/" : String(Substring(path))
        self.query = path.endIndex == target.endIndex ? nil : String(Substring(target[path.endIndex...].dropFirst()))
    }

    /// The host without its port, in lower case; an IPv6 host keeps its brackets.
    public var host: String { Self.host(of: authority) }

    /// The port, the scheme's own where none is written.
    public var port: Int {
        Self.split(authority[...])?.port.flatMap(Self.port) ?? Self.usualPort(of: scheme)
    }

    /// Scheme, host and, where it is not the scheme's own, port, in the form that browsers call an origin (RFC 6454).
    public var origin: String {
        port == Self.usualPort(of: scheme) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    /// Whether the host is this machine itself: `localhost`, 127.0.0.0/8 or `[::1]`.
    public var isLoopback: Bool { Self.isLoopback(host: host) }

    /// Whether a host name or address text is this machine itself.
    public static func isLoopback(host: String) -> Bool {
        if ["localhost", "[::1]", "::1"].contains(host.lowercased()) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { Int(decimalDigits: $0, 1...3).map { $0 <= 255 } ?? false }
    }

    static func host(of authority: String) -> String {
        (split(authority[...])?.host ?? authority.prefix { $0 != ":" }).lowercased()
    }

    private static func usualPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    private static func port(_ text: Substring) -> Int? {
        Int(decimalDigits: text, 1...5).flatMap { $0 <= 65_535 ? $0 : nil }
    }

    /// Host and, behind a colon, port; nil where brackets do not close or something else follows them.
    private static func split(_ authority: Substring) -> (host: Substring, port: Substring?)? {
        let bytes = authority.utf8
        var end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            end = bytes.index(after: bracket)
        }
        let rest = bytes[end...]
        guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
        return (authority[..<end], rest.isEmpty ? nil : Substring(rest.dropFirst()))
    }

    /// All of RFC 3986 except what section 2 leaves out: blanks, controls, non-ASCII and ten marks.
    private static func mayStandInAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F...0xFF, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: true
        }
    }
}

/// Whether a text is a host name, an IPv4 address, or an IPv6 address in brackets, by its letters and lengths (RFC 3986,
/// section 3.2.2; RFC 1123, section 2.1; underscores as found in container networks).
private func isHost(_ text: Substring) -> Bool {
    if text.utf8.first == UInt8(ascii: "[") { return isIPv6(text.dropFirst().dropLast()) }
    guard (1...253).contains(text.utf8.count) else { return false }
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.allSatisfy { (1...63).contains($0.count) && $0.allSatisfy(mayStandInLabel) }
}

private func mayStandInLabel(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
}

/// Eight groups of hexadecimal digits, or fewer around one `::` (RFC 4291, section 2.2; no IPv4 tail, no zone).
private func isIPv6(_ text: Substring) -> Bool {
    let sides = text.split(separator: "::", omittingEmptySubsequences: false)
    let groups = sides.flatMap { side in
        side.isEmpty ? [] : side.split(separator: ":", omittingEmptySubsequences: false)
    }
    let areGroups = groups.allSatisfy { (1...4).contains($0.utf8.count) && $0.allSatisfy(\.isHexDigit) }
    return areGroups && (sides.count == 1 ? groups.count == 8 : sides.count == 2 && groups.count < 8)
}
