// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginProviders
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps the names that a provider tells once, beside everything it signs, until their people have signed up.
///
/// Apple tells a name with a person's very first sign-in. Whoever leaves the sign-up form half way and comes back has none
/// then, so the first one waits, sealed, and no empty one takes its place. It is only ever suggested.
struct ToldNames: Sendable {
    let store: LoginStore
    let sealer: Sealer
    /// How long a name waits for its person to sign up, in seconds.
    let life: Int

    /// The profile of somebody verified, with what came unsigned where the provider's own word says nothing, and the name that
    /// is to wait, should the person be new.
    func completed(
        _ identity: VerifiedIdentity, with remarks: CallbackRemarks, at now: Date
    ) async throws -> (Profile, waiting: NewNote?) {
        var profile = identity.profile
        profile.needsAgreement = profile.needsAgreement ?? remarks.declinedScopes.map(Set.init)
        guard profile.nickname == nil, profile.name == nil else { return (profile, nil) }
        let key = Self.key(of: identity.key)
        if let name = Nickname(told: remarks.name, limit: 100)?.text {
            profile.name = name
            let sealed = sealer.seal(note: Array(name.utf8), key)
            return (profile, NewNote(key, sealed: sealed, until: now.addingTimeInterval(TimeInterval(life))))
        }
        if let sealed = try await store.note(key, at: now), let name = sealer.note(sealed, key) {
            profile.name = String(decoding: name, as: UTF8.self)
        }
        return (profile, nil)
    }

    /// Where the name of a person waits.
    static func key(of identity: IdentityKey) -> NoteKey {
        let parts = [identity.provider.rawValue, identity.scope, identity.subject]
        // Lengths stand before the parts, so that no two identities run together into the same text.
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        return NoteKey(.toldName, hash: Base64URL.encode(SHA256Hash.hash(text)))
    }
}
