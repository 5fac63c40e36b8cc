// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginCrypto
import LoginCurlTransport
import LoginHTTP
import Programs
import Testing

/// The example of a back end, as a process of its own that knows nothing but the login server's address.
struct BackEndExampleTests {
    @Test func `it is told by the access token alone who calls`() async throws {
        try await Stage.play { stage in
            let backEnd = try await BackEnd(of: stage)
            let tokens = try await stage.session(of: 1001)
            let account = try await stage.call(.get, "/v1/account", token: tokens.accessToken).json()

            let answer = try await backEnd.answer(to: tokens.accessToken)

            #expect(answer.status == 200)
            #expect(try answer.json()["account"] == required(account["id"]))
            #expect(try answer.json()["session"] == .string(tokens.sessionID))
        }
    }

    @Test func `S27: it asks whoever brings no access token, or one that is over, for another`() async throws {
        try await Stage.play { stage in
            let backEnd = try await BackEnd(of: stage)
            let tokens = try await stage.session(of: 1001)
            stage.clock.advance(by: -1_000)
            let old = try SessionTokens(json: try await stage.refresh(tokens.refreshToken).json())

            #expect(try await backEnd.answer(to: nil).headers["WWW-Authenticate"] == "Bearer")
            for token in [tokens.refreshToken, old.accessToken, Secret("a.b.c")] {
                let answer = try await backEnd.answer(to: token)
                #expect(answer.status == 401)
                #expect(answer.headers["WWW-Authenticate"]?.hasPrefix("Bearer error=\"invalid_token\"") == true)
            }
        }
    }

    @Test func `it signs nobody out while the login server is away, and goes on when it is back`() async throws {
        try await Stage.play { stage in
            let token = try await stage.session(of: 1001).accessToken
            await stage.stopServer()
            let backEnd = try await BackEnd(of: stage)

            let away = try await backEnd.answer(to: token)
            try await stage.startServer()
            let back = try await backEnd.answer(to: token)
            await stage.stopServer()
            let known = try await backEnd.answer(to: token)

            #expect(away.status == 503)
            #expect(away.text.contains("/.well-known/jwks.json"))
            #expect(back.status == 200)
            #expect(known.status == 200, "the keys are kept")
        }
    }

    @Test func `S3: a flood of invented keys asks the login server for its keys once more, not with each`() async throws
    {
        try await Stage.play { stage in
            let backEnd = try await BackEnd(of: stage)
            let token = try await stage.session(of: 1001).accessToken
            #expect(try await backEnd.answer(to: token).status == 200)

            for wave in 0..<20 {
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<10 {
                        group.addTask {
                            let key = SigningKey.generateES256(id: "invented-\(wave)-\(number)")
                            let forged = signJWT(claims: JSONObject(), type: "at+jwt", key: key)
                            return try await backEnd.answer(to: forged).status
                        }
                    }
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }
                // After the first look nobody may look again yet, so whether there is such a key is left open.
                #expect(statuses.isSubset(of: [401, 503]) && (wave > 0 || statuses.contains(401)))
            }

            // One to have them, one for the first invented id, and one more for each minute that all this takes.
            #expect((2...6).contains(stage.requests(for: "/.well-known/jwks.json")))
            #expect(try await backEnd.answer(to: token).status == 200)
        }
    }
}

/// The running example.
private struct BackEnd {
    private let program: Program
    private let address: String
    private let site: Stage

    /// Starts it and waits until it says where it is.
    init(of stage: Stage) async throws {
        program = try Program(
            [Program.built("example-back-end"), stage.address, "0"], environment: ["PATH": "/usr/bin:/bin"],
            complaints: .inOutput)
        site = stage
        address = try required(await program.output.next(), "the example did not start")
        try #require(address.hasPrefix("http://127.0.0.1:"), "\(address)")
    }

    func answer(to token: Secret?) async throws -> HTTPResponse {
        var request = try required(HTTPRequest(.get, address))
        if let token { request.headers["Authorization"] = "Bearer \(token.exposed)" }
        return try await site.transport.send(request, limits: TransferLimits(deadline: .seconds(30)))
    }
}
