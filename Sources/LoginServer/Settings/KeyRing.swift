// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginStore

/// The master keys that a server was given, and which of them its database says is in use.
///
/// Every server on a database looks again each minute, so all change to a new key by themselves; the new key must be
/// given to each of them before.
final class KeyRing: Sendable {
    private struct State: Sendable {
        /// What seals and signs now.
        let current: PurposeKeys
        /// What opens and is recognised, the current one first, then the newest.
        let all: [PurposeKeys]
        /// The oldest that the database still uses.
        let oldest: PurposeKeys
    }

    private let given: [UInt32: PurposeKeys]
    private let state: Locked<State>

    /// All keys, before a database has said which is in use: the newest is.
    init(_ keys: MasterKeys) {
        given = Dictionary(uniqueKeysWithValues: keys.keys.map { ($0, PurposeKeys($1, number: $0)) })
        guard let newest = given[keys.newest] else { preconditionFailure("There is at least one master key") }
        let others = given.values.filter { $0.number != newest.number }.sorted { $0.number > $1.number }
        state = Locked(State(current: newest, all: [newest] + others, oldest: newest))
    }

    /// What seals and signs now.
    var current: PurposeKeys { state.value.current }
    /// What opens and is recognised, the current one first.
    var all: [PurposeKeys] { state.value.all }

    /// The keys with a number; nil where they are not there or retired.
    func keys(_ number: UInt32) -> PurposeKeys? { all.first { $0.number == number } }

    /// What attempts are remembered by: the oldest key in use, so that a repeat finds its first over a rotation.
    var attemptKey: [UInt8] { state.value.oldest.attempt }

    /// The highest number that was given.
    var newestGiven: UInt32 { given.keys.max() ?? 1 }

    /// Every number that was given.
    var givenNumbers: [UInt32] { given.keys.sorted() }

    /// The keys of a number that was given, in use or not.
    func given(_ number: UInt32) -> PurposeKeys? { given[number] }

    /// Takes over which keys a database uses; a newest one that is not here changes nothing.
    ///
    /// - Parameter foreign: numbers under which another key was given than the database knows.
    func follow(_ records: [MasterKeyRecord], foreign: Set<UInt32> = []) {
        let retired = Set(records.filter { $0.retiredAt != nil }.map(\.number)).union(foreign)
        let usable = given.values.filter { !retired.contains($0.number) }.sorted { $0.number > $1.number }
        let live = records.filter { $0.retiredAt == nil && !foreign.contains($0.number) }.map(\.number)
        guard let newest = live.max(), let current = usable.first(where: { $0.number == newest }) else { return }
        let oldest = usable.last { live.contains($0.number) } ?? current
        state.withLock {
            $0 = State(
                current: current, all: [current] + usable.filter { $0.number != current.number }, oldest: oldest)
        }
    }
}

extension PurposeKeys {
    /// Which master key they come from.
    var number: UInt32 { sealing.number }
}

extension KeyRing {
    private static let proofContext = "master key proof"
    private static let proofText = Array("this key opens this database".utf8)

    /// What a database keeps to recognise a key.
    static func proof(of keys: PurposeKeys, random: any RandomSource) -> [UInt8] {
        keys.sealing.seal(proofText, context: proofContext, random: random)
    }

    /// Whether a key is the one that a database knows under its number.
    func proves(_ record: MasterKeyRecord) -> Bool {
        given(record.number)?.sealing.open(record.proof, context: Self.proofContext) == Self.proofText
    }

    /// Reads which keys a database uses, and notes the newest in one that knows none.
    func join(_ store: LoginStore, _ environment: ServerEnvironment) async throws {
        var records = try await store.masterKeys()
        if records.isEmpty, let newest = given(newestGiven) {
            records = try await store.setFirstMasterKey(
                MasterKeyRecord(
                    number: newest.number, proof: Self.proof(of: newest, random: environment.random),
                    usedFrom: environment.clock.now))
        }
        try await demandAll(of: records, in: store)
        follow(records)
    }

    /// Throws `master_key_missing` or `master_key_wrong` unless every key that a database uses is here.
    func demandAll(of records: [MasterKeyRecord], in store: LoginStore) async throws {
        for record in records where record.retiredAt == nil && !proves(record) {
            guard given(record.number) == nil else { throw LoginError.masterKeyWrong }
            let values = try await store.sealedValues(of: record.number)
            throw LoginError.masterKeyMissing(record.number, values: values)
        }
    }
}

extension LoginStore {
    /// How many values each key sealed.
    func sealedValues() async throws -> [UInt32: Int64] {
        try await sealedCounts(form: SealingKey.form).reduce(into: [:]) { counts, entry in
            guard let number = SealingKey.number(of: entry.head) else { return }
            counts[number, default: 0] += entry.count
        }
    }

    /// How many values a key sealed.
    func sealedValues(of number: UInt32) async throws -> Int64 {
        try await sealedValues()[number] ?? 0
    }
}

extension LoginError {
    static func masterKeyMissing(_ number: UInt32, values: Int64) -> LoginError {
        LoginError(
            .masterKeyMissing, advice: .fixSetup,
            message: BilingualText(
                ko: "이 데이터베이스가 쓰는 마스터 키 \(number)번이 없습니다. 그 키로 봉한 값이 \(values)개 있습니다.",
                en: "Master key \(number), which this database uses, is missing; values that it sealed: \(values)."),
            remedy: BilingualText(
                ko: "백업에서 \(number)번 키를 되돌려 적으세요. 영영 잃었다면 더 높은 번호로 새 키를 적고 "
                    + "social-login master-keys --retire \(number) --at-once로 포기하세요.",
                en:
                    "Bring key \(number) back from a backup. If it is lost for good, add a new key with a higher number and "
                    + "give the lost one up with social-login master-keys --retire \(number) --at-once."))
    }
}
