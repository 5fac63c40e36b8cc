// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

extension KakaoServer {
    /// `GET /v2/user/service_terms`: which of the service's terms a person agreed to, or all that the app has.
    func serviceTerms(_ request: HTTPRequest) -> HTTPResponse {
        callOnTerms(request) { caller, tags, parameters, records throws(KakaoAPIError) in
            try caller.checkTags(tags)
            let agreements = records.links[caller.link]?.terms ?? [:]
            let terms: [KakaoServiceTerm]
            switch parameters["result"] ?? "agreed_service_terms" {
            case "agreed_service_terms": terms = caller.app.serviceTerms.filter { agreements[$0.tag] != nil }
            case "app_service_terms": terms = caller.app.serviceTerms
            default: throw .badParameter("result")
            }
            let wanted = terms.filter { tags?.contains($0.tag) ?? true }
            return [
                "id": JSONValue(caller.person.id),
                "service_terms": .array(wanted.map { $0.json(agreement: agreements[$0.tag]) }),
            ]
        }
    }

    /// `POST /v2/user/revoke/service_terms`: takes agreement back. What cannot be taken back is left out of the answer.
    func revokeServiceTerms(_ request: HTTPRequest) -> HTTPResponse {
        callOnTerms(request) { caller, tags, _, records throws(KakaoAPIError) in
            guard let tags else { throw .badParameter("tags") }
            try caller.checkTags(tags)
            let agreements = records.links[caller.link]?.terms ?? [:]
            let revoked = caller.app.serviceTerms.filter { term in
                tags.contains(term.tag) && agreements[term.tag] != nil && !term.isRequired
            }
            for term in revoked { records.links[caller.link]?.terms[term.tag] = nil }
            return [
                "id": JSONValue(caller.person.id),
                "revoked_service_terms": .array(revoked.map { ["tag": .string($0.tag), "agreed": false] }),
            ]
        }
    }

    /// `POST /v2/user/upgrade/service_terms`: the service says that a person agreed. Tags that do not exist, and terms that
    /// were agreed to before, are left out of the answer and are no error.
    func agreeToServiceTerms(_ request: HTTPRequest) -> HTTPResponse {
        let now = clock.now
        return callOnTerms(request) { caller, tags, _, records throws(KakaoAPIError) in
            guard let tags else { throw .badParameter("tags") }
            let agreements = records.links[caller.link]?.terms ?? [:]
            let added = caller.app.serviceTerms.filter { tags.contains($0.tag) && agreements[$0.tag] == nil }
            let agreement = KakaoTermAgreement(at: now, way: .call)
            for term in added { records.links[caller.link]?.terms[term.tag] = agreement }
            return [
                "id": JSONValue(caller.person.id),
                "agreed_service_terms": .array(
                    added.map { term in
                        [
                            "tag": .string(term.tag), "agreed": true, "agreed_at": .string(timestamp(now)),
                            "agreed_by": .string(agreement.way.rawValue),
                        ]
                    }),
            ]
        }
    }

    private func callOnTerms(
        _ request: HTTPRequest,
        _ answer:
            @Sendable (KakaoCaller, [String]?, KakaoParameters, inout KakaoRecords) throws(KakaoAPIError)
            -> JSONValue
    ) -> HTTPResponse {
        call(request, admission: .personOrAdmin) { caller, parameters, records throws(KakaoAPIError) in
            guard !caller.app.serviceTerms.isEmpty else { throw .notSwitchedOn }
            return try answer(caller, try parameters.words("tags"), parameters, &records)
        }
    }
}

extension KakaoCaller {
    fileprivate func checkTags(_ tags: [String]?) throws(KakaoAPIError) {
        for tag in tags ?? [] where !app.serviceTerms.contains(where: { $0.tag == tag }) {
            throw .badParameter("tags")
        }
    }
}

extension KakaoServiceTerm {
    fileprivate func json(agreement: KakaoTermAgreement?) -> JSONValue {
        var json = JSONObject()
        json["tag"] = .string(tag)
        json["required"] = .bool(isRequired)
        json["agreed"] = .bool(agreement != nil)
        json["revocable"] = .bool(agreement != nil && !isRequired)
        if let agreement {
            json["agreed_at"] = .string(timestamp(agreement.at))
            json["agreed_by"] = .string(agreement.way.rawValue)
        }
        return .object(json)
    }
}
