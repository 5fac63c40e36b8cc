// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginHTTP

/// Facebook's own calls beside a sign-in: permissions, longer-lived tokens, the end of a Limited Login.
///
/// ```swift
/// let facebook = try FacebookAPI(settings, environment: environment)
/// let permissions = try await facebook.permissions(accessToken: token)
/// ```
///
/// Every call throws a `LoginError`; what each of Facebook's codes means stands in `ProviderCatalogue.Entry.errors`.
public struct FacebookAPI: Sendable {
    let settings: FacebookSettings
    let provider: Provider

    private var requests: FacebookRequest { FacebookRequest(settings: settings) }

    /// Describes the app for which calls are made. Throws `setting_invalid` where a value cannot work.
    public init(_ settings: FacebookSettings, environment: ProviderEnvironment) throws(LoginError) {
        self.settings = try settings.validated()
        provider = try .facebook(settings, environment: environment)
    }

    /// Tells what the person was asked for and what came of it (`GET /me/permissions`).
    public func permissions(accessToken: Secret) async throws(LoginError) -> [FacebookPermission] {
        let answer = try await provider.caller.json(requests.bearer(accessToken, .get, "/me/permissions"))
        guard let list = answer["data"]?.array else {
            throw .malformedAnswer(
                BilingualText(ko: "data 값이 없습니다.", en: "it lacks data."), provider: .facebook, status: 200)
        }
        return list.compactMap { entry in
            guard let name = entry.text("permission"), let status = entry.text("status") else { return nil }
            return FacebookPermission(name: name, status: FacebookPermission.Status(rawValue: status))
        }
    }

    /// Throws `consent_missing`, with the advice to ask for them, where the person has not granted all of these; ask by
    /// `AuthorizationOptions.askAgainInFacebook`.
    public func require(_ permissions: [String], accessToken: Secret) async throws(LoginError) {
        let granted = try await self.permissions(accessToken: accessToken).filter { $0.status == .granted }.map(\.name)
        let missing = permissions.filter { !granted.contains($0) }
        guard missing.isEmpty else {
            throw FacebookError.permissionMissing.error(status: nil, advice: .askConsent(scopes: missing))
        }
    }

    /// Takes one permission back (`DELETE /me/permissions/{name}`).
    public func revoke(_ permission: String, accessToken: Secret) async throws(LoginError) {
        let path = "/me/permissions/\(percentEncoded(permission))"
        try await provider.caller.done(requests.bearer(accessToken, .delete, path))
    }

    /// Exchanges a token of some hours for one of about 60 days (`fb_exchange_token`), from a server only. A token that has
    /// expired cannot be exchanged, and there is no other refresh.
    public func longLived(accessToken: Secret) async throws(LoginError) -> TokenSet {
        _ = try requests.appToken()
        var fields: FormFields = ["grant_type": "fb_exchange_token"]
        for field in FacebookAuthorization.client(settings.appID, settings: settings).fields {
            fields.add(field.name, field.value)
        }
        fields.add("fb_exchange_token", accessToken.exposed)
        return try await provider.tokens(for: fields, isRepeatable: true)
    }

    /// Ends the link of somebody who signed in by Limited Login, of whom there is an id_token and nothing else.
    public func unlink(limitedLogin idToken: Secret) async throws(LoginError) {
        let fields: FormFields = ["app_id": settings.appID, "id_token": idToken.exposed]
        try await provider.caller.done(.form(fields, to: "https://www.limited.facebook.com/platform/uninstall/"))
    }
}

/// One permission and what came of it.
public struct FacebookPermission: Sendable, Hashable {
    /// What became of a permission; open, since Facebook may add to its list.
    public struct Status: RawRepresentable, Hashable, Sendable {
        /// The word on the wire.
        public let rawValue: String

        /// Names a status.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The person granted it.
        public static let granted = Status(rawValue: "granted")
        /// The person declined it; only a request to ask again puts it before them once more.
        public static let declined = Status(rawValue: "declined")
        /// It was granted and not used for 90 days.
        public static let expired = Status(rawValue: "expired")
    }

    /// Its name, for example `email`.
    public let name: String
    /// What became of it.
    public let status: Status
}
