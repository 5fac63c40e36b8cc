// SPDX-License-Identifier: Apache-2.0

import LoginHTTP
import Testing

@Suite("Finding a route")
struct RouterTests {
    private let router: Router<String> = {
        var router = Router<String>()
        for (method, pattern) in [
            (HTTPMethod.get, "/"), (.get, "/auth/{provider}"), (.get, "/auth/{provider}/callback"),
            (.post, "/auth/{provider}/callback"), (.get, "/sessions/{id}"), (.delete, "/sessions/{id}"),
            (.delete, "/sessions/others"), (.get, "/{page}/help"), (.get, "/account/{part}"),
        ] {
            router.on(method, pattern) { _, parameters, context in
                .text(
                    "\(context) \(method) \(pattern) \(parameters["provider"])\(parameters["id"])\(parameters["part"])")
            }
        }
        return router
    }()

    private func answer(_ method: HTTPMethod, _ path: String) async -> String? {
        guard case .found(let answer, let parameters) = router.match(method, path: path) else { return nil }
        let request = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path)
        return String(decoding: await answer(request, parameters, "ctx").body, as: UTF8.self)
    }

    @Test(
        "goes by method and path, and named parts are decoded",
        arguments: [
            (HTTPMethod.get, "/", "ctx GET / "), (.get, "/auth/kakao", "ctx GET /auth/{provider} kakao"),
            (.post, "/auth/kakao/callback", "ctx POST /auth/{provider}/callback kakao"),
            (.get, "/sessions/a%2Fb%20+", "ctx GET /sessions/{id} a/b +"),
            (.get, "/sessions/%EA%B9%80", "ctx GET /sessions/{id} 김"),
            (.get, "/sessions/\u{301}", "ctx GET /sessions/{id} \u{301}"),
        ])
    func found(method: HTTPMethod, path: String, expected: String) async {
        #expect(await answer(method, path) == expected)
    }

    @Test("a literal part wins over a named one, wherever it stands in the table")
    func literalWins() async {
        #expect(await answer(.delete, "/sessions/others") == "ctx DELETE /sessions/others ")
        #expect(await answer(.delete, "/sessions/S1") == "ctx DELETE /sessions/{id} S1")
        #expect(await answer(.get, "/sessions/others") == "ctx GET /sessions/{id} others")
    }

    @Test("among equally literal patterns the one added first wins")
    func firstWins() async {
        #expect(await answer(.get, "/account/help") == "ctx GET /{page}/help ")
        #expect(await answer(.get, "/account/name") == "ctx GET /account/{part} name")
    }

    @Test("a HEAD request finds the route for GET, or one of its own")
    func head() async {
        var router = router
        router.on(.head, "/") { _, _, _ in HTTPResponse(status: 204) }

        #expect(await answer(.head, "/auth/kakao") == "ctx GET /auth/{provider} kakao")
        guard case .found(let own, let parameters) = router.match(.head, path: "/") else {
            Issue.record("HEAD has no route")
            return
        }
        let request = HTTPRequest(method: .head, scheme: "http", authority: "localhost", path: "/")
        #expect(await own(request, parameters, "").status == 204)
    }

    @Test(
        "a path that is known under other methods says which, each once",
        arguments: [
            (HTTPMethod.put, "/sessions/others", ["GET", "HEAD", "DELETE"]), (.post, "/", ["GET", "HEAD"]),
            (.delete, "/auth/kakao/callback", ["GET", "HEAD", "POST"]),
            (HTTPMethod(rawValue: "get"), "/", ["GET", "HEAD"]),
        ])
    func otherMethods(method: HTTPMethod, path: String, allowed: [String]) {
        guard case .otherMethods(let methods) = router.match(method, path: path) else {
            Issue.record("expected other methods")
            return
        }

        #expect(methods.map(\.rawValue) == allowed)
    }

    @Test(
        "an unknown path is unknown under every method",
        arguments: [
            "/nothing", "/auth", "/auth/", "/auth/kakao/", "//", "/auth//callback", "/auth/%zz", "/auth/%ff", "*", "",
            "auth/kakao",
            "/AUTH/kakao", "/%61uth/kakao",
        ])
    func unknown(path: String) {
        for method in [HTTPMethod.get, .post, .options] {
            guard case .unknown = router.match(method, path: path) else {
                if method != .get, path.hasPrefix("/auth/%") { continue }
                Issue.record("\(method) \(path) was found")
                continue
            }
        }
    }

    @Test("the table lists what was added, in order")
    func table() {
        let table = router.table.prefix(2).map { "\($0.method) \($0.pattern)" }

        #expect(table == ["GET /", "GET /auth/{provider}"])
    }
}
