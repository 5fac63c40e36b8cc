// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore

/// What `/v2/user/me` says of a person: what they agreed to share, and of the rest that it would need their agreement.
struct KakaoUserReply {
    let person: Person
    let app: KakaoApp
    let link: KakaoLink
    /// Whether addresses of pictures are https.
    let isSecure: Bool

    /// The whole reply, or of it what was asked for by key.
    func json(only keys: KakaoPropertyKeys?) -> JSONValue {
        var reply = JSONObject()
        reply["id"] = JSONValue(person.id)
        if !app.isAutoLinkOn, keys?.asksFor("has_signed_up") ?? true {
            reply["has_signed_up"] = .bool(link.isSignedUp)
        }
        if link.isSignedUp { reply["connected_at"] = .string(timestamp(link.connectedAt)) }
        if let synchedAt = link.terms.values.map(\.at).max() { reply["synched_at"] = .string(timestamp(synchedAt)) }
        let properties = properties.keeping { keys?.asksFor("properties.\($0)") ?? true }
        if !properties.isEmpty { reply["properties"] = .object(properties) }
        let account = account.keeping { keys?.asksFor("kakao_account.\(KakaoPropertyKeys.group(of: $0))") ?? true }
        if !account.isEmpty { reply["kakao_account"] = .object(account) }
        return .object(reply)
    }

    private var properties: JSONObject {
        var properties = JSONObject()
        if agreed(.nickname) { properties["nickname"] = .string(person.wireNickname) }
        if agreed(.image) {
            properties["profile_image"] = .string(person.pictureURL(.large, isSecure: isSecure))
            properties["thumbnail_image"] = .string(person.pictureURL(.small, isSecure: isSecure))
        }
        for name in app.userProperties { properties[name] = link.properties[name].map(JSONValue.string) }
        return properties
    }

    private var account: JSONObject {
        var account = JSONObject()
        addProfile(to: &account)
        if uses(.name) {
            account["name_needs_agreement"] = .bool(!agreed(.name))
            if agreed(.name) { account["name"] = person.name.map(JSONValue.string) }
        }
        add(.email, "email", to: &account) {
            guard let email = person.email else { return [] }
            return [
                ("is_email_valid", .bool(person.isEmailValid)), ("is_email_verified", .bool(person.isEmailVerified)),
                ("email", .string(email)),
            ]
        }
        add(.ageRange, "age_range", to: &account) { member("age_range", person.ageRange) }
        add(.birthyear, "birthyear", to: &account) { member("birthyear", person.birthyear) }
        add(.birthday, "birthday", to: &account) {
            guard let birthday = person.birthday else { return [] }
            return [
                ("birthday", .string(birthday)), ("birthday_type", person.isLunarBirthday ? "LUNAR" : "SOLAR"),
                ("is_leap_month", false),
            ]
        }
        add(.gender, "gender", to: &account) { member("gender", person.gender) }
        add(.phoneNumber, "phone_number", to: &account) { member("phone_number", person.phoneNumber) }
        return account
    }

    private func addProfile(to account: inout JSONObject) {
        var profile = JSONObject()
        if uses(.nickname) {
            account["profile_nickname_needs_agreement"] = .bool(!agreed(.nickname))
            if agreed(.nickname) { profile["nickname"] = .string(person.wireNickname) }
        }
        if uses(.image) {
            account["profile_image_needs_agreement"] = .bool(!agreed(.image))
            if agreed(.image) {
                profile["thumbnail_image_url"] = .string(person.pictureURL(.small, isSecure: isSecure))
                profile["profile_image_url"] = .string(person.pictureURL(.large, isSecure: isSecure))
                profile["is_default_image"] = .bool(!person.hasPicture)
            }
        }
        if agreed(.nickname) { profile["is_default_nickname"] = false }
        if !profile.isEmpty { account["profile"] = .object(profile) }
    }

    /// Adds an item that tells whether there is a value at all, beside whether the person has to agree.
    private func add(
        _ scope: KakaoScope, _ name: String, to account: inout JSONObject, values: () -> [(String, JSONValue)]
    ) {
        guard uses(scope) else { return }
        let values = values()
        account["has_\(name)"] = .bool(!values.isEmpty)
        account["\(name)_needs_agreement"] = .bool(!values.isEmpty && !agreed(scope))
        guard agreed(scope) else { return }
        for (name, value) in values { account[name] = value }
    }

    private func member(_ name: String, _ value: String?) -> [(String, JSONValue)] {
        value.map { [(name, .string($0))] } ?? []
    }

    private func uses(_ scope: KakaoScope) -> Bool { app.item(scope.id) != nil }

    private func agreed(_ scope: KakaoScope) -> Bool { uses(scope) && link.agreed.contains(scope.id) }
}

/// A moment as kapi writes it: ISO 8601, whole seconds, UTC.
func timestamp(_ moment: Date) -> String {
    moment.formatted(Date.ISO8601FormatStyle())
}

extension JSONObject {
    fileprivate func keeping(_ keeps: (String) -> Bool) -> JSONObject {
        JSONObject(members.filter { keeps($0.name) })
    }
}
