// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

extension World {
    /// What Facebook keeps.
    var facebook: FacebookRecords {
        get { self[FacebookRecords.self] }
        _modify { yield &self[FacebookRecords.self] }
    }
}

// What every provider's records can tell.
extension FacebookRecords {
    func isPublicKey(_ text: String) -> Bool { Int64(text).map { apps[$0] != nil } ?? false }

    /// Every link, in the form in which a seed gives them.
    var linksJSON: JSONValue {
        .array(
            links.sorted.map { key, link in
                [
                    "app": JSONValue(key.app), "person": JSONValue(key.person),
                    "granted": .texts(link.granted.sorted()), "declined": .texts(link.declined.sorted()),
                ]
            })
    }

    mutating func connections(of person: Int64, now: Date) -> [ConnectedAppsPage.Connection] {
        sortedApps.compactMap { app in
            guard let link = links[LinkKey(app: app.id, person: person)] else { return nil }
            let granted = FacebookPermission.all.filter { link.granted.contains($0.id) }.map(\.name)
            return ConnectedAppsPage.Connection(app: app.id, name: app.name, since: link.connectedAt, agreed: granted)
        }
    }
}
