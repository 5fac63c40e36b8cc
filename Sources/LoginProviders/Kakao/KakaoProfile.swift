// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

extension Profile {
    /// Reads the answer of `/v2/user/me`; nil where it names nobody. Only the id is certain, every other member may be
    /// missing, and one that cannot be read leaves the rest as it is.
    init?(kakao answer: JSONValue) {
        guard let subject = answer.kakaoUserID else { return nil }
        self.init(subject: subject)
        let account = answer["kakao_account"]
        let card = account?["profile"]
        let properties = answer["properties"]
        nickname = card?.words("nickname") ?? properties?.words("nickname")
        name = account?.words("name")
        pictureURL = card?.picture("profile_image_url") ?? properties?.picture("profile_image")
        thumbnailURL = card?.picture("thumbnail_image_url") ?? properties?.picture("thumbnail_image")
        guard let account else { return }
        email = account.words("email").map { address in
            // Both flags, or it proves nothing: an address may be valid for its owner and verified by nobody.
            EmailAddress(
                address,
                isVerified: account["is_email_valid"]?.bool == true && account["is_email_verified"]?.bool == true)
        }
        gender = account.words("gender").map(Gender.init(kakao:))
        ageRange = account.words("age_range").flatMap(AgeRange.init)
        let isLunar = account["birthday_type"]?.string == "LUNAR"
        birthday = account.words("birthday").flatMap { Birthday($0, isLunar: isLunar) }
        birthYear = account.words("birthyear").flatMap { $0.utf8.count == 4 ? Int($0) : nil }
        phoneNumber = account.words("phone_number").flatMap(PhoneNumber.init)
        for field in ["gender", "age_range", "birthday", "birthyear", "phone_number"] {
            told[field] = account.words(field)
        }
        needsAgreement = account.kakaoNeeds
    }

    /// Reads the claims of an id_token. Its address counts as unverified: the claim does not say whose word it is.
    init(kakaoClaims token: VerifiedIDToken) {
        self.init(subject: token.subject)
        let claims = JSONValue.object(token.claims)
        nickname = claims.words("nickname")
        // Kakao's page for id_tokens: the thumbnail. There is no larger one to show.
        thumbnailURL = claims.picture("picture")
        pictureURL = thumbnailURL
        email = claims.words("email").map { EmailAddress($0, isVerified: false) }
    }
}

extension JSONValue {
    /// The person's number as text: a whole number of 64 bits above zero, every digit kept.
    var kakaoUserID: String? {
        guard let number = self["id"]?.integer, number > 0 else { return nil }
        return String(number)
    }

    /// The items that exist and were not agreed to; nil where the account says nothing of agreements.
    fileprivate var kakaoNeeds: Set<String>? {
        let suffix = "_needs_agreement"
        let flags = object?.members.filter { $0.name.hasSuffix(suffix) && $0.value.bool != nil } ?? []
        guard !flags.isEmpty else { return nil }
        return Set(flags.filter { $0.value == true }.map { String($0.name.dropLast(suffix.count)) })
    }

    /// The address of a picture, by https where Kakao's own hosts keep it; nil where the text is empty or no web address.
    fileprivate func picture(_ name: String) -> String? {
        words(name).flatMap { HTTPAddress($0) == nil ? nil : KakaoPictures.secured($0) }
    }
}

extension Gender {
    /// Kakao says `female` and `male`; whatever else it may say one day is unknown.
    fileprivate init(kakao word: String) {
        let known = Gender(rawValue: word)
        self = [.female, .male].contains(known) ? known : .unknown
    }
}
