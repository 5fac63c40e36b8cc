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
    func isPublicKey(_ text: String) -> Bool { app(clientID: text) != nil }

    /// Every link, in the form in which a seed gives them.
    var linksJSON: JSONValue {
        .array(
            links.sorted.map { key, _ in
                ["app": JSONValue(key.app), "person": JSONValue(key.person), "agreed": .texts(agreed(key).map(\.id))]
            })
    }

    func connections(of person: Int64, now: Date) -> [ConnectedAppsPage.Connection] {
        sortedApps.compactMap { app in
            let key = LinkKey(app: app.id, person: person)
            return links[key].map { link in
                ConnectedAppsPage.Connection(
                    app: app.id, name: app.name, since: link.connectedAt, agreed: agreed(key).map(\.name))
            }
        }
    }
}
