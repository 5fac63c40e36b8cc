// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@testable import LoginStore

/// What the store remembers of a database that failed, and when it forgets.
@Suite struct FaultTests {
    @Test(
        "A fault that lasts stands until a probe finds nothing",
        arguments: [LoginError.databaseDamaged(path: "f"), .databaseDiskFailed(path: "f"), .databaseFull])
    func lasting(error: LoginError) async throws {
        try await StoreKind.memory.withStore { store in
            #expect(store.fault == nil)

            await #expect(throws: LoginError.self) { try await store.database.read { _ in throw error } }
            try await store.proveWritable()
            #expect(store.fault?.code == error.code, "a small write proves too little")

            try await store.probe()
            #expect(store.fault == nil)
            #expect(try await store.count("settings") == 1, "what the probe wrote is gone, the heartbeat stays")
        }
    }

    @Test("A refusal of the moment is no fault of the database")
    func passing() async throws {
        try await StoreKind.memory.withStore { store in
            for error in [LoginError.databaseBusy, .databaseOverloaded, .databaseFailed("x")] {
                await #expect(throws: LoginError.self) { try await store.database.write { _ in throw error } }
            }

            #expect(store.fault == nil)
        }
    }

    @Test("A fault that comes while a probe runs is not forgotten with the one before")
    func meanwhile() async throws {
        try await StoreKind.memory.withStore { store in
            try await store.database.probe {
                await #expect(throws: LoginError.self) {
                    try await store.database.read { _ in throw LoginError.databaseDamaged(path: "f") }
                }
            }

            #expect(store.fault?.code == .databaseDamaged)
        }
    }

    @Test("A probe of a full database fails until there is room", arguments: StoreKind.allCases)
    func full(kind: StoreKind) async throws {
        try await kind.withDatabase { database in
            let store = LoginStore(database: database)
            try await store.migrate()
            try await database.limitPages(more: 2)

            await #expect(throws: LoginError.self) { try await store.probe() }
            #expect(store.fault?.code == .databaseFull)

            try await database.limitPages(more: 1_000)
            try await store.probe()
            #expect(store.fault == nil)
        }
    }
}
