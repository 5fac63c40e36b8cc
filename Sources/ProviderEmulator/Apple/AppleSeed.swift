// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// What a seed says of Apple: apps, who has signed in to them, and how Apple behaves.
struct AppleSeed: ProviderSeed {
    var apps: [AppleApp] = []
    var links: [(key: LinkKey, link: AppleLink)] = []
    var rules = AppleRules()

    /// Says nothing: no app is there.
    init() {}

    /// Reads the member `apple`.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        for app in try seed.objects("apps") { apps.append(try AppleApp(reading: app)) }
        for link in try seed.objects("links") { links.append(try Self.link(reading: link)) }
        if let rules = try seed.object("rules") { self.rules = try AppleRules(reading: rules) }
        try seed.end()
    }

    func fill(_ world: inout World, at now: Date) throws(LoginError) {
        world.apple.rules = rules
        for (index, app) in apps.enumerated() {
            guard world.apple.apps[app.id] == nil else { throw .seed(at: "apple.apps[\(index)].id", .repeated) }
            guard world.apple.put(app) else { throw .seed(at: "apple.apps[\(index)]", .repeatedKey) }
        }
        for (index, entry) in links.enumerated() {
            let place = "apple.links[\(index)]"
            guard world.apple.apps[entry.key.app] != nil else { throw .seed(at: "\(place).app", .noSuchThing) }
            guard world.people[entry.key.person] != nil else { throw .seed(at: "\(place).person", .noSuchThing) }
            var link = entry.link
            link.connectedAt = now
            world.apple.links[entry.key] = link
        }
    }

    private static func link(reading seed: SeedObject) throws(LoginError) -> (LinkKey, AppleLink) {
        var seed = seed
        let key = LinkKey(app: try seed.requiredID("app"), person: try seed.requiredID("person"))
        let link = AppleLink(
            connectedAt: Date(timeIntervalSince1970: 0), sharesEmail: try seed.flag("email", otherwise: true),
            hidesEmail: try seed.flag("hide_email", otherwise: false))
        try seed.end()
        return (key, link)
    }
}

extension AppleSeed {
    /// The demo's app: number 3000001, team `DEMOTEAM01`, key `DEMOKEY001`, Services ID `com.example.demo.web`, bundle id
    /// `com.example.demo`. The demo's server holds the other half of the key.
    static func demo(redirectURIs: [String]) throws(LoginError) -> AppleSeed {
        var seed = try AppleSeed(reading: SeedObject(parsing: document))
        seed.apps[0].redirectURIs = redirectURIs
        return seed
    }

    private static let document = #"""
        {
          "apps": [
            { "id": 3000001, "name": "소셜로그인 데모", "team_id": "DEMOTEAM01", "key_id": "DEMOKEY001",
              "public_key": { "kty": "EC", "crv": "P-256", "x": "5EoASDQkfNco6gM-kfjD32y6qP_zCyAPl-LfLBno4BY", "y": "CNLdFHP7MG4479ZvPg0sNRwAp4-m02MHBlLb3ox99j4" },
              "services_id": "com.example.demo.web", "bundle_ids": ["com.example.demo"] }
          ],
          "rules": { "lenient": ["loopback_redirect_uris"] }
        }
        """#
}
