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
    var linkForm: LinkForm
    /// What it says of each provider, by the provider's id.
    var parts: [String: any ProviderSeed]

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
        parts = [:]
        for provider in EmulatedProvider.all {
            if let part = try seed.object(provider.id) { parts[provider.id] = try provider.readSeed(part) }
        }
        try seed.end()
        // What a seed refers to has to stand in it, so the world is built once to see.
        _ = try world(at: Date(timeIntervalSince1970: 0))
    }

    /// The world that the seed describes.
    func world(at now: Date) throws(LoginError) -> World {
        var world = World()
        world.links = linkForm
        for person in people { world.people[person.id] = person }
        for provider in EmulatedProvider.all { try parts[provider.id]?.fill(&world, at: now) }
        return world
    }
}
