// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// The parts of a user reply that a call asks for by name, such as `["kakao_account.email","properties."]`.
struct KakaoPropertyKeys: Sendable {
    private let keys: [String]

    private init(keys: [String]) {
        self.keys = keys
    }

    /// Nothing beyond what every reply holds.
    static let none = KakaoPropertyKeys(keys: [])

    /// Reads the parameter, a JSON list of texts; nil where it is absent. A key that neither Kakao nor the app has is
    /// refused.
    init?(_ parameters: KakaoParameters, app: KakaoApp) throws(KakaoAPIError) {
        guard let keys = try parameters.list("property_keys") else { return nil }
        let own = app.userProperties.map { "properties.\($0)" }
        guard keys.allSatisfy({ Self.known.contains($0) || own.contains($0) }) else { throw .unknownProperty }
        self.keys = keys
    }

    /// The names of the properties that Kakao fills in itself: an app cannot change them.
    static let ownedByKakao = ["nickname", "profile_image", "thumbnail_image"]

    /// Whether a part, given as `kakao_account.email`, is asked for.
    func asksFor(_ part: String) -> Bool {
        keys.contains { $0.hasSuffix(".") ? part.hasPrefix($0) : part == $0 }
    }

    /// The key under which a member of `kakao_account` is asked for: `is_email_valid` comes with `email`.
    static func group(of member: String) -> String {
        if member.hasPrefix("profile") { return "profile" }
        if member == "birthday_type" || member == "is_leap_month" { return "birthday" }
        return groups.first { member == $0 || member == "has_\($0)" || member == "\($0)_needs_agreement" }
            ?? (member.hasPrefix("is_email_") ? "email" : member)
    }

    private static let groups = ["name", "email", "age_range", "birthyear", "birthday", "gender", "phone_number"]
    private static let known: Set<String> = Set(
        ["id", "has_signed_up", "kakao_account.", "kakao_account.profile", "properties."]
            + groups.map { "kakao_account.\($0)" }
            + ownedByKakao.map { "properties.\($0)" })
}
