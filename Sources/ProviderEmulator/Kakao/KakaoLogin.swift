// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// That a person has connected with an app, and what they agreed to.
struct KakaoLink: Sendable, Hashable {
    /// When they connected; while they wait to be signed up, when that began.
    var connectedAt: Date
    /// The names of the consent items they agreed to.
    var agreed: Set<String>
    /// Whether the link is whole. Where an app links by hand it waits for the app's call, and for most calls is none.
    var isSignedUp = true
    /// The service's terms they agreed to, by tag.
    var terms: [String: KakaoTermAgreement] = [:]
    /// What the app keeps of them at Kakao, by the names of its user properties.
    var properties: [String: String] = [:]
}

/// A token for one page that asks for more consents (`agt`): it stands for a person who has signed in already.
struct KakaoConsentTicket: Sendable {
    /// The token itself.
    let text: String
    /// The login it came from.
    let login: KakaoLogin
    /// When it was made.
    let issuedAt: Date
}

/// One login of a person in an app, from which tokens come: the unit that a logout ends.
struct KakaoLogin: ProviderLogin {
    /// Who signed in where.
    let link: LinkKey
    /// The key that the app used.
    let key: KakaoKey
    /// When the person proved who they are.
    let authenticatedAt: Date
    /// Whether an id_token was asked for.
    let hasOpenID: Bool
    /// The generation of the link's logins that this one belongs to; see `LinkTable.endLogins`.
    let generation: Int
}

/// A code on its way from the browser to the token endpoint.
struct KakaoCode: Sendable {
    /// Whom it stands for.
    let login: KakaoLogin
    /// Where it was sent.
    let redirectURI: String
    /// The PKCE challenge it is bound to (RFC 7636); nil where there was none.
    let challenge: String?
    /// What goes into the id_token.
    let nonce: String?
    /// When it was made.
    let issuedAt: Date
    /// The login that it was exchanged for; nil while it is fresh.
    var spentOn: Int?
}

/// An access token.
struct KakaoAccessToken: Sendable {
    /// The login it came from.
    let login: Int
    /// When it ends.
    var expiresAt: Date
}

/// A refresh token.
struct KakaoRefreshToken: Sendable {
    /// The login it came from.
    let login: Int
    /// When it ends.
    var expiresAt: Date
    /// What took its place, and when; nil while it is the newest.
    var successor: (token: String, at: Date)?
}
