// SPDX-License-Identifier: Apache-2.0

public import LoginCore
public import LoginHTTP

/// What an authorization request may ask for beside a sign-in.
public struct AuthorizationOptions: Sendable {
    /// What the provider should show even where it would pass silently.
    public var prompts: [Prompt]
    /// The consents to ask for; nil asks for what the settings name, and with none at all no scope is sent.
    public var scopes: [String]?
    /// The account to fill in beforehand.
    public var loginHint: String?
    /// A nonce that somebody else issued, for example our login server; nil makes a fresh one.
    public var nonce: Secret?
    /// A state that our login server can tell from invented ones; nil makes a fresh one.
    package var state: Secret?
    /// Fields that only this provider knows; its folder offers named ways to fill them.
    public var additional: FormFields

    /// Asks for nothing beside a sign-in unless told to.
    public init(
        prompts: [Prompt] = [], scopes: [String]? = nil, loginHint: String? = nil, nonce: Secret? = nil,
        additional: FormFields = FormFields()
    ) {
        self.prompts = prompts
        self.scopes = scopes
        self.loginHint = loginHint
        self.nonce = nonce
        self.additional = additional
    }
}

/// Something a provider is asked to show (OpenID Connect Core, section 3.1.2.1); open, since providers add their own.
public struct Prompt: RawRepresentable, Hashable, Sendable {
    /// The word on the wire.
    public let rawValue: String

    /// Names a prompt.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Nothing: fail where a page would be needed.
    public static let none = Prompt(rawValue: "none")
    /// The sign-in page, even for somebody who is signed in.
    public static let login = Prompt(rawValue: "login")
    /// The consent page, even where everything is agreed to.
    public static let consent = Prompt(rawValue: "consent")
    /// The choice between accounts.
    public static let selectAccount = Prompt(rawValue: "select_account")
    /// The page for a new account.
    public static let create = Prompt(rawValue: "create")
}
