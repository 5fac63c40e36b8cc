// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// Everything that the emulated Facebook keeps: apps, links, browser sessions, sign-ins, codes and tokens.
struct FacebookRecords: SignInRecords {
    typealias App = FacebookApp
    typealias Link = FacebookLink
    typealias Request = FacebookAuthorizeRequest
    typealias Outcome = FacebookOutcome
    static let provider = "facebook"

    /// How the emulated Facebook behaves.
    var rules = FacebookRules()
    /// Every app by its number.
    private(set) var apps: [Int64: FacebookApp] = [:]
    /// Who has signed in to which app.
    var links = LinkTable<FacebookLink>()
    /// Browsers by their cookie.
    var browserSessions = BoundedTable<String, BrowserSession>(capacity: 20_000)
    /// Sign-ins under way or done, by their id.
    var signIns = BoundedTable<String, BrowserSignIn<Request, Outcome>>(capacity: 20_000)
    /// Codes by their text.
    var codes = BoundedTable<String, FacebookCode>(capacity: 20_000)
    /// Access tokens by their text.
    var tokens = BoundedTable<String, FacebookToken>(capacity: 200_000)

    init() {}

    /// Adds an app or puts it in the place of the one with its number, which is all that names it.
    mutating func put(_ app: FacebookApp) -> Bool {
        apps[app.id] = app
        return true
    }

    /// The person whom an app knows by an id.
    func person(_ id: String, of app: Int64, among people: People) -> Person? {
        people.all.first { $0.facebookID(app: app) == id }
    }
}

extension Person {
    /// The person's id for one app; every other app gets another one.
    func facebookID(app: Int64) -> String {
        // Seventeen digits from a mix of both numbers (SplitMix64's finalizer): stable, and nothing to guess with.
        var mixed = UInt64(bitPattern: id) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: app)
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return String(10_000_000_000_000_000 + (mixed ^ (mixed >> 31)) % 10_000_000_000_000_000)
    }
}
