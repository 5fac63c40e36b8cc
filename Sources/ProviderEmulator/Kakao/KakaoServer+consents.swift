// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension KakaoServer {
    /// `GET /v2/user/scopes`: what the person agreed to, item by item.
    func scopes(_ request: HTTPRequest) -> HTTPResponse {
        let language = request.acceptedLanguage
        return call(request, admission: .personOrAdmin) { caller, parameters, records throws(KakaoAPIError) in
            let wanted = try parameters.scopesInEitherForm()
            let consents = records.consents(of: caller, in: language)
            for scope in wanted ?? [] where !consents.contains(where: { $0.id == scope }) {
                throw .badParameter("scopes")
            }
            return caller.answer(consents.filter { wanted?.contains($0.id) ?? true })
        }
    }

    /// `POST /v2/user/revoke/scopes`: takes agreement back, for items that are not required. All of them, or none.
    func revokeScopes(_ request: HTTPRequest) -> HTTPResponse {
        let language = request.acceptedLanguage
        return call(request, admission: .personOrAdmin) { caller, parameters, records throws(KakaoAPIError) in
            guard let scopes = try parameters.list("scopes"), !scopes.isEmpty else { throw .badParameter("scopes") }
            let consents = records.consents(of: caller, in: language)
            for scope in scopes {
                guard let consent = consents.first(where: { $0.id == scope }), consent.isAgreed else {
                    throw .badParameter("scopes")
                }
                guard consent.isRevocable else { throw .notRevocable(scope) }
            }
            records.links[caller.link]?.agreed.subtract(scopes)
            return caller.answer(records.consents(of: caller, in: language))
        }
    }
}

/// How a person stands to one consent item.
private struct KakaoConsent {
    let scope: KakaoScope
    let name: String
    /// Whether the app has the item switched on; what was agreed to before it was switched off is still listed.
    let isUsed: Bool
    let isAgreed: Bool
    let isRequired: Bool

    var id: String { scope.id }
    var isRevocable: Bool { isAgreed && !isRequired }

    var json: JSONValue {
        var json = JSONObject()
        json["id"] = .string(id)
        json["display_name"] = .string(name)
        json["type"] = .string(scope.kind.rawValue)
        json["using"] = .bool(isUsed)
        json["agreed"] = .bool(isAgreed)
        // Told of what was agreed to, and of nothing else.
        if isAgreed { json["revocable"] = .bool(isRevocable) }
        return .object(json)
    }
}

extension KakaoRecords {
    fileprivate func consents(of caller: KakaoCaller, in language: Language) -> [KakaoConsent] {
        let agreed = links[caller.link]?.agreed ?? []
        return KakaoScope.all.compactMap { scope in
            let item = caller.app.item(scope.id)
            guard item != nil || agreed.contains(scope.id) else { return nil }
            return KakaoConsent(
                scope: scope, name: scope.name.text(in: language), isUsed: item != nil,
                isAgreed: agreed.contains(scope.id), isRequired: item?.stage == .required)
        }
    }
}

extension KakaoCaller {
    fileprivate func answer(_ consents: [KakaoConsent]) -> JSONValue {
        ["id": JSONValue(person.id), "scopes": .array(consents.map(\.json))]
    }
}

extension KakaoParameters {
    /// A list of items: in JSON as in the examples of Kakao's page, or with commas as in its table.
    fileprivate func scopesInEitherForm() throws(KakaoAPIError) -> [String]? {
        let scopes = self["scopes"]?.hasPrefix("[") == true ? try list("scopes") : try words("scopes")
        guard scopes?.isEmpty != true else { throw .badParameter("scopes") }
        return scopes
    }
}
