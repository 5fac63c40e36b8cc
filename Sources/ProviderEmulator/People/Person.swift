// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// A person of the emulated world, with everything that a provider may know of them.
struct Person: Sendable, Hashable {
    /// How the account stands with the provider.
    enum AccountState: String, Sendable, CaseIterable {
        /// In use.
        case active
        /// Restricted by the provider.
        case restricted
        /// Asleep after a long time, or closed.
        case dormant
    }

    /// The number that providers give out as the person's id: any positive number of 64 bits.
    let id: Int64
    /// The name the person chose to show.
    var nickname: String
    /// Whether the nickname goes out with half an emoji at its end, as providers do that cut names between UTF-16 units.
    var hasCutEmoji = false
    /// The real name.
    var name: String?
    /// The e-mail address.
    var email: String?
    /// Whether the address is still the person's.
    var isEmailValid = true
    /// Whether the person proved to own the address.
    var isEmailVerified = true
    /// Whether there is a picture of the person's own, not the provider's stand-in.
    var hasPicture = true
    /// `female` or `male`.
    var gender: String?
    /// For example `20~29`.
    var ageRange: String?
    /// Four digits.
    var birthyear: String?
    /// Month and day, four digits.
    var birthday: String?
    /// Whether the birthday is counted by the moon.
    var isLunarBirthday = false
    /// For example `+82 10-1234-5678`.
    var phoneNumber: String?
    /// How the account stands.
    var accountState = AccountState.active
    /// Ids of friends; kept for the friends API, which does not answer yet.
    var friends: [Int64] = []
}

extension Person {
    /// Reads a person; unknown members, and values that no provider would send, are errors.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        id = try seed.requiredID("id")
        nickname = try seed.requiredText("nickname")
        hasCutEmoji = try seed.flag("cut_emoji", otherwise: false)
        name = try seed.text("name")
        email = try seed.text("email")
        isEmailValid = try seed.flag("email_valid", otherwise: true)
        isEmailVerified = try seed.flag("email_verified", otherwise: true)
        hasPicture = try seed.flag("picture", otherwise: true)
        gender = try seed.text("gender")
        ageRange = try seed.text("age_range")
        birthyear = try seed.digits("birthyear", count: 4)
        birthday = try seed.digits("birthday", count: 4)
        isLunarBirthday = try seed.flag("lunar_birthday", otherwise: false)
        phoneNumber = try seed.text("phone_number")
        accountState = try seed.word("account_state", otherwise: .active)
        friends = try seed.ids("friends")
        try seed.end()
    }

    /// The person in the form in which a seed gives it.
    var json: JSONValue {
        [
            "id": JSONValue(id), "nickname": .string(nickname), "cut_emoji": .bool(hasCutEmoji), "name": .text(name),
            "email": .text(email), "email_valid": .bool(isEmailValid), "email_verified": .bool(isEmailVerified),
            "picture": .bool(hasPicture), "gender": .text(gender), "age_range": .text(ageRange),
            "birthyear": .text(birthyear), "birthday": .text(birthday), "lunar_birthday": .bool(isLunarBirthday),
            "phone_number": .text(phoneNumber), "account_state": .string(accountState.rawValue),
            "friends": .array(friends.map { JSONValue($0) }),
        ]
    }

    /// Whether a text that an app passes on as a hint means this person: address, phone number or id.
    func isMeant(by hint: String) -> Bool {
        if hint == email || hint == String(id) { return true }
        guard let wanted = PhoneNumber(hint), let own = phoneNumber.flatMap(PhoneNumber.init) else { return false }
        return wanted == own
    }
}

extension SeedObject {
    fileprivate mutating func digits(_ name: String, count: Int) throws(LoginError) -> String? {
        guard let text = try text(name) else { return nil }
        guard text.utf8.count == count, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .seed(at: place(name), .wanted("a string of \(count) digits", "숫자 \(count)자리 문자열"))
        }
        return text
    }
}

extension JSONValue {
    /// A text, or null where there is none.
    static func text(_ text: String?) -> JSONValue {
        text.map(JSONValue.string) ?? .null
    }
}
