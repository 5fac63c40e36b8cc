// SPDX-License-Identifier: Apache-2.0

/// A person in an app: the pair that consents and tokens belong to.
struct LinkKey: Hashable, Sendable {
    /// The app's number.
    let app: Int64
    /// The person's number.
    let person: Int64
}

/// One login of a person in an app, from which tokens come: the unit that a logout ends.
protocol ProviderLogin: Sendable {
    /// Who signed in where.
    var link: LinkKey { get }
    /// The generation of the link's logins that this one belongs to; see `LinkTable.endLogins`.
    var generation: Int { get }
}

/// Who is connected with which app, and which of their logins still count.
struct LinkTable<Link: Sendable>: Sendable {
    /// Every link.
    private(set) var all: [LinkKey: Link] = [:]
    private var generations: [LinkKey: Int] = [:]

    /// The link of a person with an app; nil where there is none.
    subscript(key: LinkKey) -> Link? {
        get { all[key] }
        _modify { yield &all[key] }
    }

    /// The link of a person with an app, made where there is none.
    subscript(key: LinkKey, default fresh: @autoclosure () -> Link) -> Link {
        get { all[key, default: fresh()] }
        _modify { yield &all[key, default: fresh()] }
    }

    /// Every link, by app and person.
    var sorted: [(key: LinkKey, link: Link)] {
        all.sorted { ($0.key.app, $0.key.person) < ($1.key.app, $1.key.person) }.map { ($0.key, $0.value) }
    }

    /// The number under which a login of this link counts now.
    func generation(of key: LinkKey) -> Int {
        generations[key] ?? 0
    }

    /// Whether nothing has ended a login.
    func isLive(_ login: some ProviderLogin) -> Bool {
        login.generation == generation(of: login.link)
    }

    /// Ends every login of a person in an app: codes and tokens that came from them are worth nothing from here on.
    mutating func endLogins(of key: LinkKey) {
        generations[key, default: 0] += 1
    }

    /// Disconnects a person from an app: consents are forgotten, logins end. False where there was no link.
    mutating func remove(_ key: LinkKey) -> Bool {
        endLogins(of: key)
        return all.removeValue(forKey: key) != nil
    }
}
