// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginServer

/// `social-login rotate-key`: another key for access tokens, while the servers on the database run.
struct RotateKeyCommand: Sendable {
    let options: Options
    let surroundings: Surroundings

    /// Makes the key and says from when it signs; servers take it up within a minute.
    func run() async throws {
        let settings = try ServeSettings(options, surroundings)
        let rotated = try await settings.withStore { store, environment in
            try await LoginServer.rotateSigningKey(
                of: store, masterKeys: settings.masterKeys, atOnce: options.has(.atOnce), environment: environment)
        }
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
