// SPDX-License-Identifier: Apache-2.0

/// The cookies that a browser sent back, in its order (RFC 6265, section 4.2).
public struct Cookies: Sendable {
    private let pairs: [(name: String, value: String)]

    /// Reads the Cookie fields of a request; what cannot be read is passed over.
    public init(_ request: HTTPRequest) {
        var pairs: [(name: String, value: String)] = []
        for field in request.headers.all("Cookie") {
            for part in field.split(separator: ";") {
                let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard halves.count == 2 else { continue }
                let name = halves[0].drop { $0 == " " }
                guard !name.isEmpty else { continue }
                pairs.append((String(name), String(halves[1])))
            }
        }
        self.pairs = pairs
    }

    /// The first value of a name.
    public subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    /// Every name, in order.
    public var names: [String] { pairs.map(\.name) }
}

/// A cookie for a browser to keep (RFC 6265, section 4.1).
public struct SetCookie: Sendable, Hashable {
    /// Which requests from other sites bring the cookie along.
    public enum SameSite: String, Sendable {
        /// Top-level GET navigations only.
        case lax = "Lax"
        /// None.
        case strict = "Strict"
        /// All; needs `Secure`.
        case none = "None"
    }

    /// The name; see `prefixed` for the `__Host-` form.
    public let name: String
    /// The value; letters, digits and `-._~` only.
    public let value: String
    /// How long the browser keeps it, in seconds; nil for as long as it runs, 0 to drop it now.
    public let maxAge: Int?
    /// Whether it travels over https only.
    public let isSecure: Bool
    /// Which requests from other sites bring it along.
    public let sameSite: SameSite
    /// The paths it is sent to.
    public let path: String

    /// Makes a cookie. Scripts never see it: `HttpOnly` is always set.
    public init(
        name: String, value: String, maxAge: Int?, isSecure: Bool, sameSite: SameSite = .lax, path: String = "/"
    ) {
        self.name = name
        self.value = value
        self.maxAge = maxAge
        self.isSecure = isSecure
        self.sameSite = sameSite
        self.path = path
    }

    /// The value of the Set-Cookie field.
    public var fieldValue: String {
        var parts = ["\(name)=\(value)", "Path=\(path)"]
        if let maxAge { parts.append("Max-Age=\(maxAge)") }
        parts.append("HttpOnly")
        parts.append("SameSite=\(sameSite.rawValue)")
        if isSecure { parts.append("Secure") }
        return parts.joined(separator: "; ")
    }
}

extension HTTPResponse {
    /// Adds a cookie for the browser to keep.
    public mutating func set(_ cookie: SetCookie) {
        headers.add("Set-Cookie", cookie.fieldValue)
    }
}
