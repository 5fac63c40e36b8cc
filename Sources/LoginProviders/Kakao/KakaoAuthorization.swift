// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginHTTP

extension AuthorizationOptions {
    /// Asks Kakao's consent page to show these of the app's terms, and to offer these KakaoTalk channels.
    ///
    /// - Parameters:
    ///   - serviceTerms: the tags of the terms, as they stand at the console.
    ///   - channelPublicIDs: the public ids of the channels, for example `_abc`.
    public mutating func showInKakao(serviceTerms: [String] = [], channelPublicIDs: [String] = []) {
        if !serviceTerms.isEmpty { additional.add("service_terms", serviceTerms.joined(separator: ",")) }
        if !channelPublicIDs.isEmpty {
            additional.add("channel_public_id", channelPublicIDs.joined(separator: ","))
        }
    }

    /// Asks Kakao for more consents of a person who has signed in already: the page comes at once, with no account to choose
    /// and no browser session needed.
    ///
    /// - Parameters:
    ///   - scopes: the consent items, and `openid` where the app uses OpenID Connect: without it no new id_token comes.
    ///   - ticket: what `KakaoAPI.consentTicket` gave.
    public mutating func askInKakao(for scopes: [String], ticket: Secret) {
        self.scopes = scopes
        additional.add("agt", ticket.exposed)
    }
}

/// What Kakao wants beside OAuth's own fields.
enum KakaoAuthorization {
    /// Kakao joins prompts by commas where OpenID Connect has blanks. It has none for consents: what is missing is asked for by
    /// its scopes.
    @Sendable static func fields(_ options: AuthorizationOptions) -> FormFields {
        var fields = FormFields()
        let prompts = options.prompts.filter { $0 != .consent }.map(\.rawValue)
        if !prompts.isEmpty { fields.add("prompt", prompts.joined(separator: ",")) }
        fields.add("login_hint", options.loginHint)
        return fields
    }

    /// Key and secret as form fields. The secret belongs to the REST key alone, so no other key sends it.
    static func client(_ clientID: String, settings: KakaoSettings) -> FormFields {
        var fields: FormFields = ["client_id": clientID]
        if let restKey = settings.restKey, sameBytes(clientID, restKey) {
            fields.add("client_secret", settings.clientSecret?.exposed)
        }
        return fields
    }
}
