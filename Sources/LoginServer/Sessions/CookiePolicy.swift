// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// How this server's cookies are named and guarded.
///
/// Over https every name begins with `__Host-`, so that no other host of the domain can plant one (RFC 6265bis, section
/// 4.1.3.2). Over plain http, which only `--dev` on loopback allows, neither prefix nor `Secure` is used, since several
/// clients never send such cookies there.
struct CookiePolicy: Sendable {
    let isSecure: Bool

    /// The full name of a cookie.
    func name(_ name: String) -> String { isSecure ? "__Host-\(name)" : name }

    /// A cookie to keep for some seconds, by its full name.
    func keep(_ name: String, _ value: String, for seconds: Int) -> SetCookie {
        SetCookie(name: name, value: value, maxAge: seconds, isSecure: isSecure)
    }

    /// A chosen language, to keep for a year.
    func keep(_ language: Language) -> SetCookie {
        keep(self.language, language.rawValue, for: 365 * 86_400)
    }

    /// Takes a cookie away, by its full name.
    func drop(_ name: String) -> SetCookie {
        SetCookie(name: name, value: "", maxAge: 0, isSecure: isSecure)
    }

    /// The cookie of a signed-in browser.
    var session: String { name("login-session") }
    /// The cookie of a chosen language.
    var language: String { name("login-lang") }
}
