// SPDX-License-Identifier: Apache-2.0

import Glibc
import LoginCore
import LoginCurlTransport
import LoginHTTP
import LoginHTTPServer
import RawSockets
import Testing

/// What goes out.
@Suite struct RequestTests {
    @Test("A request goes out as it was given: nothing is added but length, host and coding, and no dot is resolved")
    func requestIsExact() async throws {
        let seen = Locked("")
        let server = try RawServer { connection, _ in
            let head = try await connection.read(through: "\r\n\r\n")
            let body = try await connection.read(count: 5)
            seen.withLock { $0 = String(decoding: head + body, as: UTF8.self) }
            try await connection.send("HTTP/1.1 204 No Content\r\n\r\n")
        }
        var request = try #require(
            HTTPRequest(.post, "http://127.0.0.1:\(server.port)/a%2Fb/../c?x=%26&y=+", body: Array("hello".utf8)))
        request.headers.add("X-One", "1")
        request.headers.add("X-One", "한")
        request.headers.add("X-Empty", "")

        try await withTransport { _ = try await $0.send(request, limits: TransferLimits()) }

        #expect(
            seen.value == """
                POST /a%2Fb/../c?x=%26&y=+ HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                Accept-Encoding: identity\r
                X-One: 1\r
                X-One: 한\r
                X-Empty:\r
                Content-Length: 5\r
                \r
                hello
                """)
    }

    @Test(
        "Every method goes out with its body or without",
        arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "REPORT"], ["", "body"])
    func methods(method: String, body: String) async throws {
        let seen = Locked("")
        try await withListener { request in
            seen.withLock { $0 = "\(request.method) \(String(decoding: request.body, as: UTF8.self))" }
            return .text("answer")
        } _: { listener in
            let request = try #require(
                HTTPRequest(
                    HTTPMethod(rawValue: method), "http://127.0.0.1:\(listener.port)/", body: Array(body.utf8)))
            // HEAD with a body is nothing that anybody sends.
            guard method != "HEAD" || body.isEmpty else { return }

            try await withTransport { transport in
                let response = try await transport.send(request, limits: TransferLimits())

                #expect(response.text == (method == "HEAD" ? "" : "answer"))
            }

            #expect(seen.value == "\(method) \(body)")
        }
    }

    @Test("A request that names its own coding, type and agent is taken at its word")
    func ownFieldsAreKept() async throws {
        let seen = Locked<HTTPHeaders>(HTTPHeaders())
        try await withListener { request in
            seen.withLock { $0 = request.headers }
            return .text("")
        } _: { listener in
            let headers: HTTPHeaders = [
                "Accept": "application/json", "Accept-Encoding": "gzip", "Content-Type": "application/json",
                "User-Agent": "me", "Content-Length": "99", "Host": "other.example",
            ]
            let request = try #require(
                HTTPRequest(.post, "http://127.0.0.1:\(listener.port)/", headers: headers, body: Array("{}".utf8)))

            try await withTransport { _ = try await $0.send(request, limits: TransferLimits()) }

            #expect(seen.value["Accept"] == "application/json")
            #expect(seen.value["Accept-Encoding"] == "gzip")
            #expect(seen.value["Content-Type"] == "application/json")
            #expect(seen.value["User-Agent"] == "me")
            #expect(seen.value["Content-Length"] == "2")
            #expect(seen.value["Host"] == "other.example")
            #expect(seen.value.fields.count == 6)
        }
    }

    @Test("A body of 2 MB goes out and comes back whole", arguments: WayOut.allCases)
    func largeBody(way: WayOut) async throws {
        let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await withListener {
            HTTPResponse(status: 200, body: $0.body + $0.body)
        } _: { listener in
            let request = try #require(HTTPRequest(.put, "http://127.0.0.1:\(listener.port)/", body: body))

            try await withTransport(way) { transport in
                let response = try await transport.send(request, limits: TransferLimits(bodyBytes: 2_000_000))

                #expect(response.body == body + body)
            }
        }
    }

    @Test("One connection serves one request after the other, and cookies are not kept")
    func connectionIsReused() async throws {
        let cookies = Locked<[String]>([])
        let server = try RawServer { connection, _ in
            while true {
                let head = String(decoding: try await connection.read(through: "\r\n\r\n"), as: UTF8.self)
                cookies.withLock {
                    $0 += head.split(separator: "\r\n").map(String.init).filter { $0.hasPrefix("Cookie") }
                }
                try await connection.send("HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nContent-Length: 0\r\n\r\n")
            }
        }

        try await withTransport { transport in
            for _ in 0..<5 { _ = try await transport.send(try server.get(), limits: TransferLimits()) }
        }

        #expect(server.connectionCount == 1)
        #expect(cookies.value == [])
    }

    @Test("200 requests at once are all answered", arguments: WayOut.allCases)
    func manyAtOnce(way: WayOut) async throws {
        try await withListener {
            .text($0.path)
        } _: { listener in
            try await withTransport(way) { transport in
                let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
                    for number in 0..<200 {
                        let request = try #require(HTTPRequest(.get, "http://127.0.0.1:\(listener.port)/\(number)"))
                        group.addTask { (number, try await transport.send(request, limits: TransferLimits()).text) }
                    }
                    return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
                }

                #expect(answers == Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, "/\($0)") }))
            }
        }
    }

    @Test("Proxy settings of the environment are not looked at, for loopback neither")
    func proxyIsIgnored() async {
        // In a process of its own, since the environment belongs to all tests of this one.
        await #expect(processExitsWith: .success) {
            for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"] {
                setenv(name, "http://127.0.0.1:9", 1)
            }
            let server = try RawServer.sending("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ndirect")
            let response = try await CurlTransport(policy: .loopbackHTTPAllowed)
                .send(try server.get(), limits: TransferLimits())
            #expect(response.text == "direct")
        }
    }

    @Test("A call that may change something is never sent twice; a GET finds a new connection", arguments: ["x", ""])
    func changesAreSentOnce(body: String) async throws {
        let seen = Locked<[String]>([])
        let server = try RawServer { connection, number in
            for count in 1... {
                let head = String(decoding: try await connection.read(through: "\r\n\r\n"), as: UTF8.self)
                if head.contains("Content-Length: 1") { _ = try await connection.read(count: 1) }
                seen.withLock { $0.append(String(head.prefix { $0 != " " })) }
                // The first connection dies with its second request, which has arrived whole.
                guard number > 1 || count == 1 else { break }
                try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
            connection.close()
        }
        let change = try #require(
            HTTPRequest(.post, "http://127.0.0.1:\(server.port)/", body: Array(body.utf8)))

        try await withTransport { transport in
            _ = try await transport.send(try server.get(), limits: TransferLimits())
            // Without a body it goes over a connection of its own, so there it succeeds at once.
            let outcome = await Result { () async throws(TransportError) in
                try await transport.send(change, limits: TransferLimits())
            }
            if !body.isEmpty {
                #expect(
                    outcome.failure
                        == TransportError(.connectionLost, host: "127.0.0.1", mayHaveBeenReceived: true))
            }
            _ = try await transport.send(try server.get(), limits: TransferLimits())
        }

        #expect(seen.value.filter { $0 == "POST" }.count == 1)
    }
}

extension Result {
    /// The error, where there is one.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }

    fileprivate init(_ body: () async throws(Failure) -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
