// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// Everything that the emulated Kakao keeps: apps, links, browser sessions, sign-ins, codes and tokens.
///
/// A plain value: the steps that change it stand beside the calls they belong to, and time comes in as a parameter.
struct KakaoRecords: SignInRecords {
    typealias App = KakaoApp
    typealias Link = KakaoLink
    typealias Request = KakaoAuthorizeRequest
    typealias Outcome = String
    static let provider = "kakao"

    /// How the emulated Kakao behaves.
    var rules: KakaoRules
    /// Every app by its id.
    private(set) var apps: [Int64: KakaoApp] = [:]
    private var keys: [String: KakaoKey] = [:]
    /// Who has connected with which app.
    var links = LinkTable<KakaoLink>()
    /// Browsers by their cookie.
    var browserSessions = BoundedTable<String, BrowserSession>(capacity: 20_000)
    /// Sign-ins under way or done, by their id.
    var signIns = BoundedTable<String, BrowserSignIn<Request, Outcome>>(capacity: 20_000)
    /// Codes by their text.
    var codes = BoundedTable<String, KakaoCode>(capacity: 20_000)
    /// Logins by number.
    var logins = BoundedTable<Int, KakaoLogin>(capacity: 200_000)
    /// Access tokens by their text.
    var accessTokens = BoundedTable<String, KakaoAccessToken>(capacity: 200_000)
    /// Refresh tokens by their text.
    var refreshTokens = BoundedTable<String, KakaoRefreshToken>(capacity: 200_000)
    /// Tokens for pages that ask for more consents, by their text.
    var consentTickets = BoundedTable<String, KakaoConsentTicket>(capacity: 20_000)
    private var lastLogin = 0

    init() {
        rules = KakaoRules()
    }

    /// Adds an app or puts it in the place of the one with its id; false where one of its keys belongs to another app.
    mutating func put(_ app: KakaoApp) -> Bool {
        let added = app.keys
        let isFree = added.allSatisfy { key in keys[key.text].map { $0.app == app.id } ?? true }
        guard isFree, Set(added.map(\.text)).count == added.count else { return false }
        keys = keys.filter { $0.value.app != app.id }
        for key in added { keys[key.text] = key }
        apps[app.id] = app
        return true
    }

    /// The key of that text, with its app.
    func key(_ text: String) -> (key: KakaoKey, app: KakaoApp)? {
        guard let key = keys[text], let app = apps[key.app] else { return nil }
        return (key, app)
    }
}

extension KakaoRecords {
    /// Keeps a login and gives its number.
    mutating func begin(_ login: KakaoLogin) -> Int {
        lastLogin += 1
        logins[lastLogin] = login
        return lastLogin
    }

    /// The login of a number, if it has not ended.
    func login(_ number: Int) -> KakaoLogin? {
        guard let login = logins[number], links.isLive(login) else { return nil }
        return login
    }

    /// Disconnects everybody who was not signed up in time: a sign-up that never came is none.
    mutating func endOverdueSignUps(now: Date) {
        guard apps.values.contains(where: { !$0.isAutoLinkOn }) else { return }
        for (key, link) in links.all
        where !link.isSignedUp && now.timeIntervalSince(link.connectedAt) > rules.signUpSpan {
            _ = links.remove(key)
        }
    }

    /// The consent items a person agreed to and the app still has, in the app's order.
    func agreed(_ link: LinkKey) -> [String] {
        guard let app = apps[link.app], let agreed = links[link]?.agreed else { return [] }
        return app.consentItems.map(\.scope.id).filter(agreed.contains)
    }
}
