// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

extension World {
    /// What Apple keeps.
    var apple: AppleRecords {
        get { self[AppleRecords.self] }
        _modify { yield &self[AppleRecords.self] }
    }
}

// What every provider's records can tell.
extension AppleRecords {
    /// Every app by number.
    var sortedApps: [AppleApp] { apps.values.sorted { $0.id < $1.id } }

    mutating func forget(person: Int64) {
        for app in apps.keys { _ = unlink(AppleLinkKey(app: app, person: person)) }
    }

    func isPublicKey(_ text: String) -> Bool { app(of: text) != nil }

    var json: JSONValue {
        ["apps": .array(sortedApps.map(\.json)), "links": linksJSON, "rules": rules.json]
    }

    /// Every link, in the form in which a seed gives them.
    var linksJSON: JSONValue {
        let sorted = links.sorted { ($0.key.app, $0.key.person) < ($1.key.app, $1.key.person) }
        return .array(
            sorted.map { key, link in
                [
                    "app": JSONValue(key.app), "person": JSONValue(key.person), "email": .bool(link.sharesEmail),
                    "hide_email": .bool(link.hidesEmail),
                ]
            })
    }

    var browserSessionLife: TimeInterval { rules.browserSessionLife }

    mutating func connections(of person: Int64, now: Date) -> [ConnectedAppsPage.Connection] {
        sortedApps.compactMap { app in
            guard let link = links[AppleLinkKey(app: app.id, person: person)] else { return nil }
            let email = link.hidesEmail ? AppleItem.hiddenEmail : AppleItem.email
            return ConnectedAppsPage.Connection(
                app: app.id, name: app.name, since: link.connectedAt, agreed: link.sharesEmail ? [email] : [])
        }
    }

    mutating func disconnect(person: Int64, from app: Int64) -> Bool {
        unlink(AppleLinkKey(app: app, person: person))
    }
}

/// What a person can share with an app.
enum AppleItem {
    static let name = BilingualText(ko: "이름", en: "Name")
    static let email = BilingualText(ko: "이메일", en: "Email")
    static let hiddenEmail = BilingualText(ko: "가린 이메일", en: "Hidden email")
}
