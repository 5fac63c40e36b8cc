// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What a note is found by: what it is for, and the hash of whatever leads to it.
package struct NoteKey: Sendable, Hashable {
    /// What a note is for.
    package enum Kind: String, Sendable {
        /// A callback that a browser posted without its cookies, for the request that brings them.
        case postedCallback = "posted_callback"
        /// A name that a provider told once, for the person's sign-up.
        case toldName = "told_name"
    }

    /// What it is for.
    package let kind: Kind
    /// The hash, as text.
    package let hash: String

    /// Puts both together.
    package init(_ kind: Kind, hash: String) {
        self.kind = kind
        self.hash = hash
    }

    fileprivate var values: [SQLValue] { [.text(kind.rawValue), .text(hash)] }
}

/// A note to keep.
package struct NewNote: Sendable {
    /// What leads to it.
    let key: NoteKey
    /// What it says, sealed by the caller.
    let sealed: [UInt8]
    /// Until when it is kept.
    let expiresAt: Date

    /// Puts the parts together.
    package init(_ key: NoteKey, sealed: [UInt8], until end: Date) {
        self.key = key
        self.sealed = sealed
        expiresAt = end
    }
}

extension LoginStore {
    /// Keeps a note, sealed by the caller, in the place of an earlier one.
    package func keep(_ note: NoteKey, sealed: [UInt8], until end: Date) async throws {
        let note = NewNote(note, sealed: sealed, until: end)
        try await database.write { database in try database.keep(note) }
    }

    /// What a note says, sealed; nil where there is none, or none any more.
    package func note(_ note: NoteKey, at moment: Date) async throws -> [UInt8]? {
        try await database.read { database in
            try database.record(.noteByKey, note.values + [.moment(moment)]) { row throws(LoginError) in
                try row.bytes()
            }
        }
    }

    /// Takes a note away.
    package func drop(_ note: NoteKey) async throws {
        try await database.write { database in try database.drop(note) }
    }
}

extension SQLConnection {
    func keep(_ note: NewNote) throws(LoginError) {
        try query(.keepNote, note.key.values + [.bytes(note.sealed), .moment(note.expiresAt)])
    }

    func drop(_ note: NoteKey) throws(LoginError) {
        try query(.dropNote, note.values)
    }
}

extension Statement {
    static let keepNote = Statement(
        """
        INSERT INTO notes (kind, hash, sealed, expires_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (kind, hash) DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at
        """)

    static let noteByKey = Statement("SELECT sealed FROM notes WHERE kind = $1 AND hash = $2 AND expires_at > $3")

    static let dropNote = Statement("DELETE FROM notes WHERE kind = $1 AND hash = $2")

    static let cleanNotes = Statement(
        """
        DELETE FROM notes WHERE expires_at <= (
            SELECT MAX(expires_at) FROM (
                SELECT expires_at FROM notes WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) AS oldest)
        RETURNING 1
        """)
}
