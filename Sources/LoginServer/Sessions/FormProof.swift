// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto

/// The value in each form that proves that one of our own pages made it, for this very browser.
///
/// It is a MAC over the cookie that the browser holds, so another site can neither guess nor read it, and it needs no
/// memory. A new session has a new cookie and so makes the forms of the old one worthless.
struct FormProof: Sendable {
    let key: [UInt8]

    /// The value for forms shown to whoever holds a cookie.
    func value(for cookie: Secret) -> String {
        Base64URL.encode(hmacSHA256(Array("form".utf8) + [0] + Array(cookie.exposed.utf8), key: key))
    }

    /// Whether a form's value belongs to the cookie that came with it.
    func accepts(_ value: String, for cookie: Secret) -> Bool {
        constantTimeEqual(Array(value.utf8), Array(self.value(for: cookie).utf8))
    }
}
