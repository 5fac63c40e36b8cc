// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension KakaoSeed {
    /// The demo's app: id 1000001; keys `demo-kakao-rest-key` with secret `demo-kakao-client-secret`,
    /// `demo-kakao-native-key`, `demo-kakao-admin-key`.
    static func demo(redirectURIs: [String]) throws(LoginError) -> KakaoSeed {
        var seed = try KakaoSeed(reading: SeedObject(parsing: document))
        seed.apps[0].redirectURIs = redirectURIs
        return seed
    }

    private static let document = #"""
        {
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
        """#
}
