// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

extension World {
    /// What Naver keeps.
    var naver: NaverRecords {
        get { self[NaverRecords.self] }
        _modify { yield &self[NaverRecords.self] }
    }
}

// What every provider's records can tell.
extension NaverRecords {
    /// Every app by its number.
    var sortedApps: [NaverApp] { apps.values.sorted { $0.id < $1.id } }

    mutating func forget(person: Int64) {
        for app in apps.keys { _ = unlink(NaverLinkKey(app: app, person: person)) }
    }

    func isPublicKey(_ text: String) -> Bool { app(clientID: text) != nil }

    var json: JSONValue {
        ["apps": .array(sortedApps.map(\.json)), "links": linksJSON, "rules": rules.json]
    }

    /// Every link, in the form in which a seed gives them.
    var linksJSON: JSONValue {
        let sorted = links.keys.sorted { ($0.app, $0.person) < ($1.app, $1.person) }
        return .array(
            sorted.map { key in
                ["app": JSONValue(key.app), "person": JSONValue(key.person), "agreed": .texts(agreed(key).map(\.id))]
            })
    }

    var browserSessionLife: TimeInterval { rules.browserSessionLife }

    func connections(of person: Int64, now: Date) -> [ConnectedAppsPage.Connection] {
        sortedApps.compactMap { app in
            let key = NaverLinkKey(app: app.id, person: person)
            return links[key].map { link in
                ConnectedAppsPage.Connection(
                    app: app.id, name: app.name, since: link.connectedAt, agreed: agreed(key).map(\.name))
            }
        }
    }

    mutating func disconnect(person: Int64, from app: Int64) -> Bool {
        unlink(NaverLinkKey(app: app, person: person))
    }
}
