// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension EmulatorSeed {
    /// The world of the demo: an app at each provider and a handful of people, of whom each is there for a reason.
    public static let demo = demo(loginServer: "http://localhost:8080")

    /// The world of the demo for a login server of ours at an address, without a slash at its end.
    public static func demo(loginServer address: String) -> EmulatorSeed {
        demo(
            redirectURIs: Dictionary(
                uniqueKeysWithValues: EmulatedProvider.all.map { ($0.id, ["\(address)/auth/\($0.id)/callback"]) }))
    }

    /// The world of the demo with apps that wait for answers at these addresses, by the provider's id.
    ///
    /// Their keys and secrets are written in `Documents/Emulator.md`.
    public static func demo(redirectURIs: [String: [String]]) -> EmulatorSeed {
        do throws(LoginError) {
            var seed = try EmulatorSeed(parsing: document)
            for provider in EmulatedProvider.all {
                seed.parts[provider.id] = try provider.demo(redirectURIs[provider.id] ?? [])
            }
            return seed
        } catch {
            preconditionFailure("the demo's own seed is not one: \(error.message.english)")
        }
    }

    private static let document = #"""
        {
          "people": [
            { "id": 1001, "nickname": "김서연", "name": "김서연", "email": "seoyeon@example.com", "gender": "female",
              "age_range": "20~29", "birthyear": "1999", "birthday": "0317", "phone_number": "+82 10-2345-6789",
              "friends": [1002, 1003] },
            { "id": 1002, "nickname": "이준호", "name": "이준호", "email": "junho@example.com", "gender": "male",
              "age_range": "30~39", "birthyear": "1991", "birthday": "0815", "lunar_birthday": true,
              "phone_number": "+82 10-3456-7890", "friends": [1001] },
            { "id": 1003, "nickname": "Bora Park", "name": "박보라", "email": "bora@example.com", "gender": "female",
              "age_range": "20~29", "birthday": "1225", "friends": [1001] },
            { "id": 1004, "nickname": "민지", "name": "최민지", "phone_number": "+82 10-4567-8901" },
            { "id": 1005, "nickname": "🐰하늘🌤️", "name": "정하늘", "email": "haneul@example.com", "gender": "female",
              "age_range": "15~19" },
            { "id": 1006, "nickname": "도윤", "name": "한도윤", "email": "doyun@example.com", "email_verified": false,
              "picture": false },
            { "id": 1007, "nickname": "유나", "email": "yuna@example.com", "cut_emoji": true },
            { "id": 9007199254740993, "nickname": "큰번호", "email": "big@example.com" },
            { "id": 1009, "nickname": "잠든사람", "account_state": "dormant" }
          ]
        }
        """#
}
