// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Seals an app's request so that a browser can carry it from page to page without changing it.
struct AppRequestSeal: Sendable {
    let key: SealingKeys
    let random: any RandomSource
    let clock: any WallClock
    /// How long a sealed request is good for, in seconds.
    let life: Int

    /// Seals a request.
    ///
    /// - Parameter ticket: the sign-up ticket that it belongs to, so that it counts for no other; nil on the sign-in page.
    func seal(_ request: AppRequest, ticket: String? = nil) -> String {
        var document = request.json
        document["sealed_at"] = JSONValue(Int64(clock.now.timeIntervalSince1970))
        return Base64URL.encode(
            key.seal(JSONValue.object(document).serialized(), context: Self.context(ticket), random: random))
    }

    /// Opens what `seal` made, with the same ticket; nil for everything else, and for what is too old.
    func open(_ text: String, ticket: String? = nil) -> AppRequest? {
        guard text.utf8.count < 8_192, let sealed = Base64URL.decode(text),
            let bytes = key.open(sealed, context: Self.context(ticket)),
            // Sealed by this very server: it can be read unless an earlier release wrote it.
            let json = try? JSONValue(parsing: bytes), let sealedAt = json["sealed_at"]?.integer,
            clock.now.timeIntervalSince1970 < TimeInterval(sealedAt) + TimeInterval(life)
        else { return nil }
        return AppRequest(json: json)
    }

    private static func context(_ ticket: String?) -> String { "app request \(ticket ?? "-")" }
}

extension AppRequest {
    /// The request as a document, for sealing.
    var json: JSONObject {
        var members = JSONObject()
        members["client_id"] = .string(clientID)
        members["redirect_uri"] = .string(redirectURI)
        members["state"] = state.map { .string($0.exposed) }
        members["challenge"] = .string(challenge)
        members["prompts"] = .array(prompts.map { .string($0.rawValue) })
        members["login_hint"] = loginHint.map { .string($0) }
        return members
    }

    /// Nil for what an earlier release may have written; such a sign-in is started again.
    init?(json: JSONValue) {
        guard let clientID = json["client_id"]?.string, let redirectURI = json["redirect_uri"]?.string,
            let challenge = json["challenge"]?.string
        else { return nil }
        self.init(
            clientID: clientID, redirectURI: redirectURI, state: json["state"]?.string.map { Secret($0) },
            challenge: challenge,
            prompts: (json["prompts"]?.array ?? []).compactMap { $0.string.map(Prompt.init(rawValue:)) },
            loginHint: json["login_hint"]?.string)
    }
}
