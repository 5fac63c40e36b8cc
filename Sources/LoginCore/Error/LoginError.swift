// SPDX-License-Identifier: Apache-2.0

/// Whatever can go wrong with a sign-in, said in one form everywhere.
///
/// `code` is for programs and stays as it is across releases; `message` says what failed and `remedy` what to do next, in
/// Korean and English. Neither ever holds a token, code, verifier, nonce, e-mail address or response body.
public struct LoginError: Error, Sendable {
    /// A stable name of what failed, in the form `token_expired`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// Lower-case words joined by underscores.
        public let rawValue: String

        /// Names a failure.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// What the caller should do, as a closed set that code can switch over.
    public enum Advice: Sendable, Hashable {
        /// Nothing is lost: the same call may work later (network, time-out, 429, 5xx).
        case tryLater
        /// The sign-in or token is finished for good: start a new sign-in. Only this ends a session.
        case signInAgain
        /// The person has not agreed to these items: ask, then repeat the call once.
        case askConsent(scopes: [String])
        /// The person said no; nothing to do until they choose to.
        case respectRefusal
        /// Something is not set up at the provider's console or in our configuration: only an operator can mend it.
        case fixSetup
        /// The call itself is wrong: change it before sending it again.
        case fixRequest
    }

    /// The stable name.
    public let code: Code
    /// What failed, in one sentence.
    public let message: BilingualText
    /// The next thing to type or click.
    public let remedy: BilingualText
    /// What the caller should do.
    public let advice: Advice
    /// The provider's own code where it sent one, for example a number or a short name.
    public let vendorCode: String?
    /// The HTTP status that came with it, where there was one.
    public let httpStatus: Int?
    /// The name of the setting that it is about, where it is about one.
    package var setting: String?

    /// Makes an error; targets offer named makers on top of this.
    public init(
        _ code: Code, advice: Advice, message: BilingualText, remedy: BilingualText, vendorCode: String? = nil,
        httpStatus: Int? = nil
    ) {
        self.code = code
        self.advice = advice
        self.message = message
        self.remedy = remedy
        self.vendorCode = vendorCode
        self.httpStatus = httpStatus
    }

    /// Whether the session or token that was used is finished for good. Nothing else may sign anyone out.
    public var isDefiniteRefusal: Bool { advice == .signInAgain }
}

extension LoginError: CustomStringConvertible {
    /// Code, provider's code, message and remedy on one line, in English: for logs and debuggers.
    public var description: String {
        let vendor = vendorCode.map { " [\($0)]" } ?? ""
        return "\(code.rawValue)\(vendor): \(message.english) \(remedy.english)"
    }
}
