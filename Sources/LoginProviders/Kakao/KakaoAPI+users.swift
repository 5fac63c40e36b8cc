// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginHTTP

extension KakaoAPI {
    /// Reads a person's profile (`GET /v2/user/me`). By the admin key it tells whether somebody is still linked: for whoever
    /// is not, it throws `not_linked`.
    public func profile(of access: KakaoAccess) async throws(LoginError) -> Profile {
        let answer = try await answer(.get, "/v2/user/me", settings.profileFields, for: access)
        guard let profile = Profile(kakao: answer) else { throw Self.lacks("id") }
        return profile
    }

    /// Ends tokens (`POST /v1/user/logout`): the one token, or by the admin key every token that the person has for the app.
    public func signOut(_ access: KakaoAccess) async throws(LoginError) {
        _ = try await answer(.post, "/v1/user/logout", for: access)
    }

    /// Ends the link between a person and the app (`POST /v1/user/unlink`). A link that is gone already counts as ended.
    public func unlink(_ access: KakaoAccess) async throws(LoginError) {
        do {
            _ = try await answer(.post, "/v1/user/unlink", for: access)
        } catch  where error.code == .notLinked {
            return
        }
    }

    /// Lists who is linked with the app, by rising id (`GET /v1/user/ids`, by the admin key).
    ///
    /// Give the last id of one page to get the next; an empty page is the end.
    ///
    /// - Parameters:
    ///   - last: the id behind which the page begins; nil for the first page.
    ///   - limit: how many at most, from 1 to 100.
    public func userIDs(after last: String? = nil, limit: Int = 100) async throws(LoginError) -> [String] {
        var fields: FormFields = ["limit": String(limit), "order": "asc"]
        if let last {
            // A page begins with the id that it is asked for, and the addresses in answers repeat it; counting on does not.
            guard let number = Int64(last), number < Int64.max else { return [] }
            fields.add("from_id", String(number + 1))
        }
        let answer = try await caller.json(KakaoRequest.admin(try adminKey, .get, "/v1/user/ids", fields))
        var ids: [String] = []
        for element in try list("elements", in: answer) {
            guard let id = element.integer, id > 0 else { throw Self.lacks("elements") }
            ids.append(String(id))
        }
        return ids
    }

    /// Reads the profiles of several people (`GET /v2/app/users`, by the admin key), as many as it takes calls of 20.
    ///
    /// Whoever is not linked is missing in the answer.
    public func profiles(of userIDs: [String]) async throws(LoginError) -> [Profile] {
        var profiles: [Profile] = []
        for start in stride(from: 0, to: userIDs.count, by: Self.batch) {
            let batch = userIDs[start..<min(start + Self.batch, userIDs.count)]
            profiles += try await self.profiles(ofFew: Array(batch))
        }
        return profiles
    }

    /// How many people one call may ask for where it asks for more than ids.
    private static let batch = 20

    private func profiles(ofFew userIDs: [String]) async throws(LoginError) -> [Profile] {
        let keys = settings.propertyKeys.isEmpty ? ["kakao_account.", "properties."] : settings.propertyKeys
        let fields: FormFields = [
            "target_id_type": "user_id", "target_ids": "[\(userIDs.joined(separator: ","))]",
            "property_keys": JSONValue.list(keys),
        ]
        let answer = try await caller.json(KakaoRequest.admin(try adminKey, .get, "/v2/app/users", fields))
        // Kakao's page shows a bare list in its examples and a member `elements` in its table: either is taken.
        guard let elements = answer.array ?? answer["elements"]?.array else { throw Self.lacks("elements") }
        var profiles: [Profile] = []
        for element in elements {
            guard let profile = Profile(kakao: element) else { throw Self.lacks("id") }
            profiles.append(profile)
        }
        return profiles
    }
}
