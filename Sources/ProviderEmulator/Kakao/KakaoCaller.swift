// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

/// Who calls kapi, on whose behalf.
struct KakaoCaller: Sendable {
    /// The person and the app.
    let link: LinkKey
    /// The app's console settings.
    let app: KakaoApp
    /// The person.
    let person: Person
    /// The token that the call came with; nil where the app's admin key was used.
    let token: Token?

    /// A person's token at work.
    struct Token: Sendable {
        /// The token itself.
        let text: String
        /// The number of the login it came from.
        let loginNumber: Int
        /// That login.
        let login: KakaoLogin
        /// When the token ends.
        let expiresAt: Date
    }
}

/// Who may make a call.
struct KakaoAdmission: Sendable {
    /// Whether the app's admin key with the person's id will do, beside a person's access token.
    var takesAdminKey = false
    /// Whether it is open to people who wait for the app to sign them up; see `KakaoLink.isSignedUp`.
    var includesWaiting = false

    /// A person's access token only.
    static let person = KakaoAdmission()
    /// A person's access token, or the admin key with the person's id.
    static let personOrAdmin = KakaoAdmission(takesAdminKey: true)
    /// The same for people who wait to be signed up too.
    static let anyone = KakaoAdmission(takesAdminKey: true, includesWaiting: true)
    /// A person's access token, also of somebody who waits to be signed up.
    static let waitingPerson = KakaoAdmission(includesWaiting: true)
}

extension KakaoRecords {
    /// Finds out who calls; the refusals are the ones that kapi has for tokens, keys, accounts and apps.
    func caller(
        of request: HTTPRequest, parameters: KakaoParameters, admission: KakaoAdmission, people: People, now: Date
    ) throws(KakaoAPIError) -> KakaoCaller {
        let caller: KakaoCaller
        switch (Self.credential(of: request, parameters), admission.takesAdminKey) {
        case (.adminKey(let key), true):
            caller = try admin(key, parameters, people: people)
        case (.token(let token), _):
            caller = try owner(of: token, people: people, now: now)
        case (.adminKey, false), (nil, _):
            throw .unknownToken
        }
        guard admission.includesWaiting || links[caller.link]?.isSignedUp == true else { throw .notLinked }
        switch caller.person.accountState {
        case .active: break
        case .restricted: throw .restrictedAccount
        case .dormant: throw .dormantAccount
        }
        guard caller.app.admits(caller.person.id) else { throw .noPermission }
        return caller
    }

    /// The app whose admin key a call came with: for calls that are about no single person.
    func adminApp(of request: HTTPRequest, _ parameters: KakaoParameters) throws(KakaoAPIError) -> KakaoApp {
        guard case .adminKey(let text) = Self.credential(of: request, parameters) else { throw .unknownAppKey }
        return try adminApp(text)
    }

    private func adminApp(_ text: String) throws(KakaoAPIError) -> KakaoApp {
        guard let (key, app) = key(text), key.kind == .admin else { throw .unknownAppKey }
        return app
    }

    private enum Credential {
        case token(String)
        case adminKey(String)
    }

    /// The token or key of a call: in the header, or in the query as some clients send it.
    private static func credential(of request: HTTPRequest, _ parameters: KakaoParameters) -> Credential? {
        if let field = request.headers["Authorization"] {
            let parts = field.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return nil }
            switch parts[0].lowercased() {
            case "bearer": return .token(parts[1])
            case "kakaoak": return .adminKey(parts[1])
            default: return nil
            }
        }
        return parameters["access_token"].map(Credential.token)
    }

    private func owner(of text: String, people: People, now: Date) throws(KakaoAPIError) -> KakaoCaller {
        guard let token = accessTokens[text], let login = login(token.login), let app = apps[login.link.app],
            let person = people[login.link.person]
        else { throw .unknownToken }
        guard token.expiresAt > now else { throw .expiredToken }
        guard links[login.link] != nil else { throw .notLinked }
        return KakaoCaller(
            link: login.link, app: app, person: person,
            token: .init(text: text, loginNumber: token.login, login: login, expiresAt: token.expiresAt))
    }

    private func admin(_ text: String, _ parameters: KakaoParameters, people: People) throws(KakaoAPIError)
        -> KakaoCaller
    {
        let app = try adminApp(text)
        guard parameters["target_id_type"] == "user_id" else { throw .badParameter("target_id_type") }
        guard let id = parameters["target_id"].flatMap({ Int64($0) }) else { throw .badParameter("target_id") }
        let link = LinkKey(app: app.id, person: id)
        guard links[link] != nil, let person = people[id] else { throw .notLinked }
        return KakaoCaller(link: link, app: app, person: person, token: nil)
    }
}
