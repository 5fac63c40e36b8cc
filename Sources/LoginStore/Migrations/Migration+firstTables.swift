// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// Version 1: all tables of the first release.
    ///
    /// Moments are BIGINT milliseconds since 1970 and truth is SMALLINT, so that both databases read the same text. What
    /// a thief could use is sealed, hashed or absent: no token and no key stands here in the clear.
    static let firstTables = Migration(
        version: 1,
        text: """
            CREATE TABLE accounts (
                id TEXT PRIMARY KEY,
                created_at BIGINT NOT NULL,
                nickname TEXT NOT NULL,
                email TEXT,
                email_verified SMALLINT NOT NULL,
                picture TEXT,
                terms_version TEXT NOT NULL,
                marketing SMALLINT NOT NULL,
                updated_at BIGINT NOT NULL
            );

            CREATE TABLE identities (
                provider TEXT NOT NULL,
                scope TEXT NOT NULL,
                subject TEXT NOT NULL,
                account_id TEXT NOT NULL REFERENCES accounts (id),
                linked_at BIGINT NOT NULL,
                last_sign_in_at BIGINT NOT NULL,
                provider_client_id TEXT NOT NULL,
                sealed_tokens BYTEA,
                PRIMARY KEY (provider, scope, subject)
            );
            CREATE INDEX identities_account ON identities (account_id);

            CREATE TABLE sessions (
                id TEXT PRIMARY KEY,
                account_id TEXT NOT NULL,
                client_id TEXT NOT NULL,
                kind TEXT NOT NULL,
                provider TEXT NOT NULL,
                device_name TEXT,
                device_platform TEXT,
                sealed_push_token BYTEA,
                created_at BIGINT NOT NULL,
                last_used_at BIGINT NOT NULL,
                counter BIGINT NOT NULL,
                rotated_at BIGINT,
                idle_ends_at BIGINT NOT NULL,
                ends_at BIGINT NOT NULL,
                ended_at BIGINT,
                end_reason TEXT
            );
            CREATE INDEX sessions_account ON sessions (account_id);
            CREATE INDEX sessions_ends ON sessions (ends_at);
            CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;

            CREATE TABLE attempts (
                id_hash TEXT PRIMARY KEY,
                credential_hash BYTEA NOT NULL,
                expires_at BIGINT NOT NULL,
                created_at BIGINT NOT NULL,
                session_id TEXT,
                ticket_id TEXT
            );
            CREATE INDEX attempts_expires ON attempts (expires_at);

            CREATE TABLE tickets (
                id TEXT PRIMARY KEY,
                provider TEXT NOT NULL,
                scope TEXT NOT NULL,
                subject TEXT NOT NULL,
                provider_client_id TEXT NOT NULL,
                sealed_identity BYTEA NOT NULL,
                device_name TEXT,
                device_platform TEXT,
                sealed_push_token BYTEA,
                created_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL,
                used_by TEXT,
                session_id TEXT
            );
            CREATE INDEX tickets_expires ON tickets (expires_at);
            CREATE INDEX tickets_identity ON tickets (provider, scope, subject);

            CREATE TABLE spent (
                kind TEXT NOT NULL,
                hash TEXT NOT NULL,
                expires_at BIGINT NOT NULL,
                PRIMARY KEY (kind, hash)
            );
            CREATE INDEX spent_expires ON spent (expires_at);

            CREATE TABLE signing_keys (
                generation BIGINT PRIMARY KEY,
                kid TEXT NOT NULL UNIQUE,
                algorithm TEXT NOT NULL,
                public_jwk TEXT NOT NULL,
                sealed_private BYTEA NOT NULL,
                created_at BIGINT NOT NULL,
                use_from BIGINT NOT NULL,
                use_until BIGINT NOT NULL,
                publish_until BIGINT NOT NULL
            );

            CREATE TABLE outbox (
                id TEXT PRIMARY KEY,
                kind TEXT NOT NULL,
                provider TEXT NOT NULL,
                scope TEXT NOT NULL,
                subject TEXT NOT NULL,
                provider_client_id TEXT NOT NULL,
                sealed_tokens BYTEA,
                created_at BIGINT NOT NULL,
                tries BIGINT NOT NULL,
                next_try_at BIGINT NOT NULL,
                last_error TEXT,
                given_up_at BIGINT
            );
            CREATE INDEX outbox_next ON outbox (next_try_at);
            CREATE INDEX outbox_given_up ON outbox (given_up_at) WHERE given_up_at IS NOT NULL;
            CREATE INDEX outbox_identity ON outbox (provider, scope, subject);

            CREATE TABLE audit (
                at BIGINT NOT NULL,
                event TEXT NOT NULL,
                account_id TEXT,
                session_id TEXT,
                provider TEXT,
                request_id TEXT
            );
            CREATE INDEX audit_at ON audit (at);
            CREATE INDEX audit_account ON audit (account_id, at);

            CREATE TABLE settings (
                name TEXT PRIMARY KEY,
                value BYTEA NOT NULL
            );
            """)
}
