// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// That a person has connected with an app, and what of the profile they share.
struct NaverLink: Sendable, Hashable {
    /// When they connected.
    let connectedAt: Date
    /// The names of the items they agreed to.
    var agreed: Set<String>
}

/// One login of a person in an app, from which tokens come.
struct NaverLogin: ProviderLogin {
    /// Who signed in where.
    let link: LinkKey
    /// When the person proved who they are.
    let authenticatedAt: Date
    /// Whether it went over the OpenID Connect path.
    let hasOpenID: Bool
    /// The generation of the link's logins that this one belongs to; see `LinkTable.endLogins`.
    let generation: Int
}

/// A code on its way from the browser, or from Naver's app, to the token endpoint.
struct NaverCode: Sendable {
    /// Whom it stands for.
    let login: NaverLogin
    /// Where it was sent; nil for one that came through Naver's app.
    let redirectURI: String?
    /// The PKCE challenge it is bound to (RFC 7636); nil where there was none.
    let challenge: String?
    /// What goes into the id_token.
    let nonce: String?
    /// When it was made.
    let issuedAt: Date
    /// Whether it was exchanged.
    var isSpent = false
}

/// An access or refresh token.
struct NaverToken: Sendable {
    /// The login it came from, by number: the pair that is revoked together.
    let login: Int
    /// When it ends; nil for never, as far as Naver says.
    var expiresAt: Date?

    /// Whether its time is not over.
    func isLive(at now: Date) -> Bool { expiresAt.map { $0 > now } ?? true }
}
