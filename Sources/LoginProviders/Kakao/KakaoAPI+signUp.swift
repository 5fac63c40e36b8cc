// SPDX-License-Identifier: Apache-2.0

public import LoginCore
internal import LoginHTTP

extension KakaoAPI {
    /// Links a person with an app that links by hand (`POST /v1/user/signup`); until then most calls are `not_linked`, and
    /// after a day Kakao forgets the sign-in.
    ///
    /// A person who is linked already counts as linked, so the call may be repeated.
    ///
    /// - Parameters:
    ///   - accessToken: a token of the person.
    ///   - properties: texts to keep of the person, by the names of the app's user properties.
    public func signUp(accessToken: Secret, properties: [String: String] = [:]) async throws(LoginError) {
        let fields: FormFields = properties.isEmpty ? [:] : ["properties": Self.json(properties)]
        do {
            _ = try await answer(.post, "/v1/user/signup", fields, for: .person(accessToken: accessToken))
        } catch  where error.vendorCode == "-102" {
            return
        }
    }

    /// Keeps texts of a person at Kakao (`POST /v1/user/update_profile`), by the names of the app's user properties.
    ///
    /// Nickname and pictures cannot be changed this way: Kakao fills them in itself.
    public func updateProperties(_ properties: [String: String], accessToken: Secret) async throws(LoginError) {
        let fields: FormFields = ["properties": Self.json(properties)]
        _ = try await answer(.post, "/v1/user/update_profile", fields, for: .person(accessToken: accessToken))
    }

    private static func json(_ properties: [String: String]) -> String {
        let members = properties.sorted { $0.key < $1.key }.map {
            JSONObject.Member(name: $0.key, value: .string($0.value))
        }
        return String(decoding: JSONValue.object(JSONObject(members)).serialized(), as: UTF8.self)
    }
}
