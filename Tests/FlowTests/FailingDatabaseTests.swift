// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginServer
import Testing

@testable import LoginStore

/// A database that fails for good: the balancer is told, and told again when it works.
struct FailingDatabaseTests {
    @Test(arguments: [LoginError.databaseDamaged(path: "login.db"), .databaseDiskFailed(path: "login.db")])
    func `readiness fails from the first such answer on, until a probe finds the database whole`(fault: LoginError)
        async throws
    {
        var options = StageOptions()
        options.worksOnItsOwn = false
        try await Stage.play(options) { stage in
            #expect(try await stage.call(.get, "/health/ready").status == 200)

            await #expect(throws: LoginError.self) { try await stage.store.database.read { _ in throw fault } }
            let failing = try await stage.call(.get, "/health/ready")
            #expect(failing.status == 503)
            #expect(try failing.json() == ["status": "failing"])
            #expect(stage.log.entries("request.failed").last?["cause"] == fault.code.rawValue)
            #expect(try await stage.call(.get, "/health/live").status == 200)

            let worker = Task { try await stage.server.run() }
            try await eventually("the worker's probe clears it") {
                try await stage.call(.get, "/health/ready").status == 200
            }
            #expect(stage.log.entries("database.works_again").first?["cause"] == fault.code.rawValue)
            worker.cancel()
            try await worker.value
        }
    }

    @Test func `a full disk makes it not ready, also while small writes still fit, until there is room`() async throws {
        try await Stage.play { stage in
            try await stage.fillDisk()
            await #expect(throws: LoginError.self) { try await stage.store.probe() }

            // The small write that measures a commit needs no new page.
            try await stage.store.proveWritable()
            #expect(try await stage.call(.get, "/health/ready").status == 503)

            try await stage.makeRoom()
            try await eventually("the worker's probe clears it") {
                try await stage.call(.get, "/health/ready").status == 200
            }
        }
    }
}
