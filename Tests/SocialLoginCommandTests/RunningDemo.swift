// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCurlTransport
import LoginHTTP
import Programs
import Testing

/// A demo that has started, and what it said of itself.
struct RunningDemo {
    let program: Program
    let server: String
    let emulator: String
    let announcement: JSONValue
    private let transport = CurlTransport(policy: .loopbackHTTPAllowed)

    /// Starts a demo on free ports, with its data in a folder.
    init(
        in folder: TemporaryFolder, _ more: [String] = [], reading limits: (output: Int, complaints: Int) = (.max, .max)
    ) async throws {
        program = try Command.start(
            ["demo", "--port", "0", "--emulator-port", "0", "--data", "\(folder.path)/data", "--json"] + more,
            reading: limits)
        let line = try #require(await program.output.next(), "the demo did not start")
        announcement = try JSONValue(parsing: line)
        server = try #require(announcement["server"]?.string)
        emulator = try #require(announcement["emulator"]?.string)
    }

    /// The answer to a GET request.
    func get(_ address: String) async throws -> HTTPResponse {
        let request = try #require(HTTPRequest(.get, address))
        return try await transport.send(request, limits: TransferLimits())
    }

    /// The answer to a POST request with a JSON body.
    func post(_ address: String, _ body: JSONValue) async throws -> HTTPResponse {
        let headers: HTTPHeaders = ["Content-Type": "application/json"]
        let request = try #require(HTTPRequest(.post, address, headers: headers, body: body.serialized()))
        return try await transport.send(request, limits: TransferLimits())
    }
}
