// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// The parts of a user reply that a call asks for by name, such as `["kakao_account.email","properties."]`.
struct KakaoPropertyKeys: Sendable {
    private let keys: [String]

    /// Reads the parameter, a JSON list of texts. A key that exists nowhere is refused.
    init(_ parameter: String) throws(KakaoAPIError) {
        let list: [JSONValue]?
        do {
            list = try JSONValue(parsing: parameter).array
        } catch {
            throw .badParameter("property_keys")
        }
        guard let list, list.allSatisfy({ $0.string != nil }) else { throw .badParameter("property_keys") }
        keys = list.compactMap(\.string)
        guard keys.allSatisfy(Self.known.contains) else { throw .unknownProperty }
    }

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
        ["kakao_account.", "kakao_account.profile", "properties."] + groups.map { "kakao_account.\($0)" }
            + ["nickname", "profile_image", "thumbnail_image"].map { "properties.\($0)" })
}
