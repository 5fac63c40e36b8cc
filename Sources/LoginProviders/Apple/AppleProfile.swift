// SPDX-License-Identifier: Apache-2.0

internal import LoginCore

extension Profile {
    /// Reads the claims of an id_token: there is no other call for a profile, and a name stands nowhere in it.
    ///
    /// The address may be one that Apple forwards from; it is as verified as any other of Apple's.
    init(appleClaims token: VerifiedIDToken) {
        self.init(subject: token.subject)
        email = token.claims["email"]?.string.flatMap { address in
            address.isEmpty || address.contains("\0")
                ? nil : EmailAddress(address, isVerified: token.claims["email_verified"].isTrueForApple)
        }
    }
}

extension JSONValue? {
    /// Apple wrote its flags as text for years and writes them as truth values now; whatever is neither is false.
    fileprivate var isTrueForApple: Bool {
        self?.bool ?? (self?.string == "true")
    }
}
