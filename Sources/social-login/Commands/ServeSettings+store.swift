// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginServer
import LoginStore

extension ServeSettings {
    /// The settings that `--config` names, for a command that works on their database.
    init(_ options: Options, _ surroundings: Surroundings) throws {
        guard let file = options.text(.config) else { throw UsageError.missing(.config, of: options.command) }
        try self.init(file: file, isDevelopment: options.has(.dev), environment: surroundings.environment)
    }

    /// Opens the database, which is never made: one that does not exist would only hide that its path is wrong.
    func withStore<Answer>(
        _ body: (LoginStore, ServerEnvironment) async throws -> Answer
    ) async throws -> Answer {
        guard FileManager.default.fileExists(atPath: database) else {
            throw LoginError.fileUnreadable(database, systemReason(ENOENT))
        }
        let store = LoginStore(database: try await SQLiteDatabase.open(path: database))
        let environment = ServerEnvironment(
            clock: SystemWallClock(), random: SystemRandomSource(), log: .silent, timer: ContinuousClock())
        do {
            let answer = try await body(store, environment)
            await store.close()
            return answer
        } catch {
            await store.close()
            throw error
        }
    }
}
