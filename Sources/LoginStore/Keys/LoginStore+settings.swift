// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension LoginStore {
    /// A value that belongs to the whole database, such as the sealed text that proves the master key; nil without one.
    package func setting(_ name: String) async throws -> [UInt8]? {
        try await database.read { database in
            try database.record(.settingByName, [.text(name)]) { row throws(LoginError) in try row.bytes() }
        }
    }

    /// Sets a value unless there is one, and gives the one that stands.
    package func setSettingOnce(_ name: String, _ value: [UInt8]) async throws -> [UInt8] {
        try await database.write { database in
            try database.query(.insertSetting, [.text(name), .bytes(value)])
            return try database.record(.settingByName, [.text(name)]) { row throws(LoginError) in try row.bytes() }
                ?? value
        }
    }
}

extension Statement {
    static let settingByName = Statement("SELECT value FROM settings WHERE name = $1")

    static let insertSetting = Statement(
        "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
}
