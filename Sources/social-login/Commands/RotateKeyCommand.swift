// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginServer
import LoginStore

/// `social-login rotate-key`: another key for access tokens, while the servers on the database run.
struct RotateKeyCommand: Sendable {
    let options: Options
    let surroundings: Surroundings

    /// Makes the key and says from when it signs; servers take it up within a minute.
    func run() async throws {
        guard let file = options.text(.config) else { throw UsageError.missing(.config, of: .rotateKey) }
        let settings = try ServeSettings(
            file: file, isDevelopment: options.has(.dev), environment: surroundings.environment)
        // A key for a database that does not exist would only hide that its path is wrong.
        guard FileManager.default.fileExists(atPath: settings.database) else {
            throw LoginError.fileUnreadable(settings.database, systemReason(ENOENT))
        }
        let store = LoginStore(database: try await SQLiteDatabase.open(path: settings.database))
        let rotated = try await LoginServer.rotateSigningKey(
            of: store, masterKey: settings.masterKey, atOnce: options.has(.atOnce),
            environment: ServerEnvironment(
                clock: SystemWallClock(), random: SystemRandomSource(), log: .silent, timer: ContinuousClock()))
        await store.close()
        try tell(rotated.keyID, rotated.signsFrom)
    }

    private func tell(_ keyID: String, _ moment: Date) throws(LoginError) {
        let time = moment.formatted(Date.ISO8601FormatStyle())
        if options.has(.result) {
            let line: JSONValue = ["key": .string(keyID), "signs_from": .string(time)]
            return try surroundings.terminal.write(line.serializedText())
        }
        let text =
            options.has(.atOnce)
            ? BilingualText(
                ko: "새 서명 키 \(keyID)만 남았습니다. 서버는 1분 안에 이 키로 바꾸고, 앱은 접근 토큰을 새로 받습니다.",
                en:
                    "\(keyID) is the only signing key now. Servers change to it within a minute; apps fetch new access tokens."
            )
            : BilingualText(
                ko: "새 서명 키 \(keyID)를 공개했습니다. \(time)부터 이 키로 서명합니다.",
                en: "The signing key \(keyID) is published and signs from \(time) on.")
        try surroundings.terminal.write(text.text(in: surroundings.language))
    }
}
