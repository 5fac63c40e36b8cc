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
    /// What else the callback told.
    public let remarks: CallbackRemarks

    /// Holds a code.
    public init(_ code: Secret, idToken: Secret? = nil, remarks: CallbackRemarks = CallbackRemarks()) {
        self.code = code
        self.idToken = idToken
        self.remarks = remarks
    }
}

/// What a callback tells beside the code. It came through the browser, unsigned: to be shown, never to be believed.
public struct CallbackRemarks: Sendable, Hashable {
    /// The person's name, which Apple tells here once and nowhere else.
    public var name: String?
    /// What the person agreed to, as Facebook says.
    public var grantedScopes: [String]?
    /// What the person did not agree to, likewise.
    public var declinedScopes: [String]?

    /// Tells nothing unless told to.
    public init(name: String? = nil, grantedScopes: [String]? = nil, declinedScopes: [String]? = nil) {
        self.name = name
        self.grantedScopes = grantedScopes
        self.declinedScopes = declinedScopes
    }
}

extension CallbackRemarks: CustomStringConvertible, CustomReflectable {
    /// The scopes alone: a name in a log is personal data.
    public var description: String {
        "CallbackRemarks(granted \(grantedScopes ?? []), declined \(declinedScopes ?? []))"
    }
    /// Nothing, so that a dump shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
