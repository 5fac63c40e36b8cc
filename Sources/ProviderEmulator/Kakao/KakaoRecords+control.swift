// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

extension KakaoRecords: TokenPairRecords {
    /// Lets tokens of a person in an app run out now; gives how many.
    mutating func expireTokens(_ kind: TokenKind, of link: LinkKey, now: Date) -> Int {
        let logins = logins
        let isMeant = { (login: Int) in logins[login]?.link == link }
        var count = 0
        if kind != .refresh {
            count += accessTokens.change(where: { isMeant($0.login) && $0.expiresAt > now }) { $0.expiresAt = now }
        }
        if kind != .access {
            count += refreshTokens.change(where: { isMeant($0.login) && $0.expiresAt > now }) { $0.expiresAt = now }
        }
        return count
    }

    /// Takes tokens of a person in an app out of the world; gives how many.
    mutating func killTokens(_ kind: TokenKind, of link: LinkKey) -> Int {
        let logins = logins
        let isMeant = { (login: Int) in logins[login]?.link == link }
        var count = 0
        if kind != .refresh { count += accessTokens.remove { isMeant($0.login) } }
        if kind != .access { count += refreshTokens.remove { isMeant($0.login) } }
        if kind == .all { links.endLogins(of: link) }
        return count
    }

    /// Every link, in the form in which a seed gives them.
    var linksJSON: JSONValue {
        let sorted = links.sorted.map(\.key)
        return .array(
            sorted.map { key in
                var json = JSONObject()
                json["app"] = JSONValue(key.app)
                json["person"] = JSONValue(key.person)
                json["agreed"] = .texts(agreed(key))
                guard let link = links[key] else { return .object(json) }
                if !link.isSignedUp { json["signed_up"] = false }
                let terms = apps[key.app]?.serviceTerms.map(\.tag).filter { link.terms[$0] != nil } ?? []
                if !terms.isEmpty { json["service_terms"] = .texts(terms) }
                if !link.properties.isEmpty {
                    let sorted = link.properties.sorted { $0.key < $1.key }
                    json["properties"] = .object(
                        JSONObject(sorted.map { .init(name: $0.key, value: .string($0.value)) }))
                }
                return .object(json)
            })
    }
}
