// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCurlTransport
import LoginHTTP
import Programs
import Testing

@Suite("social-login emulate", .timeLimit(.minutes(5)))
struct EmulateTests {
    @Test("says in one line of JSON where it is, and answers there for the providers' hosts")
    func starts() async throws {
        let program = try Command.start(["emulate", "--port", "0", "--json"])

        let line = try JSONValue(parsing: #require(await program.output.next()))
        let address = try #require(line["emulator"]?.string)
        let request = try #require(HTTPRequest(.get, "\(address)/kauth.kakao.com/.well-known/jwks.json"))
        let answer = try await CurlTransport(policy: .loopbackHTTPAllowed).send(request, limits: TransferLimits())
        program.signal(SIGTERM)

        #expect(answer.status == 200)
        #expect(line["people"]?.array?.isEmpty == false)
        #expect(await program.ending() == .exit(0))
    }

    @Test("takes people and apps from a file that people can write")
    func seed() async throws {
        let folder = try TemporaryFolder()
        let seed = try folder.file("seed.json5", "{ people: [ { id: 7, nickname: '칠', }, ], // one\n }")

        let program = try Command.start(["emulate", "--port=0", "--seed", seed, "--json"])

        let line = try JSONValue(parsing: #require(await program.output.next()))
        #expect(line["people"]?.array?.map { $0["nickname"] } == ["칠"])
    }

    @Test("says where a seed is wrong")
    func wrongSeed() async throws {
        let folder = try TemporaryFolder()
        let syntax = try folder.file("syntax.json", "{\n  people: [\n    { id: 1, id: 2 }\n  ]\n}")
        let place = try folder.file("place.json", #"{"people": [ { "id": 1, "nickname": "일", "emial": "x" } ]}"#)

        let ended = try await [syntax, place, "\(folder.path)/none"].asyncMap {
            try await Command.run(["emulate", "--port", "0", "--seed", $0])
        }

        #expect(ended.map(\.status) == [1, 1, 1])
        #expect(ended[0].complaints.contains("line 3, column 14: this name is used twice."))
        #expect(ended[1].complaints.contains("emial"))
        #expect(ended[2].complaints.contains("it does not exist"))
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
