// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginCrypto
import LoginHTTP

extension NaverServer {
    /// `/oauth2.0/token` by GET or POST, and `POST /oauth2/token`: a code or a refresh token for an access token, or on the
    /// older path the end of both.
    func token(_ request: HTTPRequest, isOpenID: Bool) -> HTTPResponse {
        do throws(NaverOAuthError) {
            let form = try NaverForm(request)
            let now = clock.now
            let grant = try world.change { world throws(NaverOAuthError) in
                let isCode = form["grant_type"] == "authorization_code"
                let app = try world.naver.client(
                    of: form, needsSecret: !(isOpenID && isCode), orThrow: isOpenID ? .badOpenIDClient : .badClient)
                let people = world.people
                switch try form.required("grant_type") {
                case "authorization_code":
                    return try world.naver.exchange(
                        form, for: app, isOpenID: isOpenID, people: people, fresh: fresh, now: now)
                case "refresh_token":
                    return try world.naver.refresh(
                        form, for: app, isOpenID: isOpenID, people: people, fresh: fresh, now: now)
                case "delete" where !isOpenID:
                    return try world.naver.delete(form, for: app, now: now)
                default:
                    throw .grantType
                }
            }
            return answer(grant)
        } catch {
            return error.response(rules: rules, saysStatus: isOpenID)
        }
    }

    /// `POST /oauth2.0/revoke` (RFC 7009): the link ends with both tokens. The status says how it went, and there is no body.
    func revoke(_ request: HTTPRequest) -> HTTPResponse {
        do throws(NaverOAuthError) {
            let form = try NaverForm(request)
            let now = clock.now
            try world.change { world throws(NaverOAuthError) in
                let app = try world.naver.client(of: form, orThrow: .badRevokingClient)
                let token = try form.required("token")
                // A hint that is wrong does no harm (RFC 7009, section 2.1), and a token that is not known is gone (2.2).
                if let link = world.naver.owner(of: token, now: now), link.app == app.id {
                    _ = world.naver.links.remove(link)
                }
            }
            return HTTPResponse(status: 200, headers: ["Cache-Control": "no-store"])
        } catch {
            return error.response(rules: rules, saysStatus: true)
        }
    }

    private func answer(_ grant: NaverGrant) -> HTTPResponse {
        var answer = JSONObject()
        answer["access_token"] = .string(grant.accessToken)
        if grant.isDeletion {
            answer["result"] = "success"
            return secretJSON(.object(answer))
        }
        answer["refresh_token"] = grant.refreshToken.map(JSONValue.string)
        answer["token_type"] = "bearer"
        let rules = rules
        answer["expires_in"] =
            rules.sendsNumericLife ? JSONValue(rules.accessTokenLife) : .string(String(rules.accessTokenLife))
        if let claims = grant.idClaims {
            answer["id_token"] = .string(signJWT(claims: claims, type: "JWT", key: keys.current).exposed)
        }
        return secretJSON(.object(answer))
    }

    /// `GET /.well-known/openid-configuration` (OpenID Connect Discovery, section 3).
    func discovery(_ visit: Visit) -> HTTPResponse {
        let links = world.withLock { $0.links }
        let nid = { (path: String) in JSONValue.string(visit.address(NaverHost.nid, path, links: links)) }
        return .json([
            "issuer": .string("https://\(NaverHost.nid)"),
            "authorization_endpoint": nid("/oauth2/authorize"),
            "token_endpoint": nid("/oauth2/token"),
            "userinfo_endpoint": .string(visit.address(NaverHost.openapi, "/v1/nid/me", links: links)),
            "jwks_uri": nid("/oauth2/jwks"),
            "response_types_supported": ["code"],
            "scopes_supported": ["openid", "profile"],
            "grant_types_supported": ["authorization_code"],
            "token_endpoint_auth_methods_supported": ["client_secret_post", "none"],
            "code_challenge_methods_supported": ["S256"],
            "subject_types_supported": ["pairwise"],
            "id_token_signing_alg_values_supported": ["RS256"],
        ])
    }
}

/// The fields of a call to nid's token endpoints: the query of a GET, the form of a POST, each once.
struct NaverForm: Sendable {
    private let fields: [String: String]

    /// Reads them; a POST's query does not count.
    init(_ request: HTTPRequest) throws(NaverOAuthError) {
        let given: FormFields
        do {
            given = request.method == .post ? try request.formFields() ?? FormFields() : try request.queryFields()
        } catch {
            throw .malformed
        }
        var fields: [String: String] = [:]
        for field in given.fields where fields.updateValue(field.value, forKey: field.name) != nil {
            throw .invalid("A parameter that stands there twice")
        }
        self.fields = fields
    }

    /// The value of a field; empty counts as absent.
    subscript(name: String) -> String? {
        fields[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a field that has to be there.
    func required(_ name: String) throws(NaverOAuthError) -> String {
        guard let value = self[name] else { throw .missing(name) }
        return value
    }
}
