// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// Version 2: the codes that apps redeem for the session of a sign-in in the browser (RFC 6749, section 4.1).
    static let codes = Migration(
        version: 2,
        text: """
            CREATE TABLE codes (
                id TEXT PRIMARY KEY,
                session_id TEXT NOT NULL,
                client_id TEXT NOT NULL,
                redirect_uri TEXT NOT NULL,
                challenge TEXT NOT NULL,
                redeem_until BIGINT NOT NULL,
                used_at BIGINT,
                expires_at BIGINT NOT NULL
            );
            CREATE INDEX codes_expires ON codes (expires_at);
            """)
}
