// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginHTTP

/// Naver's own calls beside a sign-in: what a token may read, and the older way to disconnect.
public struct NaverAPI: Sendable {
    private let settings: NaverSettings
    private let calls: NaverCalls
    private let caller: ProviderCaller

    /// Describes the app for which calls are made. Throws `setting_invalid` where a value cannot work.
    public init(_ settings: NaverSettings, environment: ProviderEnvironment) throws(LoginError) {
        self.settings = try settings.validated()
        calls = NaverCalls(settings: settings)
        caller = ProviderCaller(
            id: .naver, name: .naver, environment: environment, readError: NaverError.read(status:body:))
    }

    /// What Naver says of an access token that works (`/v1/nid/verify?info=true`). A dead one is `access_token_refused`.
    public func information(accessToken token: Secret) async throws(LoginError) -> NaverTokenInformation {
        let answer = try await calls.answer(
            to: NaverRequest.bearer(token, "/v1/nid/verify", ["info": "true"]), caller)
        let allowed = answer["response"]?.text("allowed_profile") ?? ""
        return NaverTokenInformation(
            expiry: answer["response"]?.text("expire_date"),
            profileItems: Set(allowed.split(separator: ",").map(String.init)))
    }

    /// Disconnects the person by the grant that Naver withdrew from its guide in May 2026 and its own SDKs still use.
    ///
    /// Naver may answer success for a token that it does not know; `Provider.unlink` is the call that says how it went.
    public func deleteTokens(accessToken token: Secret) async throws(LoginError) {
        var fields = NaverAuthorization.client(settings.clientID, settings: settings)
        fields.add("grant_type", "delete")
        fields.add("access_token", token.exposed)
        fields.add("service_provider", "NAVER")
        let answer = try await caller.json(.form(fields, to: "https://nid.naver.com/oauth2.0/token"))
        guard answer["result"]?.string == "success" else {
            throw .malformedAnswer(
                BilingualText(ko: "result가 success가 아닙니다.", en: "its result is not success."), provider: .naver,
                status: 200)
        }
    }
}

/// What Naver says of an access token.
public struct NaverTokenInformation: Sendable, Hashable {
    /// When it ends, in Naver's own words: the form of the date is not documented.
    public let expiry: String?
    /// The parts of the profile that it opens, by Naver's names, for example `email`.
    public let profileItems: Set<String>
}
