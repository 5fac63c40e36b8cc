// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// What a seed says of Naver: apps, who is connected with them, and how Naver behaves.
struct NaverSeed: ProviderSeed {
    var apps: [NaverApp] = []
    var links: [Link] = []
    var rules = NaverRules()

    /// That a person has connected with an app already.
    struct Link: Sendable {
        let key: LinkKey
        let agreed: Set<String>
    }

    /// Says nothing: no app is there.
    init() {}

    /// Reads the member `naver`.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        for app in try seed.objects("apps") { apps.append(try NaverApp(reading: app)) }
        for link in try seed.objects("links") { links.append(try Link(reading: link)) }
        if let rules = try seed.object("rules") { self.rules = try NaverRules(reading: rules) }
        try seed.end()
    }

    func fill(_ world: inout World, at now: Date) throws(LoginError) {
        world.naver.rules = rules
        for (index, app) in apps.enumerated() {
            guard world.naver.apps[app.id] == nil else { throw .seed(at: "naver.apps[\(index)].id", .repeated) }
            guard world.naver.put(app) else { throw .seed(at: "naver.apps[\(index)]", .repeatedKey) }
        }
        for (index, link) in links.enumerated() {
            let place = "naver.links[\(index)]"
            guard let app = world.naver.apps[link.key.app] else { throw .seed(at: "\(place).app", .noSuchThing) }
            guard world.people[link.key.person] != nil else { throw .seed(at: "\(place).person", .noSuchThing) }
            guard link.agreed.allSatisfy({ app.item($0) != nil }) else {
                throw .seed(at: "\(place).agreed", .notOneOf(app.items.map(\.item.id)))
            }
            world.naver.links[link.key] = NaverLink(connectedAt: now, agreed: link.agreed)
        }
    }
}

extension NaverSeed.Link {
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        key = LinkKey(app: try seed.requiredID("app"), person: try seed.requiredID("person"))
        agreed = Set(try seed.texts("agreed"))
        try seed.end()
    }
}

extension EmulatorSeed {
    /// What it says of Naver.
    var naver: NaverSeed {
        get { parts[NaverRecords.provider] as? NaverSeed ?? NaverSeed() }
        set { parts[NaverRecords.provider] = newValue }
    }
}
