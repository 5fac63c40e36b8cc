// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import RawSockets
import Testing

/// How a handler's answer stands on the wire.
@Suite struct AnswerTests {
    private let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("An answer has its length and date, every field of the handler, and no banner")
    func fieldsAreSent() async throws {
        let handler = TestHandler { _ in
            HTTPResponse(
                status: 201, headers: ["Set-Cookie": "a=1", "X-One": "한", "Set-Cookie": "b=2"], body: Array("hi".utf8))
        }
        try await withListener(handler) { listener in
            let client = try await RawConnection.open(port: listener.port)

            let answer = try await client.ask(request)

            #expect(answer.statusLine == "HTTP/1.1 201 Created")
            #expect(answer["Content-Length"] == ["2"])
            #expect(answer["Date"].count == 1)
            #expect(answer["Set-Cookie"] == ["a=1", "b=2"])
            #expect(answer["X-One"] == ["한"])
            #expect(answer["Server"] == [])
        }
    }

    @Test("HEAD gets the length of the body and no body")
    func headHasNoBody() async throws {
        try await withListener(TestHandler { _ in .text("hello") }) { listener in
            let client = try await RawConnection.open(port: listener.port)

            let head = try await client.ask("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            let next = try await client.ask(request)

            #expect(head["Content-Length"] == ["5"])
            #expect(next.text == "hello")
        }
    }

    @Test("204 and 304 have no body, whatever the handler gave", arguments: [204, 304])
    func statusesWithoutBody(status: Int) async throws {
        let handler = TestHandler { request in
            request.path == "/" ? HTTPResponse(status: status, body: Array("never sent".utf8)) : .text("next")
        }
        try await withListener(handler) { listener in
            let client = try await RawConnection.open(port: listener.port)

            let answer = try await client.ask("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            try await client.send(request)
            let again = try await client.readAnswer(hasBody: false)
            let next = try await client.ask("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")

            #expect(answer.status == status)
            #expect(again.status == status)
            #expect(next.text == "next")
        }
    }

    @Test("An empty answer says that it is empty")
    func emptyAnswer() async throws {
        try await withListener(TestHandler { _ in HTTPResponse(status: 200) }) { listener in
            let client = try await RawConnection.open(port: listener.port)

            #expect(try await client.ask(request)["Content-Length"] == ["0"])
        }
    }

    @Test("A line break in a value cannot begin another field")
    func valuesCannotInject() async throws {
        let handler = TestHandler { _ in
            HTTPResponse(
                status: 200, headers: ["Location": "/a\r\nSet-Cookie: evil=1\r\n\r\n<html>", "X\r\nSet-Cookie": "b"])
        }
        try await withListener(handler) { listener in
            let client = try await RawConnection.open(port: listener.port)

            let answer = try await client.ask(request)

            #expect(answer["Set-Cookie"] == [])
            #expect(answer["Location"] == ["/aSet-Cookie: evil=1<html>"])
        }
    }

    @Test(
        "A field or status that is not HTTP is answered with 500 and logged, not sent",
        arguments: [
            HTTPResponse(status: 200, headers: ["X Y": "z"]), HTTPResponse(status: 200, headers: ["": "z"]),
            HTTPResponse(status: 200, headers: ["한": "z"]), HTTPResponse(status: 99),
            HTTPResponse(status: 101), HTTPResponse(status: 1_000),
        ])
    func invalidAnswers(invalid: HTTPResponse) async throws {
        let events = Locked<[String]>([])
        let log = Log { entry in events.withLock { $0.append(entry.event) } }
        let settings = ListenerSettings(host: "127.0.0.1", port: 0)
        let listener = try HTTPListener.start(settings, handler: TestHandler { _ in invalid }, log: log)
        let client = try await RawConnection.open(port: listener.port)

        let answer = try await client.ask(request)

        #expect(answer.status == 500)
        #expect(try JSONValue(parsing: answer.body)["code"] == "invalid_answer")
        #expect(events.value.contains("listener.invalid_answer"))
        await listener.stop(drainingFor: .zero)
    }

    @Test("The length is the listener's to say, not the handler's")
    func lengthIsOurs() async throws {
        let handler = TestHandler { _ in
            HTTPResponse(
                status: 200, headers: ["Content-Length": "99", "Transfer-Encoding": "chunked"], body: Array("hi".utf8))
        }
        try await withListener(handler) { listener in
            let client = try await RawConnection.open(port: listener.port)

            let answer = try await client.ask(request)

            #expect(answer["Content-Length"] == ["2"])
            #expect(answer["Transfer-Encoding"] == [])
            #expect(answer.text == "hi")
        }
    }
}
