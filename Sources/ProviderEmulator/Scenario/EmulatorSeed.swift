// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import LoginCore

/// What an emulator holds when it starts, and again after a reset: people, apps, consents, and how it behaves.
///
/// A JSON document, read strictly: a name that does not exist, or a value that cannot be, is an error that names its place.
///
///     {
///       "people": [ { "id": 1001, "nickname": "김서연", "email": "seoyeon@example.com" } ],
///       "kakao": {
///         "apps": [ { "id": 1000001, "rest_key": "…", "redirect_uris": ["http://localhost:8080/callback"],
///                     "consent_items": [ { "scope": "profile_nickname", "stage": "required" } ] } ],
///         "links": [ { "app": 1000001, "person": 1001, "agreed": ["profile_nickname"] } ]
///       }
///     }
public struct EmulatorSeed: Sendable {
    var people: [Person]
    var apps: [KakaoApp]
    var links: [Link]
    var rules: KakaoRules
    var linkForm: LinkForm

    /// That a person has connected with an app already.
    struct Link: Sendable {
        let key: KakaoLinkKey
        let agreed: Set<String>
        let isSignedUp: Bool
        let terms: [String]
        let properties: [String: String]
    }

    /// Reads a seed; throws `emulator_seed_invalid`, which names the place.
    public init(parsing bytes: some Collection<UInt8>) throws(LoginError) {
        let document: JSONValue
        do {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw .seed(at: "", .notJSON(error.description))
        }
        try self.init(reading: document)
    }

    /// Reads a seed that is already a string.
    public init(parsing text: String) throws(LoginError) {
        try self.init(parsing: Array(text.utf8))
    }

    init(reading document: JSONValue) throws(LoginError) {
        var seed = try SeedObject(document)
        people = []
        for person in try seed.objects("people") {
            let place = person.place("id")
            let read = try Person(reading: person)
            guard !people.contains(where: { $0.id == read.id }) else { throw .seed(at: place, .repeated) }
            people.append(read)
        }
        linkForm = try seed.word("links", otherwise: .real)
        apps = []
        links = []
        rules = KakaoRules()
        if var kakao = try seed.object("kakao") {
            for app in try kakao.objects("apps") { apps.append(try KakaoApp(reading: app)) }
            for link in try kakao.objects("links") { links.append(try Link(reading: link)) }
            if let rules = try kakao.object("rules") { self.rules = try KakaoRules(reading: rules) }
            try kakao.end()
        }
        try seed.end()
        // What a seed refers to has to stand in it, so the world is built once to see.
        _ = try world(at: Date(timeIntervalSince1970: 0))
    }

    /// The world that the seed describes.
    func world(at now: Date) throws(LoginError) -> World {
        var world = World()
        world.links = linkForm
        world.kakao.rules = rules
        for person in people { world.people[person.id] = person }
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
        return world
    }
}

extension EmulatorSeed.Link {
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        key = KakaoLinkKey(app: try seed.requiredID("app"), person: try seed.requiredID("person"))
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
