// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

/// What a client of the demo's app at Naver does.
extension EmulatedWorld {
    static let naverRedirectURI = "http://localhost:8080/auth/naver/callback"
    static let naverClient: FormFields = [
        "client_id": "demo-naver-client-id", "client_secret": "demo-naver-client-secret",
    ]
    static let naverLink = LinkKey(app: 2_000_001, person: 1001)

    /// The authorize address, on the older path or on the one of OpenID Connect.
    static func naverAddress(_ more: FormFields = [:], isOpenID: Bool = false) -> String {
        var query: FormFields = [:]
        let given = Set(more.fields.map(\.name))
        var usual = [
            ("client_id", "demo-naver-client-id"), ("redirect_uri", naverRedirectURI), ("response_type", "code"),
            ("state", "the+state/="),
        ]
        if isOpenID { usual.append(("scope", "openid")) }
        for (name, value) in usual where !given.contains(name) { query.add(name, value) }
        for field in more.fields where field.value != "-" { query.add(field.name, field.value) }
        return "https://nid.naver.com/oauth2\(isOpenID ? "" : ".0")/authorize?\(query.encoded)"
    }

    /// Sends fields, with the client's id and secret where they are not given, to one of nid's endpoints.
    func nid(_ path: String, _ fields: FormFields) async throws -> HTTPResponse {
        var form = fields
        for field in Self.naverClient.fields where form.all(field.name).isEmpty { form.add(field.name, field.value) }
        return try await post("https://nid.naver.com\(path)", form)
    }

    /// Calls openapi with a token.
    func openapi(_ path: String, token: String) async throws -> HTTPResponse {
        try await get("https://openapi.naver.com\(path)", headers: ["Authorization": "Bearer \(token)"])
    }

    /// The tokens of a whole sign-in.
    func naverTokens(_ person: Int64 = 1001, isOpenID: Bool = false, _ more: FormFields = [:]) async throws
        -> JSONValue
    {
        let code = try await Agent(self).naverCode(of: person, more, isOpenID: isOpenID)
        let answer = try await nid(
            isOpenID ? "/oauth2/token" : "/oauth2.0/token", ["grant_type": "authorization_code", "code": .some(code)])
        try #require(answer.status == 200, "the exchange was refused: \(answer.text)")
        return try answer.json()
    }
}

extension Agent {
    /// Walks through account and consent, agreeing to everything; where that ends.
    func naverWalk(_ person: Int64, _ more: FormFields = [:], isOpenID: Bool = false) async throws -> Place {
        var place = try await open(EmulatedWorld.naverAddress(more, isOpenID: isOpenID))
        if case .page(let page) = place, let form = page.form(with: "person") {
            place = try await submit(form, with: [("person", String(person))])
        }
        if case .page(let page) = place, let form = page.form(with: "agree_all") {
            place = try await submit(form, with: [("decision", "agree_all")])
        }
        return place
    }

    /// The code that such a walk ends with.
    func naverCode(of person: Int64, _ more: FormFields = [:], isOpenID: Bool = false) async throws -> String {
        try #require(try await naverWalk(person, more, isOpenID: isOpenID).fields().single("code"))
    }
}
