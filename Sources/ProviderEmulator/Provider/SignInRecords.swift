// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// An app that is registered at a provider.
protocol ProviderApp: Sendable {
    /// Its number.
    var id: Int64 { get }
    /// What people see it as.
    var name: String { get }

    /// Reads an app; unknown members, and addresses that nothing could be sent to, are errors.
    init(reading seed: SeedObject) throws(LoginError)
    /// The app in the form in which a seed gives it.
    var json: JSONValue { get }
}

/// What a provider keeps whose people sign in to apps by a browser. The way through the pages is the same everywhere; what a
/// provider asks, and what it answers, is its own.
protocol SignInRecords: ProviderRecords {
    associatedtype App: ProviderApp
    associatedtype Link: Sendable
    associatedtype Rules: ProviderRules
    associatedtype Request: AuthorizeRequest
    /// What an app gets in the end.
    associatedtype Outcome: Sendable

    /// How it behaves.
    var rules: Rules { get set }
    /// Every app by its number.
    var apps: [Int64: App] { get }
    /// Who has connected with which app.
    var links: LinkTable<Link> { get set }
    /// Browsers by their cookie.
    var browserSessions: BoundedTable<String, BrowserSession> { get set }
    /// Sign-ins under way or done, by their id.
    var signIns: BoundedTable<String, SignIn> { get set }

    /// Adds an app or puts it in the place of the one with its number; false where one of its keys belongs to another app.
    mutating func put(_ app: App) -> Bool
    /// Every link, in the form in which a seed gives them.
    var linksJSON: JSONValue { get }

    /// What keeps an account that can be used from this sign-in; nil for nothing.
    func obstacle(to signIn: SignIn) -> Step?
    /// Whether the person has to be asked before the app gets its answer.
    func needsConsent(_ signIn: SignIn) -> Bool
    /// What there is to agree to.
    func boxes(of signIn: SignIn, for person: Person, in language: Language) -> [ConsentBox]
    /// Writes down what a person agreed to, and makes the app's answer; nil where something required was left out.
    ///
    /// - Parameter choice: nil where the person did not have to be asked.
    mutating func finish(
        _ signIn: SignIn, by session: BrowserSession, _ person: Person, agreeingTo choice: ConsentChoice?,
        fresh: FreshText, now: Date
    ) -> Outcome?
    /// What the app gets when the person says no.
    func cancelled(_ request: Request) -> Outcome
    /// Every app that a person is connected with, by its number.
    mutating func connections(of person: Int64, now: Date) -> [ConnectedAppsPage.Connection]
}

extension SignInRecords {
    typealias SignIn = BrowserSignIn<Request, Outcome>
    typealias Step = SignInStep<Outcome>

    func obstacle(to signIn: SignIn) -> Step? { nil }
}

// MARK: - The way through the pages

extension SignInRecords {
    /// Keeps a new sign-in. `session` is who is signed in already, as far as that counts for the request.
    mutating func open(_ request: Request, id: String, by session: BrowserSession?, now: Date) {
        signIns[id] = SignIn(request: request, startedAt: now, session: session, language: request.language)
    }

    /// Takes the choice of an account.
    mutating func choose(_ person: Int64, in id: String, people: People, fresh: FreshText, now: Date) -> Step {
        guard var signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        guard people[person] != nil, !signIn.request.isBoundToPerson else {
            return step(of: id, people: people, now: now)
        }
        signIn.session = BrowserSession(person: person, authenticatedAt: now)
        signIns[id] = signIn
        return advance(id, people: people, fresh: fresh, now: now)
    }

    /// Takes the person's agreement. Given twice, it is answered twice with the same.
    mutating func agree(
        to choice: ConsentChoice, in id: String, people: People, fresh: FreshText, now: Date
    ) -> Step {
        guard let signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        return advance(id, agreeingTo: choice, people: people, fresh: fresh, now: now)
    }

    /// Takes the person's refusal.
    mutating func cancel(_ id: String, now: Date) -> Step {
        guard var signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        let outcome = cancelled(signIn.request)
        signIn.outcome = outcome
        signIns[id] = signIn
        return .answer(outcome)
    }

    /// Where a sign-in stands, without changing it.
    func step(of id: String, people: People, now: Date) -> Step {
        guard let signIn = openSignIn(id, now: now) else { return .expired }
        if let outcome = signIn.outcome { return .answer(outcome) }
        return firstObstacle(to: signIn, people: people) ?? .askConsent(missingRequired: false)
    }

    /// A sign-in that still counts; one that is done counts until its time is over.
    func openSignIn(_ id: String, now: Date) -> SignIn? {
        guard let signIn = signIns[id], now.timeIntervalSince(signIn.startedAt) <= rules.consentLife else { return nil }
        return signIn
    }

    /// Goes on to the answer, as far as nobody has to be asked first.
    ///
    /// - Parameter choice: what the person has just agreed to; nil for nothing yet.
    mutating func advance(
        _ id: String, agreeingTo choice: ConsentChoice? = nil, people: People, fresh: FreshText, now: Date
    ) -> Step {
        guard var signIn = signIns[id] else { return .expired }
        if let obstacle = firstObstacle(to: signIn, people: people) { return obstacle }
        guard let session = signIn.session, let person = people[session.person] else { return .chooseAccount }
        guard choice != nil || !needsConsent(signIn) else { return .askConsent(missingRequired: false) }
        let outcome = finish(signIn, by: session, person, agreeingTo: choice, fresh: fresh, now: now)
        guard let outcome else { return .askConsent(missingRequired: true) }
        signIn.outcome = outcome
        signIns[id] = signIn
        return .answer(outcome)
    }

    /// What stands between a sign-in and its consent: no account chosen, or one that cannot be used.
    private func firstObstacle(to signIn: SignIn, people: People) -> Step? {
        guard let person = signIn.session.flatMap({ people[$0.person] }), apps[signIn.request.app] != nil else {
            return .chooseAccount
        }
        guard person.accountState == .active else { return .refuse(.unusable(person.accountState), status: 403) }
        return obstacle(to: signIn)
    }
}

// MARK: - What every provider's records can tell

extension SignInRecords {
    var json: JSONValue {
        ["apps": .array(sortedApps.map(\.json)), "links": linksJSON, "rules": rules.json]
    }

    /// Every app by its number.
    var sortedApps: [App] { apps.values.sorted { $0.id < $1.id } }

    /// A browser's session, if it has one that still counts.
    func browserSession(_ cookie: String?, people: People, now: Date) -> BrowserSession? {
        guard let session = cookie.flatMap({ browserSessions[$0] }), people[session.person] != nil,
            now.timeIntervalSince(session.authenticatedAt) <= rules.browserSessionLife
        else { return nil }
        return session
    }

    /// Forgets somebody who left the world: links and tokens go.
    mutating func forget(person: Int64) {
        for app in apps.keys { _ = links.remove(LinkKey(app: app, person: person)) }
    }
}
