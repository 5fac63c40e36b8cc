// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// How an emulated provider behaves where its documents leave room, and what it is told to let pass.
protocol ProviderRules: Sendable, Hashable {
    /// A check that can be switched off, by name.
    associatedtype Leniency: RawRepresentable<String> & CaseIterable & Hashable & Sendable

    /// The checks that are switched off.
    var lenient: Set<Leniency> { get set }
    /// How long a code lives, in seconds.
    var codeLife: TimeInterval { get set }
    /// How long a page may stay open, in seconds.
    var consentLife: TimeInterval { get set }
    /// How long a browser stays signed in at the provider, in seconds.
    var browserSessionLife: TimeInterval { get set }

    /// Reads rules; what is absent stays as the provider documents it.
    init(reading seed: SeedObject) throws(LoginError)
    /// The rules in the form in which a seed gives them.
    var json: JSONValue { get }
}

extension ProviderRules {
    /// Whether a check is switched off.
    func lets(_ leniency: Leniency) -> Bool { lenient.contains(leniency) }

    /// Reads what all providers' rules have.
    mutating func readShared(_ seed: inout SeedObject) throws(LoginError) {
        lenient = Set(try seed.words("lenient"))
        codeLife = try seed.seconds("code_seconds") ?? codeLife
        consentLife = try seed.seconds("consent_seconds") ?? consentLife
        browserSessionLife = try seed.seconds("browser_session_seconds") ?? browserSessionLife
    }

    /// What all providers' rules have, and then the own ones.
    func json(with own: JSONValue) -> JSONValue {
        let shared: JSONValue = [
            "lenient": .texts(lenient.map(\.rawValue).sorted()), "code_seconds": JSONValue(Int(codeLife)),
            "consent_seconds": JSONValue(Int(consentLife)),
            "browser_session_seconds": JSONValue(Int(browserSessionLife)),
        ]
        return .object(JSONObject((shared.object?.members ?? []) + (own.object?.members ?? [])))
    }
}
