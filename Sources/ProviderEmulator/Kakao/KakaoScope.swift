// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// A consent item that Kakao offers: what an app may ask a person to share or allow.
struct KakaoScope: Sendable, Hashable {
    /// The two kinds that the scopes API tells apart.
    enum Kind: String, Sendable {
        /// A piece of personal data.
        case privacy = "PRIVACY"
        /// Something that the app may do.
        case service = "SERVICE"
    }

    /// The name on the wire.
    let id: String
    /// What it is called in front of people.
    let name: BilingualText
    /// Which kind it is.
    let kind: Kind

    private init(_ id: String, _ kind: Kind = .privacy, ko korean: String, en english: String) {
        self.id = id
        self.kind = kind
        name = BilingualText(ko: korean, en: english)
    }

    static let nickname = KakaoScope("profile_nickname", ko: "닉네임", en: "Nickname")
    static let image = KakaoScope("profile_image", ko: "프로필 사진", en: "Profile picture")
    static let email = KakaoScope("account_email", ko: "이메일 주소", en: "E-mail address")
    static let name = KakaoScope("name", ko: "이름", en: "Name")
    static let gender = KakaoScope("gender", ko: "성별", en: "Gender")
    static let ageRange = KakaoScope("age_range", ko: "연령대", en: "Age range")
    static let birthday = KakaoScope("birthday", ko: "생일", en: "Birthday")
    static let birthyear = KakaoScope("birthyear", ko: "출생 연도", en: "Year of birth")
    static let phoneNumber = KakaoScope("phone_number", ko: "전화번호", en: "Phone number")
    static let shippingAddress = KakaoScope("shipping_address", ko: "배송지 정보", en: "Shipping address")
    static let friends = KakaoScope("friends", .service, ko: "친구 목록", en: "Friends")
    static let talkMessage = KakaoScope("talk_message", .service, ko: "메시지 보내기", en: "Sending messages")

    /// Every item, in the order in which it is shown.
    static let all = [
        nickname, image, email, name, gender, ageRange, birthday, birthyear, phoneNumber, shippingAddress, friends,
        talkMessage,
    ]

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    /// The item of that name on the wire.
    static func named(_ id: String) -> KakaoScope? { byID[id] }

    /// What asks for an id_token. It is no consent item: people are not asked about it.
    static let openID = "openid"
}
