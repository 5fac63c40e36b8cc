// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginProviders
import Testing

@testable import LoginCrypto
@testable import LoginServer
@testable import LoginStore

/// S52: one master key takes the place of another, and nothing that was sealed is lost on the way.
struct MasterKeyRotationTests {
    private static let one = MasterKey(random: SeededRandomSource(seed: 1))
    private static let two = MasterKey(random: SeededRandomSource(seed: 2))
    private static let three = MasterKey(random: SeededRandomSource(seed: 3))
    private static let identity = IdentityKey(provider: .kakao, scope: "1000001", subject: "1001")
    private static let pair = keys([1: one, 2: two])

    private let clock = ManualWallClock(at: Date(timeIntervalSince1970: 1_800_000_000))
    private let random = SystemRandomSource()
    private let store: LoginStore

    init() async throws {
        store = LoginStore(database: try await SQLiteDatabase.open(path: ":memory:"))
        try await store.migrate()
    }

    private static func keys(_ numbered: [UInt32: MasterKey]) -> MasterKeys {
        guard let keys = MasterKeys(numbered: numbered) else { preconditionFailure("the keys of a test are good") }
        return keys
    }

    private var environment: ServerEnvironment {
        ServerEnvironment(clock: clock, random: random, log: .silent, timer: ContinuousClock())
    }

    /// What a server with these keys has once it has started.
    private func ring(_ keys: MasterKeys) async throws -> KeyRing {
        let ring = KeyRing(keys)
        try await ring.join(store, environment)
        return ring
    }

    private func sealer(_ ring: KeyRing) -> Sealer {
        Sealer(key: SealingKeys(ring: ring) { $0.sealing }, random: random)
    }

    private func rotation(_ keys: MasterKeys) async throws -> MasterKeyRotation {
        try await MasterKeyRotation(of: store, masterKeys: keys, environment: environment)
    }

    private static func note(_ number: Int) -> NoteKey { NoteKey(.toldName, hash: String("00\(number)".suffix(3))) }

    /// Notes, tokens of an account with a session, and a signing key, all sealed by the newest key in use.
    private func fill(notes: Int, _ ring: KeyRing) async throws {
        let sealer = sealer(ring)
        for number in 0..<notes {
            let note = Self.note(number)
            try await store.keep(
                note, sealed: sealer.seal(note: Array("\(number)".utf8), note), until: clock.now + 86_400)
        }
        let tokens = TokenSet(accessToken: Secret("provider-access-token"), expiresAt: nil)
        let end = clock.now + 30 * 86_400
        let session = NewSession(
            id: "session", clientID: "app", kind: .token,
            device: DeviceRecord(sealedPushToken: sealer.seal(pushToken: Secret("push"))), idleEndsAt: end, endsAt: end)
        _ = try await store.signIn(
            SignIn(
                attempt: AttemptMark(idHash: "attempt", credentialHash: [], expiresAt: end),
                identity: VerifiedSignIn(
                    key: Self.identity, providerClientID: "c", sealedTokens: sealer.seal(tokens, of: Self.identity)),
                session: session,
                ticket: NewTicket(
                    id: "ticket",
                    sealedIdentity: sealer.seal(
                        SignUpSuggestion(nickname: nil, email: nil, picture: nil, missingConsents: []), tokens: tokens,
                        ticket: "ticket"),
                    expiresAt: end), spent: [], at: clock.now, requestID: nil))
        _ = try await store.signUp(
            SignUp(
                ticketID: "ticket", attemptHash: "attempt",
                account: NewAccount(
                    id: "account", nickname: "김서연", email: nil, picture: nil, termsVersion: "1",
                    acceptsMarketing: false),
                sealedTokens: sealer.seal(tokens, of: Self.identity), session: session, at: clock.now, requestID: nil))
        _ = try await SigningKeyRotation(
            store: store, sealing: SealingKeys(ring: ring) { $0.sealing }, life: 86_400, environment: environment
        ).first()
    }

    /// Whether all that `fill` wrote opens with these keys.
    private func everythingOpens(notes: Int, with ring: KeyRing) async throws -> Bool {
        let sealer = sealer(ring)
        for number in 0..<notes {
            let note = Self.note(number)
            guard let sealed = try await store.note(note, at: clock.now),
                sealer.note(sealed, note) == Array("\(number)".utf8)
            else { return false }
        }
        let identity = try #require(try await store.identities(of: "account").first)
        let ticket = try #require(try await store.ticket("ticket"))
        let keys = try await store.signingKeys(at: clock.now)
        return identity.sealedTokens.flatMap { sealer.tokens($0, of: Self.identity) }?.accessToken
            == Secret("provider-access-token")
            && sealer.ticket(ticket.sealedIdentity, id: "ticket") != nil
            && keys.allSatisfy {
                (try? SigningKeyRotation.key(of: $0, sealing: SealingKeys(ring: ring) { $0.sealing })) != nil
            }
    }

    /// Notes, tokens, ticket with its device, session's device, signing key.
    private static let valuesBesideNotes = 5

    @Test func `S52: the newest key in use seals, and what older ones sealed still opens`() async throws {
        try await fill(notes: 3, ring(MasterKeys(Self.one)))

        let waiting = try await ring(Self.pair)
        let beforehand = waiting.current.number
        let changed = try await rotation(Self.pair).rotate()
        let again = try await rotation(Self.pair).rotate()
        try await waiting.join(store, environment)

        #expect(beforehand == 1, "a key that the database was not told of waits")
        #expect(changed && !again)
        #expect(waiting.current.number == 2, "a running server follows at its next look")
        #expect(SealingKey.number(of: sealer(waiting).seal(note: [], Self.note(9))) == 2)
        #expect(try await everythingOpens(notes: 3, with: waiting))
    }

    @Test func `S52: resealing leaves nothing to the old key, wherever it lies`() async throws {
        try await fill(notes: 5, ring(MasterKeys(Self.one)))
        let rotation = try await rotation(Self.pair)
        _ = try await rotation.rotate()
        let before = try await rotation.keys()

        let done = try await rotation.reseal(batch: 2)

        #expect(before.map(\.values) == [Int64(5 + Self.valuesBesideNotes), 0])
        #expect(done.resealed == 5 + Self.valuesBesideNotes && done.unreadable == 0 && done.total == done.resealed)
        #expect(try await rotation.keys().map(\.values) == [0, Int64(5 + Self.valuesBesideNotes)])
        let places = Set(try await store.sealedCounts(form: SealingKey.form).map(\.place))
        #expect(places == Set(SealedPlace.allCases).subtracting([.unlinks]))
        clock.advance(by: 31 * 86_400)
        _ = try await rotation.retire(1, atOnce: false)
        clock.advance(by: -31 * 86_400)
        #expect(try await everythingOpens(notes: 5, with: ring(Self.keys([2: Self.two]))))
    }

    @Test func `S52: the tokens of an unlink that waits are resealed for the person that they belong to`() async throws
    {
        try await fill(notes: 0, ring(MasterKeys(Self.one)))
        _ = try await store.withdraw(
            Withdrawal(accountID: "account", id: "withdrawal", at: clock.now, requestID: nil))
        let rotation = try await rotation(Self.pair)
        _ = try await rotation.rotate()

        let done = try await rotation.reseal()
        _ = try await rotation.retire(1, atOnce: true)

        let entry = try #require(try await store.outbox(limit: 2).first)
        let tokens = entry.sealedTokens.flatMap { sealed in
            sealer(KeyRing(Self.keys([2: Self.two]))).tokens(sealed, of: Self.identity)
        }
        #expect(done.unreadable == 0)
        #expect(tokens?.accessToken == Secret("provider-access-token"))
    }

    @Test func `S52: what was resealed when a crash came stays, and the next run does the rest`() async throws {
        try await fill(notes: 9, ring(MasterKeys(Self.one)))
        let rotation = try await rotation(Self.pair)
        _ = try await rotation.rotate()
        struct Crash: Error {}
        var seen: [Int] = []

        await #expect(throws: Crash.self) {
            _ = try await rotation.reseal(batch: 2) { progress in
                seen.append(progress.resealed)
                if progress.resealed >= 6 { throw Crash() }
            }
        }
        let half = try await rotation.keys().map(\.values)
        let openedHalfWay = try await everythingOpens(notes: 9, with: ring(Self.pair))
        let rest = try await self.rotation(Self.pair).reseal(batch: 2)

        let all = 9 + Self.valuesBesideNotes
        #expect(seen.last == 6 || seen.last == 7)
        let done = try #require(seen.last)
        #expect(half == [Int64(all - done), Int64(done)])
        #expect(openedHalfWay)
        #expect(rest.resealed == all - done)
        #expect(try await rotation.keys().map(\.values) == [0, Int64(all)])
        #expect(try await everythingOpens(notes: 9, with: ring(Self.pair)))
    }

    @Test func `S52: a value in another row, or under another number, is not resealed and does not open`() async throws
    {
        let first = try await ring(MasterKeys(Self.one))
        try await fill(notes: 3, first)
        let moved = try #require(try await store.note(Self.note(0), at: clock.now))
        try await store.keep(Self.note(1), sealed: moved, until: clock.now + 86_400)
        let honest = try #require(try await store.note(Self.note(2), at: clock.now))
        let renumbered = PurposeKeys(Self.two, number: 2).sealing.head + honest.dropFirst(SealingKey.headLength)
        try await store.keep(Self.note(2), sealed: renumbered, until: clock.now + 86_400)
        let rotation = try await rotation(Self.pair)
        _ = try await rotation.rotate()

        let done = try await rotation.reseal()

        let after = sealer(try await ring(Self.pair))
        #expect(
            done.unreadable == 1, "the moved one; the renumbered one passes for the newest key's, and opens for nobody")
        #expect(try await store.note(Self.note(1), at: clock.now) == moved)
        #expect(after.note(moved, Self.note(1)) == nil)
        #expect(after.note(renumbered, Self.note(2)) == nil)
    }

    @Test func `what the first release sealed is key 1's, and is resealed with the rest`() async throws {
        _ = try await ring(MasterKeys(Self.one))
        let bytes = hkdfSHA256(key: Self.one.bytes, info: "social-login sealing 1", length: 32)
        let context = Sealer.context(note: ["told_name", "000"])
        let nonce = random.bytes(12)
        let sealed =
            [1] + nonce
            + AESGCM.seal(Array("0".utf8), key: bytes, nonce: nonce, authenticating: [1] + Array(context.utf8))
        try await store.keep(Self.note(0), sealed: sealed, until: clock.now + 86_400)
        let rotation = try await rotation(Self.pair)
        _ = try await rotation.rotate()

        #expect(try await rotation.keys().map(\.values) == [1, 0])
        #expect(try await rotation.reseal().resealed == 1)
        let fresh = try #require(try await store.note(Self.note(0), at: clock.now))
        #expect(sealer(try await ring(Self.pair)).note(fresh, Self.note(0)) == Array("0".utf8))
    }

    @Test func `S52: a key that is gone is named, with its number and how many values need it`() async throws {
        try await fill(notes: 2, ring(MasterKeys(Self.one)))
        _ = try await rotation(Self.pair).rotate()

        let gone = await #expect(throws: LoginError.self) { try await ring(Self.keys([2: Self.two])) }
        let other = await #expect(throws: LoginError.self) { try await ring(Self.keys([1: Self.three, 2: Self.two])) }
        let noRotation = await #expect(throws: LoginError.self) {
            try await rotation(Self.keys([2: Self.two, 3: Self.three])).rotate()
        }

        #expect(gone?.code == .masterKeyMissing)
        let words = try #require(gone?.message.english)
        #expect(words.contains("Master key 1,") && words.contains("\(2 + Self.valuesBesideNotes)."))
        #expect(gone?.remedy.english.contains("--retire 1 --at-once") == true)
        #expect(gone?.message.korean.contains("마스터 키 1번") == true)
        #expect(other?.code == .masterKeyWrong)
        #expect(noRotation?.code == .masterKeyMissing)
        let states = try await rotation(Self.keys([2: Self.two])).keys()
        #expect(states.map(\.condition) == [.missing, .inUse])
    }

    @Test func `S52: an old key is not retired while a session needs it, and may be at once`() async throws {
        try await fill(notes: 1, ring(MasterKeys(Self.one)))
        let rotation = try await rotation(Self.pair)
        clock.advance(by: 60)
        _ = try await rotation.rotate()

        let needed = await #expect(throws: LoginError.self) { try await rotation.retire(1, atOnce: false) }
        let inUse = await #expect(throws: LoginError.self) { try await rotation.retire(2, atOnce: true) }
        let unknown = await #expect(throws: LoginError.self) { try await rotation.retire(9, atOnce: true) }
        let sessions = try await rotation.keys().map(\.sessions)
        let loss = try await rotation.retire(1, atOnce: true)

        #expect(needed?.code == .masterKeyNeeded)
        #expect(needed?.message.english.contains("0 sealed values and 1 sessions") == true, "they were resealed first")
        #expect(inUse?.code == .masterKeyInUse)
        #expect(unknown?.code == .masterKeyUnknown)
        #expect(sessions == [1, 0])
        #expect(loss == MasterKeyLoss(values: 0, sessions: 1))
        #expect(try await rotation.keys().map(\.condition) == [.retired, .inUse])
        #expect(try await rotation.retire(1, atOnce: false) == MasterKeyLoss(values: 0, sessions: 0))
    }

    @Test func `a session that was used after the change needs the old key no more`() async throws {
        try await fill(notes: 1, ring(MasterKeys(Self.one)))
        let rotation = try await rotation(Self.pair)
        _ = try await rotation.rotate()
        clock.advance(by: 600)

        _ = try await store.touchSession("session", idleLife: 86_400, at: clock.now)

        #expect(try await rotation.keys().map(\.sessions) == [0, 1])
        #expect(try await rotation.retire(1, atOnce: false) == MasterKeyLoss(values: 0, sessions: 0))
    }

    @Test func `S52: tokens of an old key are taken until it is retired, and new ones are the newest key's`()
        async throws
    {
        let first = try await ring(MasterKeys(Self.one))
        let id = Base64URL.encode(random.bytes(16))
        let old = try #require(NumberedToken.refreshToken(first).text(id: id, counter: 4))
        let proof = FormProof(key: MACKeys(ring: first) { $0.form }).value(for: old)
        let attempt = try #require(AttemptID(id))
        let nonce = SignInNonces(key: MACKeys(ring: first) { $0.nonce }, life: 600)
            .issue(for: attempt, at: clock.now, random: random)
        let rotation = try await rotation(Self.pair)
        _ = try await rotation.rotate()
        let both = try await ring(Self.pair)

        let fresh = try #require(NumberedToken.refreshToken(both).text(id: id, counter: 4))
        let taken = NumberedToken.refreshToken(both).read(old)?.counter
        let forms = FormProof(key: MACKeys(ring: both) { $0.form })
        let nonces = SignInNonces(key: MACKeys(ring: both) { $0.nonce }, life: 600)

        #expect(fresh != old && taken == 4)
        #expect(forms.accepts(proof, for: old) && forms.accepts(proof, for: fresh))
        #expect(forms.value(for: fresh) != proof, "new forms are the newest key's")
        #expect(!forms.accepts(proof, for: Secret("slr1.\(Base64URL.encode(random.bytes(40)))")))
        #expect(nonces.accepts(nonce, for: attempt, at: clock.now))
        #expect(both.attemptKey == first.attemptKey, "a repeat finds its first over a rotation")

        _ = try await rotation.retire(1, atOnce: true)
        try await both.join(store, environment)
        #expect(NumberedToken.refreshToken(both).read(old) == nil, "though the key still stands in the file")
        #expect(NumberedToken.refreshToken(both).read(fresh)?.counter == 4)
        #expect(both.attemptKey != first.attemptKey)
    }

    @Test func `S52: a lost key is given up: others sign, accounts stay, and the server starts`() async throws {
        try await fill(notes: 2, ring(MasterKeys(Self.one)))
        let signer = try await store.signingKeys(at: clock.now).map(\.keyID)
        let after = Self.keys([2: Self.two])
        let rotation = try await rotation(after)

        let refused = await #expect(throws: LoginError.self) { try await rotation.retire(1, atOnce: false) }
        let loss = try await rotation.retire(1, atOnce: true)

        #expect(refused?.code == .masterKeyInUse)
        #expect(loss == MasterKeyLoss(values: Int64(2 + Self.valuesBesideNotes), sessions: 1))
        let ring = try await ring(after)
        #expect(ring.current.number == 2)
        let keys = try await ServerSigningKeys(
            store: store, sealing: SealingKeys(ring: ring) { $0.sealing }, life: 86_400, environment: environment)
        #expect(!signer.contains(keys.current.keyID))
        #expect(try await store.account("account") != nil)
        #expect(try await store.identities(of: "account").count == 1)
    }

    @Test func `a key given under a number whose key was another is given up like a lost one`() async throws {
        try await fill(notes: 1, ring(MasterKeys(Self.one)))
        let rotation = try await rotation(Self.keys([1: Self.three, 2: Self.two]))

        let states = try await rotation.keys().map(\.condition)
        _ = try await rotation.retire(1, atOnce: true)

        #expect(states == [.missing, .waiting])
        #expect(try await ring(Self.keys([2: Self.two])).current.number == 2)
    }

    @Test func `of servers that start together on a new database each takes the same key`() async throws {
        async let first = ring(Self.keys([2: Self.two]))
        async let second = ring(Self.keys([2: Self.two]))

        #expect(try await [first, second].map(\.current.number) == [2, 2])
        #expect(try await store.masterKeys().map(\.number) == [2])
    }
}
