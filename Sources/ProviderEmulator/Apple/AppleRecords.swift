// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// Everything that the emulated Apple keeps: apps, links, browser sessions, sign-ins, codes and tokens.
///
/// A plain value: the steps that change it stand beside the calls they belong to, and time comes in as a parameter.
struct AppleRecords: SignInRecords {
    typealias App = AppleApp
    typealias Link = AppleLink
    typealias Request = AppleAuthorizeRequest
    typealias Outcome = AppleOutcome
    static let provider = "apple"

    /// How the emulated Apple behaves.
    var rules = AppleRules()
    /// Every app by its number.
    private(set) var apps: [Int64: AppleApp] = [:]
    /// Who has signed in to which app.
    var links = LinkTable<AppleLink>()
    /// Browsers by their cookie.
    var browserSessions = BoundedTable<String, BrowserSession>(capacity: 20_000)
    /// Sign-ins under way or done, by their id.
    var signIns = BoundedTable<String, BrowserSignIn<Request, Outcome>>(capacity: 20_000)
    /// Codes by their text.
    var codes = BoundedTable<String, AppleCode>(capacity: 20_000)
    /// Access tokens by their text.
    var accessTokens = BoundedTable<String, AppleToken>(capacity: 200_000)
    /// Refresh tokens by their text.
    var refreshTokens = BoundedTable<String, AppleToken>(capacity: 200_000)

    init() {}

    /// Adds an app or puts it in the place of the one with its number; false where one of its ids belongs to another app.
    mutating func put(_ app: AppleApp) -> Bool {
        let others = apps.values.filter { $0.id != app.id }.flatMap(\.clientIDs)
        guard Set(app.clientIDs).count == app.clientIDs.count, others.allSatisfy({ !app.clientIDs.contains($0) }) else {
            return false
        }
        apps[app.id] = app
        return true
    }

    /// The app of a `client_id`.
    func app(of clientID: String) -> AppleApp? {
        apps.values.first { $0.clientIDs.contains { $0.hasSameBytes(as: clientID) } }
    }
}
