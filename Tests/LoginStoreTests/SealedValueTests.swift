// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Programs
import Testing

@testable import LoginStore

/// Master keys as the database knows them, and the values that each sealed.
@Suite struct SealedValueTests {
    private static func head(_ number: UInt8) -> [UInt8] { [2, 0, 0, 0, number] }

    /// The number of the key in a value's beginning; the rest is nobody's.
    private static let number: @Sendable ([UInt8]) -> UInt32? = { head in
        head.first == 1 ? 1 : head.count == 5 ? UInt32(head[4]) : nil
    }

    private static func key(_ number: UInt32, from moment: Date = start) -> MasterKeyRecord {
        MasterKeyRecord(number: number, proof: [UInt8(number)], usedFrom: moment)
    }

    /// A store with so many notes, whose hashes are numbers of three digits, all sealed by key 1.
    private func withNotes(
        _ count: Int, _ kind: StoreKind, _ body: (LoginStore) async throws -> Void
    ) async throws {
        try await kind.withStore { store in
            for number in 0..<count {
                let note = NoteKey(.toldName, hash: String("00\(number)".suffix(3)))
                try await store.keep(note, sealed: Self.head(1) + [UInt8(number)], until: start + day)
            }
            try await body(store)
        }
    }

    @Test("Every value lies in a place that is counted and found", arguments: StoreKind.allCases)
    func places(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let device = DeviceRecord(sealedPushToken: Self.head(1) + [8])
            try await store.signedUp("leaving", as: .kakao("1"))
            _ = try await store.signIn(.sample("known", as: .kakao("1"), tokens: Self.head(1), device: device))
            _ = try await store.withdraw(
                Withdrawal(accountID: "leaving", id: "withdrawal", at: start, requestID: nil))
            try await store.signedUp("staying", as: .kakao("2"))
            _ = try await store.signIn(.sample("phone", as: .kakao("2"), tokens: Self.head(1), device: device))
            _ = try await store.signIn(.sample("new", as: .kakao("3"), device: device))
            try await store.keep(NoteKey(.toldName, hash: "h"), sealed: Self.head(1) + [9], until: start + day)
            _ = try await store.addSigningKey(
                SigningKeyRecord(
                    generation: 1, keyID: "kid", algorithm: "ES256", publicJWK: "{}", sealedPrivateKey: Self.head(1),
                    createdAt: start, usedFrom: start, usedUntil: start + day, publishedUntil: start + day))

            let counted = Set(try await store.sealedCounts(form: 2).filter { $0.head == Self.head(1) }.map(\.place))

            #expect(
                counted == Set(SealedPlace.allCases).subtracting([.tickets]), "a ticket of these samples names no key")
            for place in SealedPlace.allCases {
                let stale = try await store.staleValues(in: place, head: Self.head(2), after: nil, limit: 10)
                #expect(!stale.isEmpty, "\(place)")
                let replaced = try await store.replace(stale.map { ($0, Self.head(2)) })
                #expect(replaced == stale.count, "\(place)")
                #expect(try await store.staleValues(in: place, head: Self.head(2), after: nil, limit: 10).isEmpty)
            }
            #expect(Set(try await store.sealedCounts(form: 2).map(\.head)) == [Self.head(2)])
        }
    }

    @Test("No column that holds sealed values is left out")
    func columns() {
        let tables = Migration.all.map(\.text).joined()
        let declared = tables.matches(of: /(\w*sealed\w*) BYTEA/).map { String($0.output.1) }.sorted()

        let known = SealedPlace.allCases.compactMap { place in
            place.replace.text.firstMatch(of: /SET (\w+) =/).map { String($0.output.1) }
        }

        #expect(declared == known.sorted())
    }

    @Test("Batches go on behind the last value, in the order of keys", arguments: StoreKind.allCases)
    func batches(kind: StoreKind) async throws {
        try await withNotes(5, kind) { store in
            var hashes: [String] = []
            var last: SealedValue?
            while true {
                let batch = try await store.staleValues(in: .notes, head: Self.head(2), after: last, limit: 2)
                guard let end = batch.last else { break }
                hashes += batch.map { $0.texts[1] }
                last = end
            }

            #expect(hashes == ["000", "001", "002", "003", "004"])
            #expect(try await store.staleValues(in: .notes, head: Self.head(1), after: nil, limit: 9).isEmpty)
        }
    }

    @Test("A value that changed since it was read is left as it is", arguments: StoreKind.allCases)
    func changedMeanwhile(kind: StoreKind) async throws {
        try await withNotes(2, kind) { store in
            let read = try await store.staleValues(in: .notes, head: Self.head(2), after: nil, limit: 9)
            let first = NoteKey(.toldName, hash: "000")
            try await store.keep(first, sealed: Self.head(1) + [77], until: start + day)

            let replaced = try await store.replace(read.map { ($0, Self.head(2)) })

            #expect(replaced == 1)
            #expect(try await store.note(first, at: start) == Self.head(1) + [77])
        }
    }

    @Test("Values of the first release, which name no key, are counted together", arguments: StoreKind.allCases)
    func unnumbered(kind: StoreKind) async throws {
        try await kind.withStore { store in
            for number in 0..<3 {
                let note = NoteKey(.toldName, hash: "\(number)")
                try await store.keep(note, sealed: [1, UInt8(number), 5, 5, 5, 5], until: start + day)
            }

            let counts = try await store.sealedCounts(form: 2)

            #expect(counts == [SealedCount(place: .notes, head: [1], count: 3)])
            #expect(try await store.staleValues(in: .notes, head: Self.head(1), after: nil, limit: 9).count == 3)
        }
    }

    @Test("The first key of a database is set once, and a number is taken into use once", arguments: StoreKind.allCases)
    func numbers(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let first = try await store.setFirstMasterKey(Self.key(1))
            let other = try await store.setFirstMasterKey(Self.key(7))
            _ = try await store.addMasterKey(Self.key(2, from: start + 60))
            let again = try await store.addMasterKey(
                MasterKeyRecord(number: 2, proof: [99], usedFrom: start + 90))

            #expect(first == [Self.key(1)] && other == first)
            #expect(again == [Self.key(1), Self.key(2, from: start + 60)])
        }
    }

    @Test("A key is retired once nothing needs it, or when its loss is taken", arguments: StoreKind.allCases)
    func retirement(kind: StoreKind) async throws {
        try await withNotes(2, kind) { store in
            try await store.signedUp()
            _ = try await store.addMasterKey(Self.key(1))
            _ = try await store.addMasterKey(Self.key(2, from: start + 60))
            func retire(losing loss: MasterKeyUse) async throws -> MasterKeyUse {
                try await store.retireMasterKey(
                    1, form: 2, usedBefore: start + 60, losing: loss, at: start + 120, number: Self.number)
            }

            let needed = try await retire(losing: MasterKeyUse())
            let stands = try await store.masterKeys().map(\.retiredAt)
            let values = try await retire(losing: MasterKeyUse(values: 0, sessions: 1))
            let stillStands = try await store.masterKeys().map(\.retiredAt)
            let lost = try await retire(losing: MasterKeyUse(values: 2, sessions: 1))

            #expect(needed == MasterKeyUse(values: 2, sessions: 1) && values == needed && lost == needed)
            #expect(stands == [nil, nil] && stillStands == [nil, nil])
            #expect(try await store.masterKeys().map(\.retiredAt) == [start + 120, nil])
        }
    }

    @Test("The proof of the first release's one key becomes that of key 1", arguments: StoreKind.allCases)
    func migration(kind: StoreKind) async throws {
        try await kind.withDatabase { database in
            let store = LoginStore(database: database)
            try await store.migrate(Migration.all.filter { $0.version < 4 })
            try await database.write { database in
                _ = try database.query(
                    Statement("INSERT INTO settings (name, value) VALUES ($1, $2)"),
                    [.text("master key proof"), .bytes([1, 2, 3])])
            }

            try await store.migrate()

            let keys = try await store.masterKeys()
            #expect(keys.map(\.number) == [1] && keys.map(\.proof) == [[1, 2, 3]])
            #expect(try await store.count("settings") == 0)
        }
    }

    @Test("PostgreSQL finds, counts and replaces sealed values as SQLite does, and takes the old proof over")
    func postgreSQL() async throws {
        guard let programs = PostgreSQLCluster.installed() else {
            print("SKIPPED: PostgreSQL is not installed, so no value was sealed anew on it.")
            return
        }
        try await withTemporaryFolder { folder in
            try await PostgreSQLCluster.with(programs, in: folder) { cluster in
                let before = [Migration.versionTable] + Migration.all.filter { $0.version < 4 }.map(\.text)
                let proof = [
                    #"INSERT INTO settings VALUES ('master key proof', '\x0a0b');"#, Migration.masterKeys.text,
                ]
                let script =
                    ["\\pset format unaligned", "\\pset tuples_only on"] + before + proof + Self.rows
                    + ["SELECT 'key', number, proof, used_from FROM master_keys;"]
                    + ["PREPARE counts AS \(Statement.countSealed.text);", #"EXECUTE counts('\x02');"#]
                    + SealedPlace.allCases.flatMap(Self.steps)

                let ended = try await cluster.psql(script.joined(separator: "\n"))

                #expect(ended.ending == .exit(0), "\(ended.output)")
                let lines = Set(ended.output.split(separator: "\n").map(String.init))
                #expect(lines.contains(#"key|1|\x0a0b|0"#))
                for place in SealedPlace.allCases {
                    #expect(lines.contains(#"\#(place.rawValue)|\x0200000001|1"#), "\(place)")
                    // Found once, replaced once, and then neither.
                    let tail = #"|\x0200000001ff"#
                    let found = ended.output.split(separator: "\n").filter { $0.hasSuffix(tail) }
                    #expect(found.count == SealedPlace.allCases.count)
                    #expect(lines.contains("\(place.rawValue): 1 then 0"))
                }
            }
        }
    }

    /// A row of every table with a value of key 1 in each place.
    private static let rows = [
        "INSERT INTO accounts VALUES ('a', 0, 'n', NULL, 0, NULL, '1', 0, 0);",
        #"INSERT INTO identities VALUES ('kakao', 's', '1', 'a', 0, 0, 'c', '\x0200000001ff');"#,
        #"INSERT INTO outbox VALUES ('o', 'unlink', 'kakao', 's', '2', 'c', '\x0200000001ff', 0, 0, 0, NULL, NULL);"#,
        #"""
        INSERT INTO tickets VALUES
            ('t', 'kakao', 's', '3', 'c', '\x0200000001ff', NULL, NULL, '\x0200000001ff', 0, 0, NULL, NULL);
        """#,
        #"""
        INSERT INTO sessions VALUES
            ('s', 'a', 'c', 'token', 'kakao', NULL, NULL, '\x0200000001ff', 0, 0, 0, NULL, 0, 0, NULL, NULL);
        """#,
        #"INSERT INTO signing_keys VALUES (1, 'k', 'ES256', '{}', '\x0200000001ff', 0, 0, 0, 0);"#,
        #"INSERT INTO notes VALUES ('told_name', 'h', '\x0200000001ff', 0);"#,
    ]

    /// Finds the value of a place, replaces it, and tries both once more.
    private static func steps(of place: SealedPlace) -> [String] {
        let begin = Array(repeating: "''", count: place.keyLength).joined(separator: ", ")
        let key: [String] =
            switch place {
            case .tokens: ["kakao", "s", "1"]
            case .unlinks: ["o"]
            case .tickets, .ticketDevices: ["t"]
            case .devices: ["s"]
            case .signingKeys: ["k"]
            case .notes: ["told_name", "h"]
            }
        let name = place.rawValue
        let replace =
            #"EXECUTE replace_\#(name)('\x0200000002ee', '\x0200000001ff', \#(key.map { "'\($0)'" }.joined(separator: ", ")))"#
        return [
            "PREPARE stale_\(name) AS \(place.stale.text);", "PREPARE replace_\(name) AS \(place.replace.text);",
            #"EXECUTE stale_\#(name)('\x0200000002', 10, \#(begin));"#, "\(replace);",
            "\\set first :ROW_COUNT", "\(replace);", "\\set second :ROW_COUNT",
            "\\echo '\(name):' :first then :second", #"EXECUTE stale_\#(name)('\x0200000002', 10, \#(begin));"#,
        ]
    }
}
