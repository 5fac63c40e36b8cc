// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP

/// Kakao's servers: sign-in and tokens on kauth, the API on kapi, pictures beside them.
struct KakaoServer: EmulatedServer {
    typealias Records = KakaoRecords
    static let brand = EmulatorPage.Brand.kakao
    let parts: ProviderParts

    /// Answers a request to one of Kakao's hosts, faults and unknown paths in the host's own shape.
    func respond(to visit: Visit) async -> HTTPResponse {
        switch visit.host {
        case KakaoHost.kauth:
            await route(
                visit, by: Self.kauth, unknown: KakaoOAuthError.noSuchPath.response(rules: rules),
                wrongMethod: KakaoOAuthError.wrongMethod.response(rules: rules))
        case KakaoHost.apps, KakaoHost.talkApps:
            KakaoAPIError.noSuchPath.response(rules: rules)
        case KakaoHost.kapi:
            await route(
                visit, by: Self.kapi, unknown: KakaoAPIError.noSuchPath.response(rules: rules),
                wrongMethod: KakaoAPIError.wrongMethod.response(rules: rules))
        default:
            await route(
                visit, by: Self.pictures, unknown: .text("Not found", status: 404),
                wrongMethod: .text("Not allowed", status: 405))
        }
    }

    /// The rules as they stand now.
    var rules: KakaoRules { world.withLock { $0.kakao.rules } }
}

extension KakaoServer {
    private static let kauth: Router<Call> = {
        var router = Router<Call>()
        router.on(.get, "/oauth/authorize") { _, _, call in call.server.authorize(call.visit) }
        router.on(.post, "/oauth/token") { request, _, call in call.server.token(request) }
        router.on(.post, "/oauth/tokeninfo") { request, _, call in call.server.tokenInfo(request) }
        router.on(.post, "/api/agt") { request, _, call in call.server.consentTicket(request) }
        router.on(.get, "/oauth/logout") { _, _, call in call.server.logoutOfBrowser(call.visit) }
        router.on(.get, "/.well-known/openid-configuration") { _, _, call in call.server.discovery(call.visit) }
        router.on(.get, "/.well-known/jwks.json") { _, _, call in call.server.publicKeys() }
        router.onPages()
        return router
    }()

    private static let kapi: Router<Call> = {
        var router = Router<Call>()
        for method in [HTTPMethod.get, .post] {
            router.on(method, "/v2/user/me") { request, _, call in call.server.me(request) }
            router.on(method, "/v1/oidc/userinfo") { request, _, call in call.server.userInfo(request) }
        }
        router.on(.get, "/v1/user/access_token_info") { request, _, call in call.server.accessTokenInfo(request) }
        router.on(.get, "/v1/user/check_access_token") { request, _, call in call.server.checkAccessToken(request) }
        router.on(.post, "/v1/user/logout") { request, _, call in call.server.logout(request) }
        router.on(.post, "/v1/user/unlink") { request, _, call in call.server.unlink(request) }
        router.on(.post, "/v1/user/signup") { request, _, call in call.server.signUp(request) }
        router.on(.post, "/v1/user/update_profile") { request, _, call in call.server.updateProfile(request) }
        router.on(.get, "/v2/user/scopes") { request, _, call in call.server.scopes(request) }
        router.on(.post, "/v2/user/revoke/scopes") { request, _, call in call.server.revokeScopes(request) }
        router.on(.get, "/v2/user/service_terms") { request, _, call in call.server.serviceTerms(request) }
        router.on(.post, "/v2/user/revoke/service_terms") { request, _, call in
            call.server.revokeServiceTerms(request)
        }
        router.on(.post, "/v2/user/upgrade/service_terms") { request, _, call in
            call.server.agreeToServiceTerms(request)
        }
        router.on(.get, "/v1/user/ids") { _, _, call in call.server.userIDs(call.visit) }
        router.on(.get, "/v2/app/users") { request, _, call in call.server.users(request) }
        return router
    }()

    private static let pictures: Router<Call> = {
        var router = Router<Call>()
        router.on(.get, "/emulator/{person}/{size}") { _, parameters, call in
            call.server.picture(of: parameters["person"])
        }
        router.on(.get, "/thumb/{form}/") { _, _, call in call.server.picture(of: "") }
        return router
    }()
}
