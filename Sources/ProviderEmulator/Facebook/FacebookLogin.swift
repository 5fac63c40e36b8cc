// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// That a person has signed in to an app, and what came of what it asked for.
struct FacebookLink: Sendable, Hashable {
    /// When they first did.
    var connectedAt: Date
    /// The names of what they granted.
    var granted: Set<String>
    /// The names of what they declined, which is not asked for again by itself.
    var declined: Set<String> = []
}

/// One login of a person in an app, from which tokens come.
struct FacebookLogin: ProviderLogin {
    /// Who signed in where.
    let link: LinkKey
    /// Whether an id_token was asked for.
    let hasOpenID: Bool
    /// What goes into the id_token.
    let nonce: String?
    /// The generation of the link's logins that this one belongs to; see `LinkTable.endLogins`.
    let generation: Int
}

/// A code on its way to the token endpoint.
struct FacebookCode: Sendable {
    /// Whom it stands for.
    let login: FacebookLogin
    /// Where it was sent.
    let redirectURI: String
    /// The PKCE challenge it is bound to; nil where there was none.
    let challenge: String?
    /// When it was made.
    let issuedAt: Date
    /// Whether it was exchanged.
    var isSpent = false
}

/// A person's access token.
struct FacebookToken: Sendable {
    /// The login it came from.
    let login: FacebookLogin
    /// When it was made.
    let issuedAt: Date
    /// When it ends.
    var expiresAt: Date
    /// Whether it is one of about 60 days.
    let isLongLived: Bool
    /// Why it is dead, as a subcode of 190; nil while it is not.
    var cause: Int?
}
