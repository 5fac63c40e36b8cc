// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TokenSet: KeptTokens {
    var farewell: Secret { accessToken }

    /// A provider that did not say when the token ends is asked with it: it has the last word.
    func isGood(at now: Date) -> Bool {
        expiresAt.map { $0 > now.addingTimeInterval(30) } ?? true
    }

    /// Nobody knows which tokens of a person a provider ends together, so those before end by themselves.
    func takePlace(of old: TokenSet) -> Bool { false }

    /// Reads an entry of the store; nil where it is none of ours.
    ///
    /// An end that is missing stays unknown, which means: try, the provider has the last word.
    init?(entry: [UInt8]) {
        // Whatever is wrong with an entry, there is only one thing to do: sign in again.
        guard let json = try? JSONValue(parsing: entry), let accessToken = json["access_token"]?.string else {
            return nil
        }
        self.init(
            accessToken: Secret(accessToken),
            expiresAt: Self.moment(json["expires_at"]),
            refreshToken: json["refresh_token"]?.string.map(Secret.init),
            refreshTokenExpiresAt: Self.moment(json["refresh_token_expires_at"]),
            idToken: json["id_token"]?.string.map(Secret.init),
            scopes: json["scopes"]?.array?.compactMap(\.string))
    }

    /// The entry. Moments are kept, not durations, so that they mean the same after a restart.
    var entry: [UInt8] {
        var members = JSONObject()
        members["access_token"] = .string(accessToken.exposed)
        members["expires_at"] = expiresAt.map(Self.number)
        members["refresh_token"] = refreshToken.map { .string($0.exposed) }
        members["refresh_token_expires_at"] = refreshTokenExpiresAt.map(Self.number)
        members["id_token"] = idToken.map { .string($0.exposed) }
        members["scopes"] = scopes.map { .array($0.map { .string($0) }) }
        return JSONValue.object(members).serialized()
    }

    private static func moment(_ value: JSONValue?) -> Date? {
        (value?.integer).map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    private static func number(_ moment: Date) -> JSONValue {
        JSONValue(Int64(moment.timeIntervalSince1970))
    }
}
