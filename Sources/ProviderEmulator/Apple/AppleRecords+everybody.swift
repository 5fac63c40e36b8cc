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
    func isPublicKey(_ text: String) -> Bool { app(of: text) != nil }

    /// Every link, in the form in which a seed gives them.
    var linksJSON: JSONValue {
        .array(
            links.sorted.map { key, link in
                [
                    "app": JSONValue(key.app), "person": JSONValue(key.person), "email": .bool(link.sharesEmail),
                    "hide_email": .bool(link.hidesEmail),
                ]
            })
    }

    mutating func connections(of person: Int64, now: Date) -> [ConnectedAppsPage.Connection] {
        sortedApps.compactMap { app in
            guard let link = links[LinkKey(app: app.id, person: person)] else { return nil }
            let email = link.hidesEmail ? AppleItem.hiddenEmail : AppleItem.email
            return ConnectedAppsPage.Connection(
                app: app.id, name: app.name, since: link.connectedAt, agreed: link.sharesEmail ? [email] : [])
        }
    }
}

/// What a person can share with an app.
enum AppleItem {
    static let name = BilingualText(ko: "이름", en: "Name")
    static let email = BilingualText(ko: "이메일", en: "Email")
    static let hiddenEmail = BilingualText(ko: "가린 이메일", en: "Hidden email")
}
