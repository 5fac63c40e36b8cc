// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginServer
import Testing

@testable import LoginStore

/// A disk that is full: nothing is half written, nobody is signed out, and everything goes on when there is room.
struct FullDiskTests {
    /// A name that no page of the database has room for, and that the API just takes: 4,095 bytes.
    private let longName = String(repeating: "긴", count: 1_365)
    private let options: StageOptions = {
        var options = StageOptions()
        options.change = { $0.nicknameLimit = 1_365 }
        return options
    }()

    @Test func `a sign-up that finds the disk full leaves nothing behind, and works when there is room`() async throws {
        try await Stage.play(options) { stage in
            let proof = SignInCredential.accessToken(try await KakaoApp(stage).tokens(of: 1001).accessToken)
            let ticket = try await stage.signIn(proof).offer().ticket
            let attempt = AttemptID.fresh()
            let before = try await stage.rows()
            try await stage.fillDisk()

            let refused = try await stage.signUp(ticket, attempt: attempt, nickname: longName)
            #expect(refused.status == 503)
            #expect(try refused.problemCode() == .storeUnavailable)
            #expect(try await stage.rows() == before)
            #expect(stage.log.text.contains("database_full"), "the operator learns why")

            try await stage.makeRoom()
            let taken = try await stage.signUp(ticket, attempt: attempt, nickname: longName)
            #expect(taken.status == 200)
            #expect(try taken.json()["account"]?["nickname"] == .string(longName))
            #expect(try await stage.rows()["accounts"] == 1)
        }
    }

    @Test func `the sign-up form says to try again, keeps its ticket, and then takes the same entries`() async throws {
        try await Stage.play(options) { stage in
            let browser = Browser(stage)
            let form = try await browser.signIn(as: 1001)
            try await stage.fillDisk()

            let refused = try await browser.signUp(form, nickname: longName)
            #expect(refused.status == 503)
            #expect(refused.markup.contains("store_unavailable"))
            #expect(browser.cookies["login-session"] == nil)

            try await stage.makeRoom()
            #expect(try await browser.signUp(form, nickname: longName).path == "/account")
        }
    }

    @Test func `whoever is signed in stays so while the disk is full`() async throws {
        try await Stage.play(options) { stage in
            let browser = Browser(stage)
            _ = try await browser.join(as: 1001)
            let tokens = try await stage.session(of: 1002)
            let ticket = try await stage.signIn(
                .accessToken(try await KakaoApp(stage).tokens(of: 1003).accessToken)
            ).offer().ticket
            try await stage.fillDisk()

            // Beside one that finds no room, in one commit with it.
            async let crowded = stage.signUp(ticket, nickname: longName)
            let refreshed = try await stage.refresh(tokens.refreshToken)

            #expect(try await crowded.status == 503)
            #expect(try await browser.open("/account").path == "/account")
            #expect(try await stage.call(.get, "/v1/account", token: tokens.accessToken).status == 200)
            #expect(try await stage.call(.get, "/health/live").status == 200)
            if refreshed.status == 503 { try await stage.makeRoom() }
            #expect(try await stage.refresh(tokens.refreshToken).status == 200, "the same token is good for a repeat")
        }
    }
}

extension Stage {
    /// Lets the database grow no further, as a full disk does.
    func fillDisk() async throws {
        // SQLite takes the present size for a limit below it.
        try await database.write { try $0.define("PRAGMA max_page_count = 1") }
    }

    /// Lets it grow again.
    func makeRoom() async throws {
        try await database.write { try $0.define("PRAGMA max_page_count = 1000000") }
    }

    /// How many rows stand in the tables that a sign-up writes to.
    fileprivate func rows() async throws -> [String: Int64] {
        var counts: [String: Int64] = [:]
        for table in ["accounts", "identities", "sessions", "audit", "tickets"] {
            let count = try await database.read { database in
                try database.record(Statement("SELECT COUNT(*) FROM \(table)"), []) { row throws(LoginError) in
                    try row.integer()
                }
            }
            counts[table] = count
        }
        return counts
    }
}
