// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

extension Profile {
    /// Reads the member `response` of `/v1/nid/me`; nil where it names nobody. Only the id is certain.
    init?(naver response: JSONValue) {
        guard let subject = response.text("id"), subject.isSubject else { return nil }
        self.init(subject: subject)
        read(response, name: "name", picture: "profile_image", age: "age")
        let phone = response.words("mobile") ?? response.words("mobile_e164")
        phoneNumber = phone.flatMap(PhoneNumber.init)
        told["mobile"] = phone
    }

    /// Reads the claims of an id_token. Naver does not document which it holds, so every one but `sub` may be missing.
    init(naverClaims token: VerifiedIDToken) {
        self.init(subject: token.subject)
        read(JSONValue.object(token.claims), name: "name", picture: "picture", age: "age")
    }

    private mutating func read(_ source: JSONValue, name nameField: String, picture: String, age: String) {
        nickname = source.words("nickname")
        name = source.words(nameField)
        pictureURL = source.words(picture).flatMap { HTTPAddress($0) == nil ? nil : $0 }
        // The address is where a person wants to be written to; Naver does not say that it is theirs.
        email = source.words("email").map { EmailAddress($0, isVerified: false) }
        gender = source.words("gender").map { Gender($0) }
        ageRange = source.words(age).flatMap(AgeRange.init)
        birthday = source.words("birthday").flatMap { Birthday($0) }
        birthYear = source.words("birthyear").flatMap { $0.utf8.count == 4 ? Int($0) : nil }
        for field in ["gender", age, "birthday", "birthyear"] { told[field] = source.words(field) }
    }
}
