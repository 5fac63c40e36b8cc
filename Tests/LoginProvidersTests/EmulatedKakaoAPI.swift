// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders
import ProviderEmulator
import Testing

extension EmulatedKakao {
    /// Kakao's own calls in front of the same emulator.
    func api(_ settings: KakaoSettings = settings) throws -> KakaoAPI {
        try KakaoAPI(
            settings,
            environment: ProviderEnvironment(
                transport: HandlerTransport(emulator), clock: clock, random: SeededRandomSource(seed: 5), log: .silent))
    }

    /// Changes the demo app's console settings.
    func setApp(_ changes: JSONValue) async throws {
        #expect(try await control(.patch, "kakao/apps/1000001", changes).status == 200)
    }

    /// The access of somebody who signed in and agreed to everything that was asked.
    func access(by person: Int64 = 1001) async throws -> KakaoAccess {
        .person(accessToken: try await tokens(by: person).accessToken)
    }
}
