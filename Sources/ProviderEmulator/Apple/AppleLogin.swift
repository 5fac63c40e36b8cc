// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// That a person has signed in to an app, and what they shared.
struct AppleLink: Sendable, Hashable {
    /// When they first did.
    var connectedAt: Date
    /// Whether they shared an address at all.
    var sharesEmail: Bool
    /// Whether the app got an address that Apple forwards from, in the place of the person's own.
    var hidesEmail: Bool
}

/// One login of a person in an app, from which tokens come.
struct AppleLogin: ProviderLogin {
    /// Who signed in where.
    let link: LinkKey
    /// The Services ID or bundle id that the app used.
    let clientID: String
    /// When the person proved who they are.
    let authenticatedAt: Date
    /// What goes into id_tokens.
    let nonce: String?
    /// Whether the login was made on an Apple system.
    let isNative: Bool
    /// The generation of the link's logins that this one belongs to; see `LinkTable.endLogins`.
    let generation: Int
}

/// A code on its way to the token endpoint.
struct AppleCode: Sendable {
    /// Whom it stands for.
    let login: AppleLogin
    /// Where it was sent; nil for an app's.
    let redirectURI: String?
    /// The PKCE challenge it is bound to; nil where there was none.
    let challenge: String?
    /// When it was made.
    let issuedAt: Date
    /// Whether it was exchanged.
    var isSpent = false
}

/// A token: access tokens end, refresh tokens do not.
struct AppleToken: Sendable {
    /// The login it came from.
    let login: AppleLogin
    /// When it ends; nil for never.
    var expiresAt: Date?
}
