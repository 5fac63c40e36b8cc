// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension NaverSeed {
    /// The demo's app: number 2000001, client `demo-naver-client-id` with secret `demo-naver-client-secret`, and on devices the
    /// scheme `demonaver`.
    static func demo(redirectURIs: [String]) throws(LoginError) -> NaverSeed {
        var seed = try NaverSeed(reading: SeedObject(parsing: document))
        seed.apps[0].redirectURIs = redirectURIs
        return seed
    }

    private static let document = #"""
        {
          "apps": [
            { "id": 2000001, "name": "소셜로그인 데모", "client_id": "demo-naver-client-id",
              "client_secret": "demo-naver-client-secret", "url_schemes": ["demonaver"],
              "items": [
                { "item": "nickname", "required": true },
                { "item": "name" },
                { "item": "email" },
                { "item": "profile_image" },
                { "item": "gender" },
                { "item": "age" },
                { "item": "birthday" },
                { "item": "birthyear" },
                { "item": "mobile" }
              ] }
          ]
        }
        """#
}
