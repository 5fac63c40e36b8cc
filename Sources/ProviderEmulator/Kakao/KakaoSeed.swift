// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// What a seed says of Kakao: apps, who is connected with them, and how Kakao behaves.
struct KakaoSeed: ProviderSeed {
    var apps: [KakaoApp] = []
    var links: [Link] = []
    var rules = KakaoRules()

    /// That a person has connected with an app already.
    struct Link: Sendable {
        let key: LinkKey
        let agreed: Set<String>
        let isSignedUp: Bool
        let terms: [String]
        let properties: [String: String]
    }

    /// Says nothing: no app is there.
    init() {}

    /// Reads the member `kakao`.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        for app in try seed.objects("apps") { apps.append(try KakaoApp(reading: app)) }
        for link in try seed.objects("links") { links.append(try Link(reading: link)) }
        if let rules = try seed.object("rules") { self.rules = try KakaoRules(reading: rules) }
        try seed.end()
    }

    func fill(_ world: inout World, at now: Date) throws(LoginError) {
        world.kakao.rules = rules
        for (index, app) in apps.enumerated() {
            guard world.kakao.apps[app.id] == nil else { throw .seed(at: "kakao.apps[\(index)].id", .repeated) }
            guard world.kakao.put(app) else { throw .seed(at: "kakao.apps[\(index)]", .repeatedKey) }
        }
        for (index, link) in links.enumerated() {
            let place = "kakao.links[\(index)]"
            guard let app = world.kakao.apps[link.key.app] else { throw .seed(at: "\(place).app", .noSuchThing) }
            guard world.people[link.key.person] != nil else { throw .seed(at: "\(place).person", .noSuchThing) }
            guard link.agreed.allSatisfy({ app.item($0) != nil }) else {
                throw .seed(at: "\(place).agreed", .notOneOf(app.consentItems.map(\.scope.id)))
            }
            guard link.terms.allSatisfy({ tag in app.serviceTerms.contains { $0.tag == tag } }) else {
                throw .seed(at: "\(place).service_terms", .notOneOf(app.serviceTerms.map(\.tag)))
            }
            guard link.properties.keys.allSatisfy(app.userProperties.contains) else {
                throw .seed(at: "\(place).properties", .notOneOf(app.userProperties))
            }
            let agreement = KakaoTermAgreement(at: now, way: .page)
            world.kakao.links[link.key] = KakaoLink(
                connectedAt: now, agreed: link.agreed, isSignedUp: link.isSignedUp,
                terms: Dictionary(link.terms.map { ($0, agreement) }) { first, _ in first },
                properties: link.properties)
        }
    }
}

extension KakaoSeed.Link {
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        key = LinkKey(app: try seed.requiredID("app"), person: try seed.requiredID("person"))
        agreed = Set(try seed.texts("agreed"))
        isSignedUp = try seed.flag("signed_up", otherwise: true)
        terms = try seed.texts("service_terms")
        var properties: [String: String] = [:]
        if var object = try seed.object("properties") {
            for name in object.names { properties[name] = try object.text(name) }
        }
        self.properties = properties
        try seed.end()
    }
}

extension EmulatorSeed {
    /// What it says of Kakao.
    var kakao: KakaoSeed {
        get { parts[KakaoRecords.provider] as? KakaoSeed ?? KakaoSeed() }
        set { parts[KakaoRecords.provider] = newValue }
    }
}
