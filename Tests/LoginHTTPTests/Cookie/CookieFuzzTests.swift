// SPDX-License-Identifier: Apache-2.0

import LoginHTTP
import Testing

@Suite("S59: cookies that nobody meant")
struct CookieFuzzTests {
    private func request(_ field: String) -> HTTPRequest {
        HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/", headers: ["Cookie": field])
    }

    @Test("what was set is read back, and damage never traps", arguments: 1...8)
    func roundTripAndDamage(seed: UInt64) {
        var dice = Dice(seed: seed)
        let alphabet = Array("abc019-._~=".utf8)
        for _ in 0..<rounds(500) {
            let value = String(
                decoding: (0..<dice.below(20)).map { _ in alphabet[dice.below(alphabet.count)] }, as: UTF8.self)
            let set = SetCookie(name: "session", value: value, maxAge: nil, isSecure: false).fieldValue
            var bytes = Array("x=1; \(set.prefix { $0 != ";" }); y=2".utf8)

            #expect(Cookies(request(String(decoding: bytes, as: UTF8.self)))["session"] == value)

            for _ in 0..<(1 + dice.below(5)) { dice.damage(&bytes) }
            let damaged = Cookies(request(String(decoding: bytes, as: UTF8.self)))
            #expect(damaged.names.allSatisfy { !$0.isEmpty && !$0.contains("=") && !$0.contains(";") })
        }
    }
}
