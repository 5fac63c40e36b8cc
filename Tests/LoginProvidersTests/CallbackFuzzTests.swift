// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import LoginProviders
import Testing

/// Callbacks as nobody would write them: whatever comes, only our own state leads to anything.
@Suite("Callbacks at random")
struct CallbackFuzzTests {
    private static let names = [
        "code", "state", "error", "error_description", "iss", "scope", "", "code%20", "st%61te",
    ]
    private static let values = [
        "S1", "S1%00", "s1", "C1", "access_denied", "https://kauth.kakao.com", "%", "%zz", "%ff", "+", "", "가", "a=b",
        "#_=_",
    ]
    private static let rounds =
        ProcessInfo.processInfo.environment["SOCIAL_LOGIN_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 5_000

    @Test("S59: a code is taken from a callback with exactly our state and one code; nothing traps", arguments: 1...4)
    func random(seed: UInt64) throws {
        let provider = try Kakao().provider
        let pending = PendingCallback(
            provider: .kakao, redirectURI: "https://login.example/cb", state: Secret("S1"))
        let random = SeededRandomSource(seed: seed)
        var request = try #require(HTTPRequest(.get, "https://login.example/cb"))
        var taken = 0
        for _ in 0..<Self.rounds {
            let bytes = random.bytes(10)
            let fields = (0..<Int(bytes[0] % 5)).map { place in
                let name = Self.names[Int(bytes[1 + 2 * place]) % Self.names.count]
                return "\(name)=\(Self.values[Int(bytes[2 + 2 * place]) % Self.values.count])"
            }
            request.query = fields.joined(separator: "&")

            guard case .code(let code) = provider.readCallback(request, for: pending) else { continue }
            taken += 1
            let states = fields.filter { $0.hasPrefix("state=") || $0.hasPrefix("st%61te=") }
            let codes = fields.filter { $0.hasPrefix("code=") }
            #expect(states.count == 1 && states[0].hasSuffix("=S1"), "\(request.query ?? "")")
            #expect(codes.count == 1 && !code.code.exposed.isEmpty, "\(request.query ?? "")")
        }
        #expect(taken > 0, "a fuzz run that never gets through shows nothing")
    }
}
