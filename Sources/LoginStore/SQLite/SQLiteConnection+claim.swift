// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension SQLiteConnection {
    /// What a file of ours has as its application id (sqlite.org/fileformat2.html, section 1.3.13): "SoLo" in ASCII.
    private static let ourID: Int64 = 0x536F_4C6F

    /// Tables that stand in every file of ours since the first release, when files had no application id yet.
    private static let oldestTables: Set = ["schema_version", "accounts", "identities", "sessions", "signing_keys"]

    /// Marks an empty file as ours; refuses one that another program made, before anything in it changes.
    func claim() throws(LoginError) {
        let id = try run(Statement("PRAGMA application_id")).first?.values.first
        guard id != .integer(Self.ourID) else { return }
        let tables = try run(Statement("SELECT name FROM sqlite_master WHERE type = 'table'")).compactMap { row in
            if case .text(let name)? = row.values.first { name } else { nil }
        }
        guard id == .integer(0), tables.isEmpty || Self.oldestTables.isSubset(of: tables) else {
            throw .databaseOfAnotherProgram(path: path)
        }
        try define("PRAGMA application_id = \(Self.ourID)")
    }
}
