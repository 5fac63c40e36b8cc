// SPDX-License-Identifier: Apache-2.0

package import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Something that matters for security and is kept; refreshes are not, so the table does not grow with use.
package struct AuditEvent: Sendable, Hashable {
    /// What happened; open, since later releases may know more.
    package struct Kind: RawRepresentable, Hashable, Sendable {
        /// Lower-case words joined by underscores.
        package let rawValue: String

        /// Names a kind of event.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A person came back.
        package static let signIn = Kind(rawValue: "sign_in")
        /// A person made an account.
        package static let signUp = Kind(rawValue: "sign_up")
        /// An old refresh token came back and its session was ended.
        package static let refreshReuse = Kind(rawValue: "refresh_reuse")
        /// A code was presented a second time and its session was ended.
        package static let codeReuse = Kind(rawValue: "code_reuse")
        /// A session was ended.
        package static let sessionEnded = Kind(rawValue: "session_ended")
        /// An operator put a new signing key in the place of all others.
        package static let signingKeysReplaced = Kind(rawValue: "signing_keys_replaced")
        /// Another master key came into use.
        package static let masterKeyChanged = Kind(rawValue: "master_key_changed")
        /// A master key counts for nothing from then on.
        package static let masterKeyRetired = Kind(rawValue: "master_key_retired")
        /// A person withdrew.
        package static let withdrawal = Kind(rawValue: "withdrawal")
    }

    /// When it happened.
    package let at: Date
    /// What happened.
    package let kind: Kind
    /// The account, by its id alone.
    package let accountID: String?
    /// The session.
    package let sessionID: String?
    /// The provider.
    package let provider: ProviderID?
    /// The request that brought it about.
    package let requestID: String?

    /// Puts the parts together.
    package init(
        _ kind: Kind, accountID: String?, sessionID: String?, provider: ProviderID?, at moment: Date,
        _ requestID: String?
    ) {
        self.kind = kind
        self.accountID = accountID
        self.sessionID = sessionID
        self.provider = provider
        self.at = moment
        self.requestID = requestID
    }

    init(_ kind: Kind, of session: SessionRecord, at moment: Date, _ requestID: String?) {
        self.init(
            kind, accountID: session.accountID, sessionID: session.id, provider: session.provider, at: moment, requestID
        )
    }

    static let columns = "audit.at, audit.event, audit.account_id, audit.session_id, audit.provider, audit.request_id"

    init(_ row: inout RowReader) throws(LoginError) {
        at = try row.moment()
        kind = Kind(rawValue: try row.text())
        accountID = try row.optionalText()
        sessionID = try row.optionalText()
        provider = try row.optionalText().map(ProviderID.init(rawValue:))
        requestID = try row.optionalText()
    }
}

extension LoginStore {
    /// Keeps an event that no other operation writes.
    package func record(_ event: AuditEvent) async throws {
        try await database.write { try $0.record(event) }
    }

    /// The newest events of an account, the latest first.
    package func auditEvents(of accountID: String, limit: Int) async throws -> [AuditEvent] {
        try await database.read { database in
            try database.records(.auditOfAccount, [.text(accountID), .count(limit)], AuditEvent.init)
        }
    }
}

extension SQLConnection {
    func record(_ event: AuditEvent) throws(LoginError) {
        try query(
            .insertAudit,
            [
                .moment(event.at), .text(event.kind.rawValue), .optional(event.accountID, SQLValue.text),
                .optional(event.sessionID, SQLValue.text), .optional(event.provider?.rawValue, SQLValue.text),
                .optional(event.requestID, SQLValue.shown),
            ])
    }
}

extension Statement {
    static let insertAudit = Statement(
        """
        INSERT INTO audit (at, event, account_id, session_id, provider, request_id) VALUES ($1, $2, $3, $4, $5, $6)
        """)

    static let auditOfAccount = Statement(
        "SELECT \(AuditEvent.columns) FROM audit WHERE account_id = $1 ORDER BY at DESC LIMIT $2")
}
