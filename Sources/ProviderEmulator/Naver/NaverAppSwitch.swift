// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

/// What Naver's app on a phone does with the address that another app opened. There is no state in either direction.
enum NaverAppSwitch {
    /// The numbers that come back in `code`; the two generations of Naver's SDK agree on these.
    private enum Code: Int {
        case success = 0
        case cancelled = 2
        case invalidRequest = 6
    }

    /// Takes the address and who holds the phone, and gives the address that leads back to the app.
    static func callback(_ control: Control, _ body: SeedObject) throws(LoginError) -> JSONValue {
        var body = body
        let address = try body.requiredText("address")
        let person = try body.requiredID("person")
        let isCancelled = try body.flag("cancel", otherwise: false)
        try body.end()
        guard address.hasPrefix("naversearchthirdlogin://thirdPartyLogin?"),
            let query = try? FormFields(parsing: address.drop { $0 != "?" }.dropFirst()),
            // The older SDK spells the name with a capital B.
            let scheme = query.all("callbackScheme").first ?? query.all("callBackScheme").first,
            let clientID = query.all("extOauthConsumerKey").first
        else { throw .seed(at: "address", .wanted("an address of Naver's app", "네이버 앱을 여는 주소")) }

        let (now, fresh) = (control.clock.now, control.fresh)
        let (code, authCode) = try control.world.change { world throws(LoginError) -> (Code, String?) in
            guard let owner = world.people[person] else { throw .emulatorNotFound }
            guard let app = world.naver.app(clientID: clientID), app.isLoginOn, app.admits(person),
                app.urlSchemes.contains(scheme), owner.accountState == .active
            else { return (.invalidRequest, nil) }
            if isCancelled { return (.cancelled, nil) }
            let link = LinkKey(app: app.id, person: person)
            let all = NaverLink(connectedAt: now, agreed: Set(app.items.map(\.item.id)))
            if world.naver.links[link] == nil || query.all("authType") == ["reprompt"] { world.naver.links[link] = all }
            let text = fresh.naverWord()
            world.naver.codes[text] = NaverCode(
                login: NaverLogin(
                    link: link, authenticatedAt: now, hasOpenID: false,
                    generation: world.naver.links.generation(of: link)),
                redirectURI: nil, challenge: nil, nonce: nil, issuedAt: now)
            return (.success, text)
        }
        let more = authCode.map { "&authCode=\(percentEncoded($0))" } ?? ""
        return ["callback": .string("\(scheme)://thirdPartyLoginResult?version=2&code=\(code.rawValue)\(more)")]
    }
}
