// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginCrypto

/// Everything that the emulated Naver keeps: apps, links, browser sessions, sign-ins, codes and tokens.
struct NaverRecords: SignInRecords {
    typealias App = NaverApp
    typealias Link = NaverLink
    typealias Request = NaverAuthorizeRequest
    typealias Outcome = String
    static let provider = "naver"

    /// How the emulated Naver behaves.
    var rules = NaverRules()
    /// Every app by its number.
    private(set) var apps: [Int64: NaverApp] = [:]
    private var byClientID: [String: Int64] = [:]
    /// Who has connected with which app.
    var links = LinkTable<NaverLink>()
    var browserSessions = BoundedTable<String, BrowserSession>(capacity: 20_000)
    /// Sign-ins under way or done, by their id.
    var signIns = BoundedTable<String, BrowserSignIn<Request, Outcome>>(capacity: 20_000)
    /// Codes by their text.
    var codes = BoundedTable<String, NaverCode>(capacity: 20_000)
    /// Logins by number.
    var logins = BoundedTable<Int, NaverLogin>(capacity: 200_000)
    /// Access tokens by their text.
    var accessTokens = BoundedTable<String, NaverToken>(capacity: 200_000)
    /// Refresh tokens by their text.
    var refreshTokens = BoundedTable<String, NaverToken>(capacity: 200_000)
    private var lastLogin = 0

    init() {}

    /// Adds an app or puts it in the place of the one with its number; false where its client id belongs to another app.
    mutating func put(_ app: NaverApp) -> Bool {
        guard byClientID[app.clientID].map({ $0 == app.id }) ?? true else { return false }
        byClientID = byClientID.filter { $0.value != app.id }
        byClientID[app.clientID] = app.id
        apps[app.id] = app
        return true
    }

    /// The app of a client id.
    func app(clientID: String) -> NaverApp? {
        byClientID[clientID].flatMap { apps[$0] }
    }

    /// The id under which an app knows a person: another one in each app.
    ///
    /// 43 characters today; a number in apps that were registered before May 2021. Made of the two numbers, so that it is
    /// the same again when the emulator starts anew.
    func subject(of link: LinkKey) -> String {
        let digest = SHA256Hash.hash("naver \(link.app) \(link.person)")
        guard apps[link.app]?.hasNumericIDs == true else { return Base64URL.encode(digest) }
        return String(digest.prefix(4).reduce(Int64(10_000_000)) { $0 &* 31 &+ Int64($1) })
    }
}

extension NaverRecords {
    /// Keeps a login and gives its number.
    mutating func begin(_ login: NaverLogin) -> Int {
        lastLogin += 1
        logins[lastLogin] = login
        return lastLogin
    }

    /// The login of a number, if it has not ended.
    func login(_ number: Int) -> NaverLogin? {
        guard let login = logins[number], links.isLive(login) else { return nil }
        return login
    }

    /// The items a person shares and the app still asks for, in the app's order.
    func agreed(_ link: LinkKey) -> [NaverItem] {
        guard let app = apps[link.app], let agreed = links[link]?.agreed else { return [] }
        return app.items.map(\.item).filter { agreed.contains($0.id) }
    }
}
