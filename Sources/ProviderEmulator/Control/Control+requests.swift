// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension Control {
    /// What came to the emulated hosts, for tests that look at what a client sent.
    static let requestRoutes = [
        ControlRoute(
            .get, "requests",
            ko: """
                받은 요청과 그 curl 명령. ?host=와 ?path=로 고르고, ?secrets=shown으로 비밀 값까지 봅니다. \
                글자만 보려면 /_emulator/requests.txt.
                """,
            en: """
                The requests that came, each as a curl command. Pick by ?host= and ?path=; ?secrets=shown writes secrets out. \
                As plain text: /_emulator/requests.txt.
                """
        ) { control, call throws(LoginError) in
            .array(
                control.records(call).map { record, curl in
                    [
                        "number": JSONValue(record.number), "at": .string(timestamp(record.at)),
                        "method": .string(record.request.method.rawValue), "host": .string(record.host),
                        "path": .string(record.request.path), "status": JSONValue(record.status), "curl": .string(curl),
                    ]
                })
        },
        ControlRoute(.delete, "requests", ko: "받은 요청 기록 지우기", en: "Forgets the requests that came") {
            control, _ throws(LoginError) in
            control.world.withLock { $0.requests.clear() }
            return [:]
        },
    ]

    /// `GET /_emulator/requests.txt`: the same as text, one command a line, the time and status above it.
    func requestsText(_ request: HTTPRequest) -> HTTPResponse {
        let records = records(ControlCall(request, ids: [])).map { record, curl in
            "# \(record.number)  \(timestamp(record.at))  HTTP \(record.status)\n\(curl)\n"
        }
        let note = """
            # Secrets stand as shell variables: export them first, or open this page with ?secrets=shown.
            # 비밀 값은 셸 변수로 적혀 있습니다. 먼저 export하거나 ?secrets=shown을 붙여 여세요.

            """
        var response = HTTPResponse.text(([note] + records).joined(separator: "\n"))
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }

    private func records(_ call: ControlCall) -> [(RecordedRequest, curl: String)] {
        let world = world.value
        let line = CurlLine(origin: call.origin, showsSecrets: call.query["secrets"] == "shown") { text in
            world.isPublicKey(text)
        }
        return world.requests.all
            .filter { (call.query["host"] ?? $0.host) == $0.host }
            .filter { (call.query["path"] ?? $0.request.path) == $0.request.path }
            .map { ($0, curl: line.text(of: $0)) }
    }
}
