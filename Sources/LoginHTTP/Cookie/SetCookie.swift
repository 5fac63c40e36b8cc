// SPDX-License-Identifier: Apache-2.0

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

    /// The name, with the prefix `__Host-` where the cookie shall be tied to this host and https.
    public let name: String
    /// The value; bytes that no cookie may hold, such as `;`, are left out when it is written.
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
        var parts = ["\(octets(name))=\(octets(value))", "Path=\(octets(path))"]
        if let maxAge { parts.append("Max-Age=\(maxAge)") }
        parts.append("HttpOnly")
        parts.append("SameSite=\(sameSite.rawValue)")
        if isSecure { parts.append("Secure") }
        return parts.joined(separator: "; ")
    }

    /// Leaves out what could end the value early: blanks, controls, quotes, commas, semicolons, backslashes, non-ASCII
    /// (RFC 6265, section 4.1.1, cookie-octet).
    private func octets(_ text: String) -> String {
        let kept = text.utf8.filter { byte in
            switch byte {
            case 0...0x20, 0x7F...0xFF, UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"):
                false
            default: true
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }
}

extension SetCookie: CustomStringConvertible, CustomReflectable {
    /// The name alone: the value is a secret.
    public var description: String { name }
    /// A mirror that shows the name alone.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension HTTPResponse {
    /// Adds a cookie for the browser to keep.
    public mutating func set(_ cookie: SetCookie) {
        headers.add("Set-Cookie", cookie.fieldValue)
    }
}
