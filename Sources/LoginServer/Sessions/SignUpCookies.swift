// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A sign-up that waits in a browser for its form to be sent.
struct WaitingSignUp: Sendable {
    /// The ticket, as its cookie holds it.
    let ticket: Secret
    /// The id of the ticket.
    let ticketID: String
    /// When the ticket ends, in seconds since 1970.
    let end: Int64

    /// The part of the id that stands in the names of its cookies, in the form and in its address; worth nothing alone.
    var shortID: String { SignUpCookies.shortID(of: ticketID) }
}

/// Keeps the tickets of people who are about to sign up, one cookie each, so that every tab has a form of its own; at most
/// five in a browser.
///
/// Beside each stands, sealed, the app that the person came from; the seal names the ticket and counts for no other.
struct SignUpCookies: Sendable {
    let tickets: NumberedToken
    let appSeal: AppRequestSeal
    let policy: CookiePolicy

    private static let limit = 5
    private var ticketPrefix: String { policy.name("login-ticket-") }
    private var appPrefix: String { policy.name("login-app-") }

    /// The part of a ticket's id that tells it from the others of its browser.
    static func shortID(of ticketID: String) -> String { String(ticketID.prefix(8)) }

    /// The cookies for a new ticket, and those that drop what it displaces.
    ///
    /// - Parameter seconds: how long the ticket is still good for.
    func begin(
        _ ticket: TicketRecord, for app: AppRequest?, in request: HTTPRequest, life seconds: Int
    ) throws(Problem) -> [SetCookie] {
        let end = Int64(ticket.expiresAt.timeIntervalSince1970)
        // The counter of a browser's ticket is its end, so that the oldest can be told without asking the database.
        guard let text = tickets.text(id: ticket.id, counter: max(0, end)) else { throw Problem(.internalError) }
        let new = WaitingSignUp(ticket: text, ticketID: ticket.id, end: end)
        let kept = waiting(in: request).filter { $0.shortID != new.shortID }.prefix(Self.limit - 1).map(\.shortID)
        let displaced = names(in: request).filter { name in
            !(kept + [new.shortID]).contains { name == ticketPrefix + $0 || name == appPrefix + $0 }
        }
        return displaced.map(policy.drop)
            + [
                policy.keep(ticketPrefix + new.shortID, text.exposed, for: seconds),
                app.map { policy.keep(appPrefix + new.shortID, appSeal.seal($0, ticket: ticket.id), for: seconds) }
                    ?? policy.drop(appPrefix + new.shortID),
            ]
    }

    /// The sign-up of a form or its address; where neither names one, the newest. Nil where this browser has none such.
    func find(_ shortID: String?, in request: HTTPRequest) -> WaitingSignUp? {
        waiting(in: request).first { shortID == nil || $0.shortID == shortID }
    }

    /// The app that a sign-up goes back to, where its ticket came by one.
    func app(of signUp: WaitingSignUp, in request: HTTPRequest) -> AppRequest? {
        Cookies(request)[appPrefix + signUp.shortID].flatMap { appSeal.open($0, ticket: signUp.ticketID) }
    }

    /// Takes the cookies of one sign-up away.
    func drop(_ signUp: WaitingSignUp) -> [SetCookie] {
        [policy.drop(ticketPrefix + signUp.shortID), policy.drop(appPrefix + signUp.shortID)]
    }

    /// The sign-ups of this browser, the newest first.
    private func waiting(in request: HTTPRequest) -> [WaitingSignUp] {
        let cookies = Cookies(request)
        // More cookies than a browser of ours would hold are somebody's attempt to make us work.
        return names(in: request).filter { $0.hasPrefix(ticketPrefix) }.prefix(Self.limit * 2)
            .compactMap { name -> WaitingSignUp? in
                guard let text = cookies[name].map({ Secret($0) }), let read = tickets.read(text) else { return nil }
                let signUp = WaitingSignUp(ticket: text, ticketID: read.id, end: read.counter)
                return name == ticketPrefix + signUp.shortID ? signUp : nil
            }
            .sorted { $0.end > $1.end }
    }

    private func names(in request: HTTPRequest) -> [String] {
        Cookies(request).names.filter { $0.hasPrefix(ticketPrefix) || $0.hasPrefix(appPrefix) }
    }
}
