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
    let link: KakaoLinkKey
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

/// Whether a call may be made with the app's admin key too.
enum KakaoAdmission: Sendable {
    /// A person's access token only.
    case person
    /// A person's access token, or the admin key with the person's id.
    case personOrAdmin
}

extension KakaoRecords {
    /// Finds out who calls; the refusals are the ones that kapi has for tokens, keys, accounts and apps.
    func caller(
        of request: HTTPRequest, parameters: KakaoParameters, admission: KakaoAdmission, people: People, now: Date
    ) throws(KakaoAPIError) -> KakaoCaller {
        let caller: KakaoCaller
        switch (Self.credential(of: request, parameters), admission) {
        case (.adminKey(let key), .personOrAdmin):
            caller = try admin(key, parameters, people: people)
        case (.token(let token), _):
            caller = try owner(of: token, people: people, now: now)
        case (.adminKey, .person), (nil, _):
            throw .unknownToken
        }
        switch caller.person.accountState {
        case .active: break
        case .restricted: throw .restrictedAccount
        case .dormant: throw .dormantAccount
        }
        guard caller.app.admits(caller.person.id) else { throw .noPermission }
        return caller
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
        guard let (key, app) = key(text), key.kind == .admin else { throw .unknownAppKey }
        guard parameters["target_id_type"] == "user_id" else { throw .badParameter("target_id_type") }
        guard let id = parameters["target_id"].flatMap({ Int64($0) }) else { throw .badParameter("target_id") }
        let link = KakaoLinkKey(app: app.id, person: id)
        guard links[link] != nil, let person = people[id] else { throw .notLinked }
        return KakaoCaller(link: link, app: app, person: person, token: nil)
    }
}

/// The parameters of a kapi call, from its query and its form body; of a name that stands there twice the last counts.
struct KakaoParameters: Sendable {
    private var fields: [String: String] = [:]

    init(_ request: HTTPRequest) throws(KakaoAPIError) {
        do {
            for field in try request.queryFields().fields { fields[field.name] = field.value }
            for field in try request.formFields()?.fields ?? [] { fields[field.name] = field.value }
        } catch {
            throw .badParameter("the query or body")
        }
    }

    /// The value of a name; empty counts as absent.
    subscript(name: String) -> String? {
        fields[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
