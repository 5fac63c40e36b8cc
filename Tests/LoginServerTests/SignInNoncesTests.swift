// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import Testing

@testable import LoginServer

/// S8: nonces are ours, for one attempt, for ten minutes.
struct SignInNoncesTests {
    private static func key(_ seed: UInt64) -> MACKeys {
        MACKeys(ring: KeyRing(MasterKeys(MasterKey(random: SeededRandomSource(seed: seed))))) { $0.nonce }
    }

    private let nonces = SignInNonces(key: Self.key(1), life: 600)
    private let random = SeededRandomSource(seed: 5)
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func attempt(_ letter: Character) throws -> AttemptID {
        try #require(AttemptID(String(repeating: letter, count: 22)))
    }

    @Test(arguments: [(0.0, true), (600, true), (601, false), (-60, true), (-61, false), (86_400, false)])
    func `S8: a nonce is good for its life and no longer`(age: TimeInterval, isGood: Bool) throws {
        let attempt = try attempt("a")

        let nonce = nonces.issue(for: attempt, at: start, random: random)

        #expect(nonces.accepts(nonce, for: attempt, at: start.addingTimeInterval(age)) == isGood)
    }

    @Test func `S8: a nonce of another attempt is refused`() throws {
        let nonce = nonces.issue(for: try attempt("a"), at: start, random: random)

        #expect(!nonces.accepts(nonce, for: try attempt("b"), at: start))
    }

    @Test func `a nonce under another key is refused`() throws {
        let attempt = try attempt("a")
        let others = SignInNonces(key: Self.key(2), life: 600)

        #expect(!nonces.accepts(others.issue(for: attempt, at: start, random: random), for: attempt, at: start))
    }

    @Test func `two nonces of one attempt differ`() throws {
        let attempt = try attempt("a")

        #expect(
            nonces.issue(for: attempt, at: start, random: random)
                != nonces.issue(for: attempt, at: start, random: random))
    }

    @Test(arguments: ["", "abc", String(repeating: "A", count: 54), String(repeating: "=", count: 54)])
    func `what is no nonce is none`(text: String) throws {
        #expect(!nonces.accepts(Secret(text), for: try attempt("a"), at: start))
    }
}
