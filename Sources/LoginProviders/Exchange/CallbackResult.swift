// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// What a callback turned out to be.
public enum CallbackResult: Sendable {
    /// The person agreed: exchange this code, once.
    case code(AuthorizationCode)
    /// The person said no. The provider's words are for a log of the operator, not for a page.
    case cancelled(reason: String?)
    /// The provider refused, or the callback breaks a rule; the attempt is over.
    case refused(LoginError)
    /// Not the answer to this attempt, which stays as usable as it was (RFC 9700, section 2.1).
    case notOurs
}

/// A code that a callback brought.
public struct AuthorizationCode: Sendable, Hashable {
    /// The code, decoded exactly once.
    public let code: Secret
    /// The id_token that came with it, where a provider was asked for one; unchecked.
    public let idToken: Secret?

    /// Holds a code.
    public init(_ code: Secret, idToken: Secret? = nil) {
        self.code = code
        self.idToken = idToken
    }
}
