// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP

/// Facebook's servers: the dialog, the Graph API, and what belongs to Limited Login.
struct FacebookServer: EmulatedServer {
    typealias Records = FacebookRecords
    static let brand = EmulatorPage.Brand.facebook
    let parts: ProviderParts

    /// Answers a request to one of Facebook's hosts. A version in front of the path may be any, or none, and the slash that
    /// Facebook's own documents write behind some paths may stand behind all of them.
    func respond(to visit: Visit) async -> HTTPResponse {
        let router =
            switch visit.host {
            case FacebookHost.graph: Self.graph
            case FacebookHost.pictures: Self.pictures
            default: Self.dialog
            }
        return await route(
            visit, as: Self.plain(visit.request.path), by: router, unknown: refusal(.noSuchPath),
            wrongMethod: refusal(.wrongMethod))
    }

    /// An error in the Graph API's shape.
    func refusal(_ error: FacebookError) -> HTTPResponse { error.response(trace: "A\(fresh.id())") }

    /// `/v25.0/me/` is `/me`.
    private static func plain(_ path: String) -> String {
        var path = path[...]
        if path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).dropFirst()
        guard let first = parts.first?.split(separator: "/", maxSplits: 1), first.count == 2, isVersion(first[0])
        else { return String(path) }
        return "/\(first[1])"
    }

    /// `v`, a number, a dot and a number.
    private static func isVersion(_ text: Substring) -> Bool {
        let numbers = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        return text.first == "v" && numbers.count == 2
            && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}

extension FacebookServer {
    private static let dialog: Router<Call> = {
        var router = Router<Call>()
        router.on(.get, "/dialog/oauth") { _, _, call in call.server.authorize(call.visit) }
        router.on(.get, "/.well-known/oauth/openid/jwks") { _, _, call in call.server.publicKeys() }
        router.on(.get, "/.well-known/oauth/openid/certs") { _, _, call in call.server.certificates() }
        router.on(.get, "/.well-known/openid-configuration") { _, _, call in call.server.discovery(call.visit) }
        router.on(.post, "/platform/uninstall") { request, _, call in call.server.uninstall(request) }
        router.onPages()
        return router
    }()

    private static let graph: Router<Call> = {
        var router = Router<Call>()
        for method in [HTTPMethod.get, .post] {
            router.on(method, "/oauth/access_token") { request, _, call in call.server.token(request) }
        }
        router.on(.get, "/debug_token") { request, _, call in call.server.inspect(request) }
        router.on(.get, "/{id}") { request, parameters, call in call.server.profile(request, parameters["id"]) }
        router.on(.get, "/{id}/picture") { request, parameters, call in
            call.server.profilePicture(request, parameters["id"])
        }
        router.on(.get, "/{id}/permissions") { request, parameters, call in
            call.server.permissions(request, parameters["id"])
        }
        router.on(.delete, "/{id}/permissions") { request, parameters, call in
            call.server.revoke(request, parameters["id"], permission: nil)
        }
        router.on(.delete, "/{id}/permissions/{name}") { request, parameters, call in
            call.server.revoke(request, parameters["id"], permission: parameters["name"])
        }
        return router
    }()

    private static let pictures: Router<Call> = {
        var router = Router<Call>()
        router.on(.get, "/emulator/{person}/profile.svg") { _, parameters, call in
            call.server.picture(of: parameters["person"])
        }
        return router
    }()

    /// The discovery document of Limited Login. It names no token endpoint, as the real one does not.
    func discovery(_ visit: Visit) -> HTTPResponse {
        let links = world.withLock { $0.links }
        return .json([
            "issuer": "https://www.facebook.com",
            "authorization_endpoint": .string(visit.address(FacebookHost.dialog, "/dialog/oauth/", links: links)),
            "jwks_uri": .string(
                visit.address(FacebookHost.limited, "/.well-known/oauth/openid/jwks/", links: links)),
            "response_types_supported": ["id_token", "token id_token"],
            "subject_types_supported": ["pairwise"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "claims_supported": [
                "iss", "aud", "sub", "iat", "exp", "jti", "nonce", "at_hash", "name", "given_name", "middle_name",
                "family_name", "email", "picture", "user_friends", "user_birthday", "user_age_range", "user_link",
                "user_hometown", "user_location", "user_gender",
            ],
        ])
    }
}
