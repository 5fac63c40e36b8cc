// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// A refusal or failure of the login server on its way to the caller (RFC 9457).
///
/// `code` says which one; `detail` says what is particular this time. Neither ever holds a token, code, nonce, address
/// or a value that the caller sent.
public struct Problem: Error, Sendable, Hashable {
    /// Which one of the catalogue.
    public let code: ProblemCode
    /// What is particular this time; nil where the title says all.
    public let detail: BilingualText?
    /// The member or form field that is at fault; nil where it is none.
    public let field: String?
    /// The provider's own code, for example `KOE320`; nil where no provider spoke.
    public let vendorCode: String?
    /// What the provider still wants agreement to, by its own names.
    public let missingScopes: [String]

    /// Makes a problem of the catalogue.
    public init(
        _ code: ProblemCode, detail: BilingualText? = nil, field: String? = nil, vendorCode: String? = nil,
        missingScopes: [String] = []
    ) {
        self.code = code
        self.detail = detail
        self.field = field
        self.vendorCode = vendorCode
        self.missingScopes = missingScopes
    }

    /// How long a caller should wait before the same call again, in seconds; nil where waiting does not help.
    public var retryAfter: Int? { code.status == 503 ? 2 : nil }

    /// The problem document (RFC 9457, section 3) in one language.
    ///
    /// - Parameters:
    ///   - language: the language of its texts.
    ///   - requestID: what an operator finds the request by in the log.
    public func document(in language: Language, requestID: String) -> JSONValue {
        var members = JSONObject()
        members["type"] = .string("urn:problem-type:social-login:\(code.rawValue)")
        members["title"] = .string(code.title.text(in: language))
        members["status"] = JSONValue(code.status)
        add(to: &members, in: language, requestID: requestID)
        return .object(members)
    }

    /// The error document of an OAuth token endpoint (RFC 6749, section 5.2), with our own members beside its two.
    ///
    /// `error_description` is always English, since the standard allows it ASCII only.
    public func oauthDocument(in language: Language, requestID: String) -> JSONValue {
        var members = JSONObject()
        members["error"] = .string(code.oauthError)
        members["error_description"] = .string(code.title.english)
        members["title"] = .string(code.title.text(in: language))
        add(to: &members, in: language, requestID: requestID)
        return .object(members)
    }

    private func add(to members: inout JSONObject, in language: Language, requestID: String) {
        members["code"] = .string(code.rawValue)
        members["detail"] = detail.map { .string($0.text(in: language)) }
        members["remedy"] = .string(code.remedy.text(in: language))
        members["advice"] = .string(code.advice.name)
        members["field"] = field.map { .string($0) }
        members["vendor_code"] = vendorCode.map { .string($0) }
        if !missingScopes.isEmpty { members["missing_scopes"] = .array(missingScopes.map { .string($0) }) }
        members["request_id"] = .string(requestID)
    }
}
