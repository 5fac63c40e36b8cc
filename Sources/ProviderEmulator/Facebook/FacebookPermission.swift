// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// A permission that an app can ask for.
struct FacebookPermission: Sendable, Hashable {
    /// Its name on the wire.
    let id: String
    /// What people read.
    let name: BilingualText

    /// The one that nobody can decline.
    static let publicProfile = FacebookPermission(
        id: "public_profile", name: BilingualText(ko: "이름과 프로필 사진", en: "Name and profile picture"))
    static let email = FacebookPermission(id: "email", name: BilingualText(ko: "이메일 주소", en: "Email address"))

    /// Every permission that the emulator knows. Scopes that it does not know are refused.
    static let all = [
        publicProfile, email,
        FacebookPermission(id: "user_birthday", name: BilingualText(ko: "생일", en: "Birthday")),
        FacebookPermission(id: "user_gender", name: BilingualText(ko: "성별", en: "Gender")),
        FacebookPermission(id: "user_friends", name: BilingualText(ko: "친구 목록", en: "Friends list")),
    ]

    /// The permission of a name.
    static func named(_ id: String) -> FacebookPermission? { all.first { $0.id == id } }
}
