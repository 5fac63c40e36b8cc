// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginServer
import LoginStore

extension LoginServer {
    /// A server without providers, on a database in memory: for what holds of every server.
    static func bare() async throws -> LoginServer {
        try await LoginServer(
            settings: LoginServerSettings(
                publicAddress: "https://login.example.test", serviceName: BilingualText(ko: "서비스", en: "Service")),
            providers: [], store: LoginStore(database: try await SQLiteDatabase.open(path: ":memory:")),
            masterKeys: MasterKeys(MasterKey(random: SystemRandomSource())),
            environment: ServerEnvironment(
                clock: SystemWallClock(), random: SystemRandomSource(), log: .silent, timer: ContinuousClock()))
    }
}
