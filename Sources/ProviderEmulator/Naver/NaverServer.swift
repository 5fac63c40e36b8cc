// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP

/// Naver's servers: sign-in and tokens on nid, the API on openapi, pictures beside them.
struct NaverServer: EmulatedServer {
    typealias Records = NaverRecords
    static let brand = EmulatorPage.Brand.naver
    let parts: ProviderParts

    /// Answers a request to one of Naver's hosts, faults and unknown paths in the host's own shape.
    func respond(to visit: Visit) async -> HTTPResponse {
        switch visit.host {
        case NaverHost.nid:
            await route(
                visit, by: Self.nid, unknown: NaverOAuthError.noSuchPath.response(rules: rules, saysStatus: true),
                wrongMethod: NaverOAuthError.wrongMethod.response(rules: rules, saysStatus: true))
        case NaverHost.openapi:
            await route(
                visit, by: Self.openapi, unknown: NaverAPIError.notFound.response(rules: rules),
                wrongMethod: NaverAPIError.wrongMethod.response(rules: rules))
        default:
            await route(
                visit, by: Self.pictures, unknown: .text("Not found", status: 404),
                wrongMethod: .text("Not allowed", status: 405))
        }
    }

    /// The rules as they stand now.
    var rules: NaverRules { world.withLock { $0.naver.rules } }
}

extension NaverServer {
    private static let nid: Router<Call> = {
        var router = Router<Call>()
        for method in [HTTPMethod.get, .post] {
            router.on(method, "/oauth2.0/authorize") { _, _, call in call.server.authorize(call.visit, isOpenID: false)
            }
            router.on(method, "/oauth2/authorize") { _, _, call in call.server.authorize(call.visit, isOpenID: true) }
            router.on(method, "/oauth2.0/token") { request, _, call in call.server.token(request, isOpenID: false) }
        }
        router.on(.post, "/oauth2/token") { request, _, call in call.server.token(request, isOpenID: true) }
        router.on(.post, "/oauth2.0/revoke") { request, _, call in call.server.revoke(request) }
        router.on(.get, "/oauth2/jwks") { _, _, call in call.server.publicKeys() }
        router.on(.get, "/.well-known/openid-configuration") { _, _, call in call.server.discovery(call.visit) }
        router.on(.get, "/nidlogin.logout") { _, _, call in call.server.logoutOfBrowser(call.visit) }
        router.onPages()
        return router
    }()

    private static let openapi: Router<Call> = {
        var router = Router<Call>()
        for method in [HTTPMethod.get, .post] {
            router.on(method, "/v1/nid/me") { request, _, call in call.server.me(request) }
        }
        router.on(.get, "/v1/nid/getUserProfile.xml") { request, _, call in call.server.me(request, asXML: true) }
        router.on(.get, "/v1/nid/verify") { request, _, call in call.server.verify(request) }
        router.on(.get, "/v1/nid/agreement") { request, _, call in call.server.agreement(request) }
        return router
    }()

    private static let pictures: Router<Call> = {
        var router = Router<Call>()
        router.on(.get, "/emulator/{person}/profile.svg") { _, parameters, call in
            call.server.picture(of: parameters["person"])
        }
        router.on(.get, "/static/pwe/address/img_profile.png") { _, _, call in call.server.picture(of: "") }
        return router
    }()
}
