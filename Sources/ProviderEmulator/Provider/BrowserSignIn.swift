// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// One sign-in in a browser, from the authorize request to the answer that the app gets.
struct BrowserSignIn<Request: AuthorizeRequest, Outcome: Sendable>: Sendable {
    /// What the app asked for.
    let request: Request
    /// When the app asked.
    let startedAt: Date
    /// Who it is, and when they proved it; nil until an account was chosen.
    var session: BrowserSession?
    /// The language of its pages; nil where the browser's decides.
    var language: Language?
    /// What the app gets in the end. Whoever comes back gets it again, with the same code.
    var outcome: Outcome?

    /// The person in the app; nil until an account was chosen.
    var link: LinkKey? {
        session.map { LinkKey(app: request.app, person: $0.person) }
    }
}

/// A browser that is signed in at a provider.
struct BrowserSession: Sendable {
    /// Who is signed in.
    let person: Int64
    /// When they signed in.
    let authenticatedAt: Date
}

/// Where a sign-in stands, and so what the browser is shown next.
enum SignInStep<Outcome: Sendable>: Sendable {
    /// Which account is it?
    case chooseAccount
    /// What may the app have?
    case askConsent(missingRequired: Bool)
    /// The app gets its answer.
    case answer(Outcome)
    /// The app, or the account that was chosen, cannot go on; a page with this status says why.
    case refuse(RefusalPage, status: Int)
    /// There is no such sign-in any more.
    case expired
}

/// What a person agreed to on a consent page.
enum ConsentChoice: Sendable {
    /// Everything that was asked for.
    case all
    /// What was ticked in this form.
    case ticked(PageForm)

    /// Whether it holds what a box stands for.
    func covers(_ value: String, in field: String = "item") -> Bool {
        switch self {
        case .all: true
        case .ticked(let form): form.all(field).contains(value)
        }
    }
}
