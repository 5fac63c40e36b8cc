// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension EmulatorSeed {
    /// The world of the demo: one Kakao app and a handful of people, of whom each is there for a reason.
    public static let demo = demo(redirectURIs: ["http://localhost:8080/auth/kakao/callback"])

    /// The world of the demo with an app that waits for answers at these addresses.
    ///
    /// Kakao app id 1000001; keys `demo-kakao-rest-key` with secret `demo-kakao-client-secret`, `demo-kakao-native-key`,
    /// `demo-kakao-admin-key`.
    public static func demo(redirectURIs: [String]) -> EmulatorSeed {
        var seed = written
        seed.apps[0].redirectURIs = redirectURIs
        return seed
    }

    private static let written: EmulatorSeed = {
        do throws(LoginError) {
            return try EmulatorSeed(parsing: document)
        } catch {
            preconditionFailure("the demo's own seed is not one: \(error.message.english)")
        }
    }()

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
          ],
          "kakao": {
            "apps": [
              { "id": 1000001, "name": "소셜로그인 데모", "rest_key": "demo-kakao-rest-key",
                "client_secret": "demo-kakao-client-secret", "native_key": "demo-kakao-native-key",
                "admin_key": "demo-kakao-admin-key",
                "consent_items": [
                  { "scope": "profile_nickname", "stage": "required", "purpose": "회원 이름으로 보여 주기",
                    "purpose_en": "To show who you are" },
                  { "scope": "profile_image", "stage": "optional", "purpose": "프로필 사진 보여 주기",
                    "purpose_en": "To show your picture" },
                  { "scope": "account_email", "stage": "optional", "purpose": "중요한 알림 보내기",
                    "purpose_en": "To send important notices" },
                  { "scope": "name", "stage": "later" },
                  { "scope": "gender", "stage": "later" },
                  { "scope": "age_range", "stage": "later" },
                  { "scope": "birthday", "stage": "later" },
                  { "scope": "birthyear", "stage": "later" },
                  { "scope": "phone_number", "stage": "later" },
                  { "scope": "friends", "stage": "later", "purpose": "앱을 쓰는 친구 찾기",
                    "purpose_en": "To find friends who use the app" }
                ] }
            ]
          }
        }
        """#
}
