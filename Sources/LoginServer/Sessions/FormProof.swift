// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto

/// The value in each form that proves that one of our own pages made it, for this very browser.
///
/// It is a MAC over what lasts of the cookie that the browser holds, so another site can neither guess nor read it, and it
/// needs no memory. A new session has a new cookie and so makes the forms of the old one worthless.
struct FormProof: Sendable {
    let key: MACKeys

    /// The value for forms shown to whoever holds a cookie.
    func value(for cookie: Secret) -> String {
        value(for: cookie, key: key.current)
    }

    /// Whether a form's value belongs to the cookie that came with it.
    func accepts(_ value: String, for cookie: Secret) -> Bool {
        key.all.contains { constantTimeEqual(Array(value.utf8), Array(self.value(for: cookie, key: $0).utf8)) }
    }

    private func value(for cookie: Secret, key: [UInt8]) -> String {
        let message = Array("form".utf8) + [0] + Array(NumberedToken.lasting(cookie).utf8)
        return Base64URL.encode(hmacSHA256(message, key: key))
    }
}
