// SPDX-License-Identifier: Apache-2.0

package import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// One session of an account: one row for as long as it lasts, however often it is refreshed.
package struct SessionRecord: Sendable, Hashable {
    /// How a session is carried.
    package enum Kind: String, Sendable {
        /// By refresh tokens, in an app.
        case token
        /// By a cookie, in a browser.
        case browser
    }

    /// The session's own id.
    package let id: String
    /// Whose session it is; the account may have been withdrawn since.
    package let accountID: String
    /// The client that it was given to and that alone may refresh it (RFC 6749, section 6).
    package let clientID: String
    /// How it is carried.
    package let kind: Kind
    /// The provider that the person signed in with.
    package let provider: ProviderID
    /// The device that it runs on.
    package let device: DeviceRecord
    /// When the person signed in.
    package let createdAt: Date
    /// When it was last used, as far as that is written down.
    package let lastUsedAt: Date
    /// The number of its newest refresh token; it starts at 0 and grows by one with each refresh.
    package let counter: Int64
    /// When the newest refresh token took the place of the one before; nil before the first refresh.
    package let rotatedAt: Date?
    /// When it ends unless it is used.
    package let idleEndsAt: Date
    /// When it ends however it is used.
    package let endsAt: Date
    /// When and why it was ended; nil while it lasts or has merely run out.
    package let end: End?

    /// When and why a session was ended.
    package struct End: Sendable, Hashable {
        /// When.
        package let at: Date
        /// Why.
        package let reason: SessionEndReason
    }

    /// Whether a refresh has come since the sign-in; from then on a repeated sign-in gets nothing any more.
    package var wasRefreshed: Bool { counter > 0 }

    /// Whether it can still be used.
    package func isLive(at moment: Date) -> Bool { end == nil && !isExpired(at: moment) }

    /// Whether its idle or its absolute time is over.
    package func isExpired(at moment: Date) -> Bool { idleEndsAt <= moment || endsAt <= moment }

    static let columns = """
        sessions.id, sessions.account_id, sessions.client_id, sessions.kind, sessions.provider, sessions.device_name,
        sessions.device_platform, sessions.sealed_push_token, sessions.created_at, sessions.last_used_at,
        sessions.counter, sessions.rotated_at, sessions.idle_ends_at, sessions.ends_at, sessions.ended_at,
        sessions.end_reason
        """

    init(_ row: inout RowReader) throws(LoginError) {
        id = try row.text()
        accountID = try row.text()
        clientID = try row.text()
        kind = try row.text() == Kind.browser.rawValue ? .browser : .token
        provider = ProviderID(rawValue: try row.text())
        device = try DeviceRecord(&row)
        createdAt = try row.moment()
        lastUsedAt = try row.moment()
        counter = try row.integer()
        rotatedAt = try row.optionalMoment()
        idleEndsAt = try row.moment()
        endsAt = try row.moment()
        let endedAt = try row.optionalMoment()
        let reason = try row.optionalText()
        end = endedAt.map { End(at: $0, reason: SessionEndReason(rawValue: reason ?? "")) }
    }
}

/// Why a session was ended; open, since later releases may know more.
package struct SessionEndReason: RawRepresentable, Hashable, Sendable {
    /// Lower-case words joined by underscores.
    package let rawValue: String

    /// Names a reason.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The person signed out.
    package static let signedOut = SessionEndReason(rawValue: "signed_out")
    /// The person ended it from another session, for example for a lost device.
    package static let endedByOwner = SessionEndReason(rawValue: "ended_by_owner")
    /// An old refresh token came back after its grace, so one of two holders is a thief (RFC 9700, section 4.14.2).
    package static let refreshReuse = SessionEndReason(rawValue: "refresh_reuse")
    /// A code of the session was presented a second time, by somebody else (RFC 6749, section 4.1.2).
    package static let codeReuse = SessionEndReason(rawValue: "code_reuse")
    /// The person withdrew.
    package static let withdrawn = SessionEndReason(rawValue: "withdrawn")
    /// An operator ended it.
    package static let endedByOperator = SessionEndReason(rawValue: "ended_by_operator")
}

/// What is known of the device that a session runs on.
package struct DeviceRecord: Sendable, Hashable {
    /// How the person calls it.
    package let name: String?
    /// What it runs, for example `ios`.
    package let platform: String?
    /// The address for push messages, sealed by the caller.
    package let sealedPushToken: [UInt8]?

    /// Puts the parts together.
    package init(name: String? = nil, platform: String? = nil, sealedPushToken: [UInt8]? = nil) {
        self.name = name
        self.platform = platform
        self.sealedPushToken = sealedPushToken
    }

    init(_ row: inout RowReader) throws(LoginError) {
        name = try row.optionalText()
        platform = try row.optionalText()
        sealedPushToken = try row.optionalBytes()
    }

    var values: [SQLValue] {
        [
            .optional(name, SQLValue.shown), .optional(platform, SQLValue.shown),
            .optional(sealedPushToken, SQLValue.bytes),
        ]
    }
}
