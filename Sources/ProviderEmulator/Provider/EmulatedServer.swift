// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

/// A provider's servers, as far as they are alike: browsers that stay signed in, and the page of connected apps.
protocol EmulatedServer: Sendable {
    /// What the provider keeps.
    associatedtype Records: SignInRecords
    /// What its pages look like.
    static var brand: EmulatorPage.Brand { get }
    /// What the server is made of.
    var parts: ProviderParts { get }
}

/// Records of a provider whose browsers stay signed in, and whose people can see what they are connected with.
protocol SignInRecords: ProviderRecords {
    /// Browsers by their cookie.
    var browserSessions: BoundedTable<String, BrowserSession> { get set }
    /// How long a browser stays signed in, in seconds.
    var browserSessionLife: TimeInterval { get }
    /// Every app that a person is connected with, by its number.
    mutating func connections(of person: Int64, now: Date) -> [ConnectedAppsPage.Connection]
    /// Ends a person's connection with an app: consents are forgotten, tokens end. False where there was none.
    mutating func disconnect(person: Int64, from app: Int64) -> Bool
}

/// A browser that is signed in at a provider.
struct BrowserSession: Sendable {
    /// Who is signed in.
    let person: Int64
    /// When they signed in.
    let authenticatedAt: Date
}

extension SignInRecords {
    /// A browser's session, if it has one that still counts.
    func browserSession(_ cookie: String?, people: People, now: Date) -> BrowserSession? {
        guard let session = cookie.flatMap({ browserSessions[$0] }), people[session.person] != nil,
            now.timeIntervalSince(session.authenticatedAt) <= browserSessionLife
        else { return nil }
        return session
    }
}

extension EmulatedServer {
    var world: Locked<World> { parts.world }
    var keys: SigningKeys { parts.keys }
    var clock: any WallClock { parts.clock }
    var fresh: FreshText { parts.fresh }

    /// The cookie by which a browser is known.
    static var cookieName: String { "emulator-\(brand.id)" }

    /// The cookie of a browser session, or with an age of 0 its end.
    func cookie(_ session: String, _ visit: Visit, maxAge: Int? = nil) -> SetCookie {
        SetCookie(
            name: Self.cookieName, value: session, maxAge: maxAge, isSecure: visit.request.scheme == "https",
            path: visit.mount.isEmpty ? "/" : visit.mount)
    }

    /// The language that a page's switch chose, else the browser's.
    func language(of fields: PageForm, _ visit: Visit) -> Language {
        fields["lang"].flatMap(Language.init) ?? visit.request.acceptedLanguage
    }
}

extension People {
    /// Makes a person of the form for new accounts; nil where the nickname is missing.
    mutating func create(_ form: PageForm, at now: Date) -> Int64? {
        guard let nickname = form["nickname"].map({ shownName($0, atMost: 40) }) else { return nil }
        var person = Person(id: newID(at: now), nickname: nickname)
        person.email = form["email"]
        self[person.id] = person
        return person.id
    }
}
