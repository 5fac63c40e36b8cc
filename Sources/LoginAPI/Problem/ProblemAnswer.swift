// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// A problem document as a caller reads it; open, since a newer server may send codes that this release does not know.
public struct ProblemAnswer: Error, Sendable, Hashable {
    /// The HTTP status it came with.
    public let status: Int
    /// The stable name.
    public let code: String
    /// What failed, in the language the server chose.
    public let title: String
    /// What is particular this time.
    public let detail: String?
    /// What to do next, in the language the server chose.
    public let remedy: String?
    /// What to do next, by its name on the wire.
    public let advice: String?
    /// The member or form field at fault.
    public let field: String?
    /// The provider's own code.
    public let vendorCode: String?
    /// What the provider still wants agreement to.
    public let missingScopes: [String]
    /// What the server's operator finds the request by.
    public let requestID: String?

    /// Reads a problem document or an OAuth error document.
    public init(json: JSONValue, status: Int) throws(DocumentError) {
        let document = try DocumentReader(json)
        self.status = status
        let (code, oauthError) = (try document.optionalText("code"), try document.optionalText("error"))
        guard let name = code ?? oauthError else { throw document.error("code", .missing) }
        self.code = name
        let (title, description) = (
            try document.optionalText("title"), try document.optionalText("error_description")
        )
        self.title = title ?? description ?? name
        detail = try document.optionalText("detail")
        remedy = try document.optionalText("remedy")
        advice = try document.optionalText("advice")
        field = try document.optionalText("field")
        vendorCode = try document.optionalText("vendor_code")
        missingScopes = try document.texts("missing_scopes")
        requestID = try document.optionalText("request_id")
    }

    /// The code's place in this release's catalogue; nil for a code of a newer server.
    public var known: ProblemCode? { ProblemCode(rawValue: code) }

    /// The same as the one error form of the package, in both languages where the code is known.
    public var loginError: LoginError {
        LoginError(
            LoginError.Code(rawValue: code), advice: loginAdvice,
            message: known?.title ?? BilingualText(ko: title, en: title),
            remedy: known?.remedy ?? BilingualText(ko: remedy ?? title, en: remedy ?? title),
            vendorCode: vendorCode, httpStatus: status)
    }

    /// Where the code is unknown its advice decides, and where that is unknown too nothing is thrown away.
    private var loginAdvice: LoginError.Advice {
        if known?.advice == .askConsent(scopes: []) || advice == "ask_consent" {
            return .askConsent(scopes: missingScopes)
        }
        if let known { return known.advice }
        switch advice {
        case "sign_in_again": return .signInAgain
        case "respect_refusal": return .respectRefusal
        case "fix_setup": return .fixSetup
        case "fix_request": return .fixRequest
        default: return .tryLater
        }
    }
}
