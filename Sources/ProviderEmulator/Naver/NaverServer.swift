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
        let router =
            switch visit.host {
            case NaverHost.nid: Self.nid
            case NaverHost.openapi: Self.openapi
            default: Self.pictures
            }
        switch router.match(visit.request.method, path: visit.request.path) {
        case .found(let answer, let parameters):
            return await answer(visit.request, parameters, Call(server: self, visit: visit))
        case .otherMethods(let methods):
            var response = refusal(.wrongMethod, orOfAPI: .wrongMethod, on: visit.host)
            response.headers["Allow"] = methods.map(\.rawValue).joined(separator: ", ")
            return response
        case .unknown:
            return refusal(.noSuchPath, orOfAPI: .notFound, on: visit.host)
        }
    }

    /// The rules as they stand now.
    var rules: NaverRules { world.withLock { $0.naver.rules } }

    /// What every route needs: the server, and how the request came.
    struct Call: Sendable {
        let server: NaverServer
        let visit: Visit
    }

    private func refusal(_ error: NaverOAuthError, orOfAPI apiError: NaverAPIError, on host: String) -> HTTPResponse {
        switch host {
        case NaverHost.nid: error.response(rules: rules, saysStatus: true)
        case NaverHost.openapi: apiError.response(rules: rules)
        default: .text("Not found", status: 404)
        }
    }
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
        router.on(.get, "/oauth2/jwks") { _, _, call in .json(["keys": .array(call.server.keys.published.map(\.json))])
        }
        router.on(.get, "/.well-known/openid-configuration") { _, _, call in call.server.discovery(call.visit) }
        router.on(.get, "/nidlogin.logout") { _, _, call in call.server.logoutOfBrowser(call.visit) }
        router.on(.get, SignInPage.accountPath) { _, _, call in call.server.showAccounts(call.visit) }
        router.on(.post, SignInPage.accountPath) { _, _, call in call.server.takeAccount(call.visit) }
        router.on(.get, SignInPage.consentPath) { _, _, call in call.server.showConsent(call.visit) }
        router.on(.post, SignInPage.consentPath) { _, _, call in call.server.takeConsent(call.visit) }
        router.on(.get, ConnectedAppsPage.path) { _, _, call in call.server.showConnectedApps(call.visit) }
        router.on(.post, ConnectedAppsPage.path) { _, _, call in call.server.changeConnectedApps(call.visit) }
        return router
    }()

    private static let openapi: Router<Call> = {
        var router = Router<Call>()
        for method in [HTTPMethod.get, .post] {
            router.on(method, "/v1/nid/me") { request, _, call in call.server.me(request) }
        }
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
