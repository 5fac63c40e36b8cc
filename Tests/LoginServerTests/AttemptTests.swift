// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import Testing

@testable import LoginServer

/// What marks an attempt, and what happens to a repeat while the first is under way.
struct AttemptTests {
    private static let key = [UInt8](repeating: 3, count: 32)

    private static func attempt(_ letter: Character = "a") throws -> AttemptID {
        try #require(AttemptID(String(repeating: letter, count: 22)))
    }

    private static func mark(
        _ credential: SignInCredential, _ provider: String = "kakao", client: String = "social-login"
    ) throws -> AttemptKey {
        AttemptKey(
            try attempt(), provider: ProviderID(rawValue: provider), credential: credential, client: client, key: key)
    }

    @Test func `the same attempt and credential have the same key`() throws {
        let one = try Self.mark(.accessToken(Secret("t")))
        let two = try Self.mark(.accessToken(Secret("t")))

        #expect(one == two)
    }

    @Test(arguments: [
        SignInCredential.accessToken(Secret("other")), .idToken(Secret("t"), nonce: nil),
        .code(Secret("t"), redirectURI: nil, verifier: nil, nonce: nil),
        .code(Secret("t"), redirectURI: "u", verifier: nil, nonce: nil),
        .code(Secret("t"), redirectURI: nil, verifier: Secret("u"), nonce: nil),
        .code(Secret("t"), redirectURI: nil, verifier: nil, nonce: nil, state: Secret("u")),
    ])
    func `another credential has another key`(other: SignInCredential) throws {
        let one = try Self.mark(.accessToken(Secret("t")))
        let two = try Self.mark(other)

        #expect(one.idHash == two.idHash)
        #expect(one.credentialHash != two.credentialHash)
    }

    @Test func `another provider has another key`() throws {
        let one = try Self.mark(.accessToken(Secret("t")))
        let two = try Self.mark(.accessToken(Secret("t")), "naver")

        #expect(one.credentialHash != two.credentialHash)
    }

    @Test func `another client has another key`() throws {
        let one = try Self.mark(.accessToken(Secret("t")))
        let two = try Self.mark(.accessToken(Secret("t")), client: "shop")

        #expect(one.credentialHash != two.credentialHash)
    }

    @Test func `a repeat during the first waits for it and gets its answer`() async throws {
        let underWay = AttemptsUnderWay<Int>()
        let mark = try Self.mark(.accessToken(Secret("t")))
        let (gate, open) = AsyncStream<Void>.makeStream()
        let runs = Locked(0)
        let work: @Sendable () async -> Result<Int, Problem> = {
            runs.withLock { $0 += 1 }
            for await _ in gate { break }
            return .success(42)
        }

        async let first = underWay.answer(to: mark, by: work)
        async let second = underWay.answer(to: mark, by: work)
        while runs.value == 0 { await Task.yield() }
        open.yield()
        open.finish()

        let answers = try await [first, second]
        #expect(answers == [42, 42])
        #expect(runs.value == 1)
    }

    @Test func `another credential during the first is a conflict`() async throws {
        let underWay = AttemptsUnderWay<Int>()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let runs = Locked(0)
        let (mark, other) = (
            try Self.mark(.accessToken(Secret("t"))), try Self.mark(.accessToken(Secret("other")))
        )
        async let first = underWay.answer(to: mark) {
            runs.withLock { $0 += 1 }
            for await _ in gate { break }
            return .success(1)
        }
        while runs.value == 0 { await Task.yield() }

        await #expect(throws: Problem(.attemptConflict)) {
            try await underWay.answer(to: other) { .success(2) }
        }

        open.finish()
        let answer = try await first
        #expect(answer == 1)
    }

    @Test func `a failed attempt may be made again`() async throws {
        let underWay = AttemptsUnderWay<Int>()
        let mark = try Self.mark(.accessToken(Secret("t")))

        await #expect(throws: Problem(.providerUnavailable)) {
            try await underWay.answer(to: mark) { .failure(Problem(.providerUnavailable)) }
        }

        let second = try await underWay.answer(to: mark) { .success(7) }
        #expect(second == 7)
    }

    @Test(arguments: [
        String(repeating: "a", count: 21), String(repeating: "a", count: 65), String(repeating: "가", count: 22),
        String(repeating: "a", count: 21) + "=", "",
    ])
    func `an attempt id that is short, long or of other letters is none`(text: String) {
        #expect(AttemptID(text) == nil)
    }
}
