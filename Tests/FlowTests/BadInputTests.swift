// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCurlTransport
import LoginHTTP
import LoginServer
import RawSockets
import Testing

/// Requests that nobody of good will sends.
struct BadInputTests {
    private static let paths = ["/v1/nonces", "/v1/sign-in", "/v1/sign-up"]

    @Test(
        arguments: paths,
        [
            "", "{", "[]", "null", "\"text\"", "{\"a\":1,\"a\":2}", "{\"attempt_id\":\"\u{0}\"}",
            String(repeating: "[", count: 10_000), "{} {}", "{\"attempt_id\":}",
        ])
    func `S14: malformed JSON is a problem that names no value`(path: String, body: String) async throws {
        try await Stage.play { stage in
            let answer = try await stage.send(Array(body.utf8), "application/json", to: path)

            #expect(answer.status == 400)
            #expect(answer.contentType == "application/problem+json")
            #expect(try answer.problemCode() == .invalidRequest)
        }
    }

    @Test func `bytes that are no UTF-8 are refused, in JSON and in forms`() async throws {
        try await Stage.play { stage in
            let json = try await stage.send(
                [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], "application/json", to: "/v1/sign-in")
            let form = try await stage.send(
                Array("grant_type=refresh_token&refresh_token=%FF%FE".utf8), "application/x-www-form-urlencoded",
                to: "/oauth/token")
            let raw = try await stage.send([0xC3, 0x28], "application/x-www-form-urlencoded", to: "/oauth/token")

            #expect(try json.problemCode() == .invalidRequest)
            #expect(try form.problemCode() == .invalidRequest)
            #expect(try raw.problemCode() == .invalidRequest)
            #expect(form.status == 400 && raw.status == 400)
        }
    }

    @Test(arguments: [
        ("", ProblemCode.invalidRequest), ("grant_type=refresh_token", .invalidRequest),
        ("refresh_token=x", .invalidRequest), ("grant_type=password&username=a&password=b", .unsupportedGrantType),
        ("grant_type=refresh_token&refresh_token=x", .refreshInvalid),
        ("grant_type=refresh_token&grant_type=refresh_token&refresh_token=x", .invalidRequest),
        ("grant_type=refresh_token&refresh_token=x&refresh_token=y", .invalidRequest),
        ("grant_type=refresh_token&refresh_token=%", .invalidRequest),
        ("grant_type=refresh_token&refresh_token=x&client_id=other", .invalidClient),
    ])
    func `S43: a malformed form is an OAuth error with our code in it`(form: String, code: ProblemCode) async throws {
        try await Stage.play { stage in
            let answer = try await stage.send(
                Array(form.utf8), "application/x-www-form-urlencoded", to: "/oauth/token")

            #expect(answer.status == code.oauthStatus)
            #expect(try answer.json()["error"]?.string == code.oauthError)
            #expect(try answer.problemCode() == code)
        }
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
    func `a body of another type is refused before it is read`(type: String) async throws {
        try await Stage.play { stage in
            let answer = try await stage.send(Array("{}".utf8), type, to: "/v1/sign-in")

            #expect(answer.status == 415)
            #expect(try answer.problemCode() == .unsupportedMediaType)
        }
    }

    @Test func `a body of 2 MB is refused and nothing of it is kept`() async throws {
        try await Stage.play { stage in
            let answer = try await stage.send(
                [UInt8](repeating: 0x20, count: 2 << 20), "application/json", to: "/v1/sign-in")
            #expect(answer.status == 413)

            let medium = try await stage.send(
                [UInt8](repeating: 0x20, count: 100 << 10), "application/json", to: "/v1/sign-in")
            #expect(medium.status == 413)
            #expect(try medium.problemCode() == .bodyTooLarge)

            #expect(try await stage.call(.get, "/health/live").status == 200)
        }
    }

    @Test func `a client that drips single bytes is cut off, and others are served meanwhile`() async throws {
        var options = StageOptions()
        options.transferDeadline = .milliseconds(700)
        try await Stage.play(options) { stage in
            let slow = try await RawConnection.open(port: stage.port)
            try await slow.send("POST /v1/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n")
            let began = ContinuousClock().now
            let drip = Task {
                // Ends with an error when the server hangs up, or when the test is over.
                while true {
                    try await slow.send(" ")
                    try await ContinuousClock().sleep(for: .milliseconds(20))
                }
            }
            defer { drip.cancel() }

            #expect(try await stage.call(.get, "/health/live").status == 200)
            _ = try await slow.readToEnd()

            #expect(ContinuousClock().now - began < .seconds(5))
            #expect(try await stage.call(.get, "/health/live").status == 200)
        }
    }

    @Test(arguments: [
        ("/v1/nothing", 404, true), ("/oauth/nothing", 400, true), ("/nothing", 404, false), ("/v1/", 404, true),
        ("/..%2f..%2fetc/passwd", 404, false), ("/assets/other.css", 404, false), ("/health/", 404, true),
    ])
    func `an unknown address is a problem for programs and a page for people`(
        path: String, status: Int, isForPrograms: Bool
    ) async throws {
        try await Stage.play { stage in
            let answer = try await stage.call(.get, path)

            #expect(answer.status == status)
            #expect(answer.contentType == (isForPrograms ? answer.contentType : "text/html"))
            if isForPrograms { #expect(try answer.problemCode() == .notFound) }
            #expect(answer.text.contains(try required(answer.headers["X-Request-ID"])))
        }
    }

    @Test func `a known address under another method says which ones it takes`() async throws {
        try await Stage.play { stage in
            let answer = try await stage.call(.put, "/v1/account")

            #expect(answer.status == 405)
            #expect(answer.headers["Allow"] == "DELETE, GET, HEAD, PATCH")
            #expect(try answer.problemCode() == .methodNotAllowed)
            #expect(try await stage.call(.get, "/sign-out").status == 405)
        }
    }

    @Test func `a problem speaks Korean to whoever asks for it`() async throws {
        try await Stage.play { stage in
            let answer = try await stage.call(.get, "/v1/account", language: "ko-KR")

            #expect(answer.headers["Content-Language"] == "ko")
            #expect(try answer.json()["title"]?.string == ProblemCode.accessTokenMissing.title.korean)
            #expect(answer.headers["WWW-Authenticate"] == "Bearer")
        }
    }

    @Test func `S59: random bytes in every place crash nothing`() async throws {
        try await Stage.play { stage in
            let random = SeededRandomSource(seed: 20)
            for round in 0..<150 {
                let path = Self.paths[round % 3]
                let type = round % 2 == 0 ? "application/json" : "application/x-www-form-urlencoded"
                _ = try await stage.send(random.bytes(round), type, to: round % 4 == 0 ? "/oauth/token" : path)
                var request = try required(HTTPRequest(.get, "\(stage.address)/auth/kakao/callback"))
                request.query = percentEncoded(String(decoding: random.bytes(40), as: UTF8.self)) + "&state=%"
                request.headers["Cookie"] =
                    "login-session=\(percentEncoded(String(decoding: random.bytes(30), as: UTF8.self)))"
                _ = await (try stage.server).respond(to: request)
            }

            #expect(try await stage.call(.get, "/health/ready").status == 200)
        }
    }
}

extension Stage {
    /// Posts bytes of a type to the login server.
    func send(_ body: [UInt8], _ type: String, to path: String) async throws -> HTTPResponse {
        var request = try required(HTTPRequest(.post, address + path, body: body))
        if !type.isEmpty { request.headers["Content-Type"] = type }
        return try await transport.send(request, limits: TransferLimits(deadline: .seconds(30)))
    }
}
