// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// Version 3: sealed notes that wait for somebody for a while.
    static let notes = Migration(
        version: 3,
        text: """
            CREATE TABLE notes (
                kind TEXT NOT NULL,
                hash TEXT NOT NULL,
                sealed BYTEA NOT NULL,
                expires_at BIGINT NOT NULL,
                PRIMARY KEY (kind, hash)
            );
            CREATE INDEX notes_expires ON notes (expires_at);
            """)
}
