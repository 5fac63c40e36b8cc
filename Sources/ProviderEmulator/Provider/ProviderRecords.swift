// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// What one emulated provider keeps: its apps, who is connected with them, and its tokens. A plain value.
protocol ProviderRecords: Sendable {
    /// The provider's id.
    static var provider: String { get }
    /// What is kept before anybody came.
    init()
    /// Forgets somebody who left the world: links and tokens go.
    mutating func forget(person: Int64)
    /// Whether a text is an app key that may be seen by anybody.
    func isPublicKey(_ text: String) -> Bool
    /// What is kept, in the form in which a seed gives it.
    var json: JSONValue { get }
}

/// What a seed says of one provider.
protocol ProviderSeed: Sendable {
    /// Puts it into a world whose people are there already; throws where it names something that is not there.
    func fill(_ world: inout World, at now: Date) throws(LoginError)
}

extension World {
    /// What a provider keeps, by the type of it.
    ///
    /// It is moved out while it is changed, since tables that are held twice would be copied by every change.
    subscript<Records: ProviderRecords>(_ type: Records.Type) -> Records {
        get { kept[Records.provider] as? Records ?? Records() }
        _modify {
            var records = kept.removeValue(forKey: Records.provider) as? Records ?? Records()
            defer { kept[Records.provider] = records }
            yield &records
        }
    }
}
