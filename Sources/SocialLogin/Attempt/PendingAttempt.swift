// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An attempt whose person is in another app, as it lies in the store: this app may be ended before the answer comes.
///
/// Only an attempt whose answer arrives at a link is kept so; a loopback receiver ends with its process.
struct PendingAttempt: Sendable {
    static let entryName = "attempt"

    let id: AttemptID
    let provider: ProviderID
    let page: SignInPage
    let startedAt: Date

    /// Whether an answer may still be taken: as long as the attempt would have run.
    func isAwaited(at now: Date) -> Bool {
        let limit = TimeInterval(AttemptTimer.overall.length.components.seconds)
        return startedAt <= now && now < startedAt.addingTimeInterval(limit)
    }
}

extension PendingAttempt {
    /// Reads an entry of the store; nil where it is none of ours.
    init?(entry: [UInt8]) {
        // Whatever is wrong with an entry, there is only one thing to do: sign in again.
        guard let json = try? JSONValue(parsing: entry), json["version"]?.integer == 1,
            let id = json["id"]?.string.flatMap(AttemptID.init), let provider = json["provider"]?.string,
            let redirectURI = json["redirect_uri"]?.string, let state = json["state"]?.string,
            let verifier = json["verifier"]?.string, let startedAt = json["started_at"]?.integer
        else { return nil }
        self.init(
            id: id, provider: ProviderID(rawValue: provider),
            page: SignInPage(
                address: "", redirectURI: redirectURI, state: Secret(state),
                nonce: json["nonce"]?.string.map(Secret.init), verifier: Secret(verifier)),
            startedAt: Date(timeIntervalSince1970: TimeInterval(startedAt)))
    }

    /// The entry.
    var entry: [UInt8] {
        var members = JSONObject()
        members["version"] = 1
        members["id"] = .string(id.secret.exposed)
        members["provider"] = .string(provider.rawValue)
        members["redirect_uri"] = .string(page.redirectURI)
        members["state"] = .string(page.state.exposed)
        members["nonce"] = page.nonce.map { .string($0.exposed) }
        members["verifier"] = .string(page.verifier.exposed)
        members["started_at"] = JSONValue(Int64(startedAt.timeIntervalSince1970))
        return JSONValue.object(members).serialized()
    }
}
