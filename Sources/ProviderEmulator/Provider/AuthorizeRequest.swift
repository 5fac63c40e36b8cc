// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What an app asks for when it sends a browser to a provider, checked: what the pages have to know of it.
protocol AuthorizeRequest: Sendable {
    /// The number of the app.
    var app: Int64 { get }
    /// Where the answer goes.
    var redirectURI: RedirectURI { get }
    /// The language that the app asks for; nil where the browser's decides.
    var language: Language? { get }
    /// The account that the app suggests.
    var loginHint: String? { get }
    /// Whether the app asks for a new account.
    var createsAccount: Bool { get }
    /// Whether whoever is signed in has to prove it again.
    var asksAgain: Bool { get }
    /// Whether it speaks for one person from the beginning, so that no other account can be chosen.
    var isBoundToPerson: Bool { get }
}

// What most requests cannot say.
extension AuthorizeRequest {
    var language: Language? { nil }
    var loginHint: String? { nil }
    var createsAccount: Bool { false }
    var asksAgain: Bool { false }
    var isBoundToPerson: Bool { false }
}
