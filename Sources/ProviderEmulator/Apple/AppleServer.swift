// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP

/// Apple's server: sign-in, tokens and keys, all on one host.
struct AppleServer: EmulatedServer {
    typealias Records = AppleRecords
    static let brand = EmulatorPage.Brand.apple
    let parts: ProviderParts

    /// Answers a request, faults and unknown paths in Apple's own shape.
    func respond(to visit: Visit) async -> HTTPResponse {
        await route(
            visit, by: Self.router, unknown: AppleError.noSuchPath.response,
            wrongMethod: AppleError.wrongMethod.response)
    }

    private static let router: Router<Call> = {
        var router = Router<Call>()
        router.on(.get, "/auth/authorize") { _, _, call in call.server.authorize(call.visit) }
        router.on(.post, "/auth/token") { request, _, call in call.server.token(request) }
        router.on(.post, "/auth/revoke") { request, _, call in call.server.revoke(request) }
        router.on(.get, "/auth/keys") { _, _, call in call.server.publicKeys() }
        router.on(.get, "/.well-known/openid-configuration") { _, _, call in call.server.discovery(call.visit) }
        router.onPages()
        router.on(.get, AppleReturnPage.path) { _, _, call in call.server.showStep(call.visit) }
        return router
    }()
}

extension AppleServer {
    /// `POST /auth/token`: a code or a refresh token for an access token.
    func token(_ request: HTTPRequest) -> HTTPResponse {
        do throws(AppleError) {
            let form = try AppleForm(request)
            let now = clock.now
            let grant = try world.change { world throws(AppleError) in
                let clientID = try world.apple.client(of: form, now: now)
                switch try form.required("grant_type") {
                case "authorization_code":
                    return try world.apple.exchange(
                        form, for: clientID, people: world.people, fresh: fresh, now: now)
                case "refresh_token":
                    return try world.apple.refresh(form, for: clientID, people: world.people, fresh: fresh, now: now)
                default:
                    throw .grantType
                }
            }
            return answer(grant)
        } catch {
            return error.response
        }
    }

    private func answer(_ grant: AppleGrant) -> HTTPResponse {
        var answer = JSONObject()
        answer["access_token"] = .string(grant.accessToken)
        answer["token_type"] = "Bearer"
        answer["expires_in"] = JSONValue(grant.expiresIn)
        answer["refresh_token"] = grant.refreshToken.map { .string($0) }
        answer["id_token"] = grant.idClaims.map { .string(sign($0)) }
        return secretJSON(.object(answer))
    }

    /// `POST /auth/revoke`: 200 and no body at all, whatever became of the token.
    func revoke(_ request: HTTPRequest) -> HTTPResponse {
        do throws(AppleError) {
            let form = try AppleForm(request)
            let now = clock.now
            try world.change { world throws(AppleError) in
                try world.apple.revoke(form, for: try world.apple.client(of: form, now: now))
            }
            return HTTPResponse(status: 200, headers: ["Cache-Control": "no-store"])
        } catch {
            return error.response
        }
    }

    /// `GET /.well-known/openid-configuration` (OpenID Connect Discovery, section 3).
    func discovery(_ visit: Visit) -> HTTPResponse {
        let (links, issuer) = world.withLock { ($0.links, $0.apple.rules.issuer) }
        let address = { (path: String) in JSONValue.string(visit.address(AppleHost.appleID, path, links: links)) }
        return .json([
            "issuer": .string(issuer),
            "authorization_endpoint": address("/auth/authorize"),
            "token_endpoint": address("/auth/token"),
            "revocation_endpoint": address("/auth/revoke"),
            "jwks_uri": address("/auth/keys"),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query", "fragment", "form_post"],
            "subject_types_supported": ["pairwise"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "scopes_supported": ["openid", "email", "name"],
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            "claims_supported": [
                "aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce", "nonce_supported",
                "real_user_status", "sub", "transfer_sub",
            ],
        ])
    }
}
