// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
public import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Lets one master key take the place of another on a database, while its servers run.
///
/// A new key is given to every server first. Then `rotate()` says in the database that it is in use, and servers change to
/// it within a minute; `reseal` puts what older keys sealed under the new one; `retire` ends an older key.
public struct MasterKeyRotation: Sendable {
    private let store: LoginStore
    private let ring: KeyRing
    private let environment: ServerEnvironment

    /// How long servers may take to change to a new key, in seconds: they look each minute.
    static let pickUp: TimeInterval = 120

    /// Looks at a database, whose tables are made or brought up to date.
    ///
    /// - Parameters:
    ///   - store: the database.
    ///   - masterKeys: the keys as its servers have them, or will.
    ///   - environment: gives time and randomness.
    /// - Throws: the database's own errors. Keys that are missing are no error here.
    public init(of store: LoginStore, masterKeys: MasterKeys, environment: ServerEnvironment) async throws {
        self.store = store
        self.environment = environment
        ring = KeyRing(masterKeys)
        try await store.migrate()
        _ = try await records()
    }

    /// The keys that the database knows and those that were given, the oldest first, with what needs each.
    public func keys() async throws -> [MasterKeyState] {
        let records = try await records()
        let values = try await store.sealedValues()
        let newest = records.last { $0.retiredAt == nil }?.number
        var states: [MasterKeyState] = []
        for record in records {
            let isHere = ring.proves(record)
            let sessions = record.retiredAt == nil ? try await sessions(of: record, among: records) : 0
            let condition: MasterKeyState.Condition =
                if record.retiredAt != nil {
                    .retired
                } else if !isHere { .missing } else { record.number == newest ? .inUse : .old }
            states.append(
                MasterKeyState(
                    number: record.number, condition: condition, usedFrom: record.usedFrom,
                    values: values[record.number] ?? 0, sessions: sessions))
        }
        let known = Set(records.map(\.number))
        for number in ring.givenNumbers where !known.contains(number) {
            states.append(
                MasterKeyState(number: number, condition: .waiting, usedFrom: nil, values: 0, sessions: 0))
        }
        return states.sorted { $0.number < $1.number }
    }

    /// Takes the newest key that was given into use; false where it is already.
    ///
    /// - Throws: `master_key_missing` or `master_key_wrong` while a key that is still needed is not there.
    public func rotate() async throws -> Bool {
        let records = try await records()
        try await ring.demandAll(of: records, in: store)
        return try await takeNewestIntoUse(records)
    }

    /// Puts everything that older keys sealed under the one in use, a batch a transaction. What was done stays done,
    /// whatever ends it, and calling it again goes on.
    ///
    /// Values that servers seal with an older key meanwhile are left to the next call.
    ///
    /// - Parameters:
    ///   - batch: how many values one transaction takes, so that a sign-in never waits long.
    ///   - progress: told after each batch; throwing ends it.
    /// - Returns: how much was done.
    public func reseal(
        batch: Int = 200, _ progress: (MasterKeyProgress) async throws -> Void = { _ in }
    ) async throws -> MasterKeyProgress {
        _ = try await records()
        let newest = ring.current.number
        var soFar = MasterKeyProgress()
        soFar.total = Int(try await store.sealedValues().filter { $0.key != newest }.values.reduce(0, +))
        for place in SealedPlace.allCases {
            var last: SealedValue?
            while true {
                let head = ring.current.sealing.head
                let values = try await store.staleValues(in: place, head: head, after: last, limit: batch)
                guard let end = values.last else { break }
                let fresh = values.compactMap { value in
                    resealed(value).map { (value: value, fresh: $0) }
                }
                soFar.resealed += try await store.replace(fresh)
                soFar.unreadable += values.count - fresh.count
                last = end
                try await progress(soFar)
            }
        }
        return soFar
    }

    /// Ends an older key: from then on it opens nothing and nothing that it made is taken.
    ///
    /// What it sealed is put under the key in use before, if the key is there.
    ///
    /// - Parameters:
    ///   - number: which key.
    ///   - atOnce: whether it ends although something needs it, since it has leaked or is lost: sessions that made no use
    ///     of a newer key end, and values that nobody can open stay shut.
    /// - Throws: `master_key_unknown`; `master_key_in_use` for the newest; `master_key_needed` while something needs it.
    public func retire(_ number: UInt32, atOnce: Bool) async throws -> MasterKeyLoss {
        var records = try await records()
        guard let record = records.first(where: { $0.number == number }) else {
            throw LoginError.masterKeyUnknown(number)
        }
        guard record.retiredAt == nil else { return MasterKeyLoss(values: 0, sessions: 0) }
        // A lost key must not keep its successor out.
        if atOnce, !ring.proves(record), try await takeNewestIntoUse(records) { records = try await self.records() }
        guard let next = records.first(where: { $0.number > number && $0.retiredAt == nil }) else {
            throw LoginError.masterKeyInUse(number)
        }
        _ = try await reseal()
        let now = environment.clock.now
        let use = try await store.retireMasterKey(
            number, form: SealingKey.form, usedBefore: next.usedFrom.addingTimeInterval(Self.pickUp),
            losing: atOnce ? MasterKeyUse(values: .max, sessions: .max) : MasterKeyUse(), at: now,
            number: SealingKey.number)
        guard atOnce || use.isNone else { throw LoginError.masterKeyNeeded(number, use) }
        _ = try await self.records()
        try await replaceLostSigningKeys()
        return MasterKeyLoss(values: use.values, sessions: use.sessions)
    }

    /// What the database knows; the ring follows it.
    private func records() async throws -> [MasterKeyRecord] {
        let records = try await store.masterKeys()
        ring.follow(records, foreign: foreign(records))
        return records
    }

    private func foreign(_ records: [MasterKeyRecord]) -> Set<UInt32> {
        Set(records.filter { ring.given($0.number) != nil && !ring.proves($0) }.map(\.number))
    }

    private func takeNewestIntoUse(_ records: [MasterKeyRecord]) async throws -> Bool {
        guard let newest = ring.given(ring.newestGiven), records.allSatisfy({ $0.number < newest.number }) else {
            return false
        }
        ring.follow(
            try await store.addMasterKey(
                MasterKeyRecord(
                    number: newest.number, proof: KeyRing.proof(of: newest, random: environment.random),
                    usedFrom: environment.clock.now)),
            foreign: foreign(records))
        environment.log.write(.info, "master_key.in_use", ["number": Int64(newest.number)])
        return true
    }

    /// The sessions that may hold nothing of a newer key, without those that need an older one anyway.
    private func sessions(of record: MasterKeyRecord, among records: [MasterKeyRecord]) async throws -> Int64 {
        let now = environment.clock.now
        func unused(before other: MasterKeyRecord?) async throws -> Int64 {
            let moment = other.map { $0.usedFrom.addingTimeInterval(Self.pickUp) } ?? .distantFuture
            return try await store.sessionsUnused(since: moment, at: now)
        }
        let next = records.first { $0.number > record.number && $0.retiredAt == nil }
        guard records.contains(where: { $0.number < record.number && $0.retiredAt == nil }) else {
            return try await unused(before: next)
        }
        return try await unused(before: next) - unused(before: record)
    }

    private func resealed(_ value: SealedValue) -> [UInt8]? {
        let keys = SealingKeys(ring: ring) { $0.sealing }
        return keys.open(value.sealed, context: value.context).map {
            keys.seal($0, context: value.context, random: environment.random)
        }
    }

    /// A signing key that nobody can open any more stops every server, so others take their place.
    private func replaceLostSigningKeys() async throws {
        let sealing = SealingKeys(ring: ring) { $0.sealing }
        let lost = try await store.signingKeys(at: environment.clock.now).contains { record in
            sealing.open(record.sealedPrivateKey, context: SigningKeyRotation.context(record.keyID)) == nil
        }
        guard lost else { return }
        _ = try await SigningKeyRotation(store: store, sealing: sealing, life: 0, environment: environment).replaceAll()
        try await store.record(
            AuditEvent(
                .signingKeysReplaced, accountID: nil, sessionID: nil, provider: nil, at: environment.clock.now, nil))
    }
}

extension SealedValue {
    /// What binds the value to its place, as whoever sealed it said.
    var context: String {
        switch place {
        case .tokens: Sealer.context(tokensOf: texts)
        case .unlinks: Sealer.context(tokensOf: Array(texts.dropFirst()))
        case .tickets: Sealer.context(ticket: texts[0])
        case .ticketDevices, .devices: Sealer.pushTokenContext
        case .signingKeys: SigningKeyRotation.context(texts[0])
        case .notes: Sealer.context(note: texts)
        }
    }
}
