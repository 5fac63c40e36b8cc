// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP

/// A provider's servers, as far as they are alike: routes, the pages of a sign-in, and the page of connected apps.
protocol EmulatedServer: Sendable {
    /// What the provider keeps.
    associatedtype Records: SignInRecords
    /// What its pages look like.
    static var brand: EmulatorPage.Brand { get }
    /// What the server is made of.
    var parts: ProviderParts { get }
    /// Sends the browser back to the app, from a page of the sign-in.
    func answer(_ outcome: Records.Outcome, to request: Records.Request, from page: SignInPage) -> HTTPResponse
}

/// What every route needs: the server, and how the request came.
struct ServerCall<Server: EmulatedServer>: Sendable {
    let server: Server
    let visit: Visit
}

extension EmulatedServer {
    typealias Call = ServerCall<Self>

    var world: Locked<World> { parts.world }
    var keys: SigningKeys { parts.keys }
    var clock: any WallClock { parts.clock }
    var fresh: FreshText { parts.fresh }

    /// Answers a request by one of the provider's tables.
    ///
    /// - Parameters:
    ///   - path: what to look up, where that is not the path of the request.
    ///   - unknown: the refusal of a path that is not there.
    ///   - wrongMethod: the refusal of a method that a path does not take.
    func route(
        _ visit: Visit, as path: String? = nil, by router: Router<Call>,
        unknown: @autoclosure () -> HTTPResponse, wrongMethod: @autoclosure () -> HTTPResponse
    ) async -> HTTPResponse {
        switch router.match(visit.request.method, path: path ?? visit.request.path) {
        case .found(let answer, let parameters):
            return await answer(visit.request, parameters, Call(server: self, visit: visit))
        case .otherMethods(let methods):
            var response = wrongMethod()
            response.headers["Allow"] = methods.map(\.rawValue).joined(separator: ", ")
            return response
        case .unknown:
            return unknown()
        }
    }

    /// Signs an id_token.
    func sign(_ claims: JSONObject) -> String {
        signJWT(claims: claims, type: "JWT", key: keys.current).exposed
    }

    /// The keys that id_tokens are checked with (RFC 7517, section 5).
    func publicKeys() -> HTTPResponse {
        .json(["keys": .array(keys.published.map(\.json))])
    }

    /// The cookie by which a browser is known.
    static var cookieName: String { "emulator-\(brand.id)" }

    /// The cookie of a browser session, or with an age of 0 its end.
    func cookie(_ session: String, _ visit: Visit, maxAge: Int? = nil) -> SetCookie {
        SetCookie(
            name: Self.cookieName, value: session, maxAge: maxAge, isSecure: visit.request.scheme == "https",
            path: visit.mount.isEmpty ? "/" : visit.mount)
    }

    /// The language that a page's switch chose, else the browser's.
    func language(of fields: PageForm, _ visit: Visit) -> Language {
        fields["lang"].flatMap(Language.init) ?? visit.request.acceptedLanguage
    }
}

extension Router {
    /// Adds the pages of a sign-in and the one of connected apps.
    mutating func onPages<Server>() where Context == ServerCall<Server> {
        on(.get, SignInPage.accountPath) { _, _, call in call.server.showAccounts(call.visit) }
        on(.post, SignInPage.accountPath) { _, _, call in call.server.takeAccount(call.visit) }
        on(.get, SignInPage.consentPath) { _, _, call in call.server.showStep(call.visit) }
        on(.post, SignInPage.consentPath) { _, _, call in call.server.takeConsent(call.visit) }
        on(.get, ConnectedAppsPage.path) { _, _, call in call.server.showConnectedApps(call.visit) }
        on(.post, ConnectedAppsPage.path) { _, _, call in call.server.changeConnectedApps(call.visit) }
    }
}
