// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// Version 4: which master keys the sealed values are sealed with, each with the proof by which it is recognised.
    ///
    /// Until then there was one, whose proof was a setting; it is number 1.
    static let masterKeys = Migration(
        version: 4,
        text: """
            CREATE TABLE master_keys (
                number BIGINT PRIMARY KEY,
                proof BYTEA NOT NULL,
                used_from BIGINT NOT NULL,
                retired_at BIGINT
            );
            INSERT INTO master_keys (number, proof, used_from)
                SELECT 1, value, 0 FROM settings WHERE name = 'master key proof';
            DELETE FROM settings WHERE name = 'master key proof';
            """)
}
