// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// What a seed says of Facebook: apps, who has signed in to them, and how Facebook behaves.
struct FacebookSeed: ProviderSeed {
    var apps: [FacebookApp] = []
    var links: [(key: LinkKey, link: FacebookLink)] = []
    var rules = FacebookRules()

    /// Says nothing: no app is there.
    init() {}

    /// Reads the member `facebook`.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        for app in try seed.objects("apps") { apps.append(try FacebookApp(reading: app)) }
        for link in try seed.objects("links") { links.append(try Self.link(reading: link)) }
        if let rules = try seed.object("rules") { self.rules = try FacebookRules(reading: rules) }
        try seed.end()
    }

    func fill(_ world: inout World, at now: Date) throws(LoginError) {
        world.facebook.rules = rules
        for (index, app) in apps.enumerated() {
            guard world.facebook.apps[app.id] == nil else { throw .seed(at: "facebook.apps[\(index)].id", .repeated) }
            guard world.facebook.put(app) else { throw .seed(at: "facebook.apps[\(index)]", .repeatedKey) }
        }
        for (index, entry) in links.enumerated() {
            let place = "facebook.links[\(index)]"
            guard world.facebook.apps[entry.key.app] != nil else { throw .seed(at: "\(place).app", .noSuchThing) }
            guard world.people[entry.key.person] != nil else { throw .seed(at: "\(place).person", .noSuchThing) }
            var link = entry.link
            link.connectedAt = now
            world.facebook.links[entry.key] = link
        }
    }

    private static func link(reading seed: SeedObject) throws(LoginError) -> (LinkKey, FacebookLink) {
        var seed = seed
        let key = LinkKey(app: try seed.requiredID("app"), person: try seed.requiredID("person"))
        let link = try FacebookLink(reading: &seed)
        try seed.end()
        return (key, link)
    }
}

extension FacebookLink {
    /// Reads what was granted and declined; names that nobody knows are errors.
    init(reading seed: inout SeedObject) throws(LoginError) {
        self.init(
            connectedAt: Date(timeIntervalSince1970: 0),
            granted: Set(try Self.names("granted", &seed)).union(["public_profile"]),
            declined: Set(try Self.names("declined", &seed)))
    }

    private static func names(_ name: String, _ seed: inout SeedObject) throws(LoginError) -> [String] {
        let names = try seed.texts(name)
        guard names.allSatisfy({ FacebookPermission.named($0) != nil }) else {
            throw .seed(at: seed.place(name), .notOneOf(FacebookPermission.all.map(\.id)))
        }
        return names
    }
}

extension FacebookSeed {
    /// The demo's app: number 4000001, secret `demo-facebook-app-secret`.
    static func demo(redirectURIs: [String]) throws(LoginError) -> FacebookSeed {
        var seed = try FacebookSeed(reading: SeedObject(parsing: document))
        seed.apps[0].redirectURIs = redirectURIs
        return seed
    }

    private static let document = #"""
        { "apps": [ { "id": 4000001, "name": "소셜로그인 데모", "app_secret": "demo-facebook-app-secret" } ] }
        """#
}
