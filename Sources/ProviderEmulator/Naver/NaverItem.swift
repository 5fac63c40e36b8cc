// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A part of the profile that an app may ask for, as it is ticked at Naver's developer centre.
struct NaverItem: Sendable, Hashable {
    /// The name on the wire, which is the name of the profile's member too.
    let id: String
    /// What it is called in front of people.
    let name: BilingualText

    private init(_ id: String, ko korean: String, en english: String) {
        self.id = id
        name = BilingualText(ko: korean, en: english)
    }

    static let name = NaverItem("name", ko: "회원이름", en: "Name")
    static let email = NaverItem("email", ko: "연락처 이메일 주소", en: "Contact e-mail address")
    static let nickname = NaverItem("nickname", ko: "별명", en: "Nickname")
    static let image = NaverItem("profile_image", ko: "프로필 사진", en: "Profile picture")
    static let gender = NaverItem("gender", ko: "성별", en: "Gender")
    static let birthday = NaverItem("birthday", ko: "생일", en: "Birthday")
    static let age = NaverItem("age", ko: "연령대", en: "Age range")
    static let birthyear = NaverItem("birthyear", ko: "출생연도", en: "Year of birth")
    static let mobile = NaverItem("mobile", ko: "휴대전화번호", en: "Mobile number")

    /// Every item, in the order in which it is shown.
    static let all = [name, email, nickname, image, gender, birthday, age, birthyear, mobile]

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    /// The item of that name on the wire.
    static func named(_ id: String) -> NaverItem? { byID[id] }
}

/// An item as an app has set it up.
struct NaverAskedItem: Sendable, Hashable {
    /// What is asked for.
    let item: NaverItem
    /// Whether there is no sign-in without it.
    let isRequired: Bool

    /// Reads an item.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        let id = try seed.requiredText("item")
        guard let item = NaverItem.named(id) else {
            throw .seed(at: seed.place("item"), .notOneOf(NaverItem.all.map(\.id)))
        }
        self.item = item
        isRequired = try seed.flag("required", otherwise: false)
        try seed.end()
    }

    /// The item in the form in which a seed gives it.
    var json: JSONValue { ["item": .string(item.id), "required": .bool(isRequired)] }

    /// The item as it stands on the consent page.
    func box(in language: Language) -> ConsentBox {
        ConsentBox(
            field: "item", value: item.id, isRequired: isRequired, name: item.name.text(in: language),
            detail: isRequired
                ? language.text("서비스에 꼭 필요한 정보", "The service needs it")
                : language.text("빼고 계속할 수 있는 정보", "You can leave it out"))
    }
}
