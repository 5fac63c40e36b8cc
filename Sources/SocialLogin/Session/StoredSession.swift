// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The session as it lies in the store: tokens, the moment the access token ends, and the account as last seen.
struct StoredSession: KeptTokens {
    let tokens: SessionTokens
    let accessTokenEndsAt: Date
    let account: AccountAnswer

    init(tokens: SessionTokens, receivedAt now: Date, account: AccountAnswer) {
        self.tokens = tokens
        self.accessTokenEndsAt = now.addingTimeInterval(TimeInterval(tokens.expiresIn))
        self.account = account
    }

    /// This session after a refresh.
    func refreshed(with tokens: SessionTokens, at now: Date) -> StoredSession {
        StoredSession(tokens: tokens, receivedAt: now, account: account)
    }

    /// This session with the account as it is now.
    func with(_ account: AccountAnswer) -> StoredSession {
        StoredSession(tokens: tokens, accessTokenEndsAt: accessTokenEndsAt, account: account)
    }

    private init(tokens: SessionTokens, accessTokenEndsAt: Date, account: AccountAnswer) {
        self.tokens = tokens
        self.accessTokenEndsAt = accessTokenEndsAt
        self.account = account
    }

    var accessToken: Secret { tokens.accessToken }

    var farewell: Secret { tokens.refreshToken }

    /// Thirty seconds are kept for the way to the server.
    func isGood(at now: Date) -> Bool { accessTokenEndsAt > now.addingTimeInterval(30) }

    /// A sign-in that was repeated gave the same session again.
    func takePlace(of old: StoredSession) -> Bool { old.tokens.sessionID != tokens.sessionID }

    /// Reads an entry; nil where it is none of ours, for example one that a newer release wrote.
    init?(entry: [UInt8]) {
        guard let json = try? JSONValue(parsing: entry), json["version"]?.integer == 1,
            let session = json["session"], let tokens = try? SessionTokens(json: session),
            let ends = json["access_token_ends_at"]?.integer,
            let account = json["account"].flatMap({ try? AccountAnswer(json: $0) })
        else { return nil }  // Whatever is wrong with it, there is only one thing to do: sign in again.
        self.init(
            tokens: tokens, accessTokenEndsAt: Date(timeIntervalSince1970: TimeInterval(ends)), account: account)
    }

    /// The entry. A moment is kept, not a duration, so that it means the same after a restart.
    var entry: [UInt8] {
        let json: JSONValue = [
            "version": 1, "session": tokens.json,
            "access_token_ends_at": JSONValue(Int64(accessTokenEndsAt.timeIntervalSince1970)), "account": account.json,
        ]
        return json.serialized()
    }
}

extension TokenKeeper<StoredSession> {
    /// A session that the server gave, before it is stored.
    nonisolated func granted(_ session: StoredSession) -> Granted {
        Granted(
            signedIn: .member(session.account),
            keep: { () throws(LoginError) in try await self.keep(session) },
            giveBack: { await self.giveBack(session.farewell) })
    }
}
