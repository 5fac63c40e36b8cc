// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

extension World {
    /// What Kakao keeps.
    var kakao: KakaoRecords {
        get { self[KakaoRecords.self] }
        _modify { yield &self[KakaoRecords.self] }
    }
}

// What every provider's records can tell.
extension KakaoRecords {
    func isPublicKey(_ text: String) -> Bool {
        key(text).map { $0.key.kind != .admin } ?? false
    }

    mutating func connections(of person: Int64, now: Date) -> [ConnectedAppsPage.Connection] {
        endOverdueSignUps(now: now)
        return sortedApps.compactMap { app in
            guard let link = links[LinkKey(app: app.id, person: person)] else { return nil }
            let items = app.consentItems.filter { link.agreed.contains($0.scope.id) }.map { $0.scope.name }
            let terms = app.serviceTerms.filter { link.terms[$0.tag] != nil }.map(\.title)
            return ConnectedAppsPage.Connection(
                app: app.id, name: app.name, since: link.connectedAt, agreed: items + terms,
                isWaiting: !link.isSignedUp)
        }
    }
}
