// SPDX-License-Identifier: Apache-2.0

import Foundation
import Programs
import SocialLogin
import Testing

/// A folder that goes away with the test.
private final class Folder {
    let path: String

    init() throws {
        let parent = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        path = parent.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var store: String { "\(path)/secrets" }

    func mode(of name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(store)/\(name)")
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}

@Suite("C9: secrets in files")
struct FileSecretStoreTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private func open(patience: Duration = .seconds(5)) throws -> FileSecretStore {
        try FileSecretStore(folder: folder.store, clock: ContinuousClock(), patience: patience)
    }

    @Test("an entry comes back as it was, from another store of the same folder too")
    func roundTrip() async throws {
        let entry: [UInt8] = Array(0...255) + Array(repeating: 7, count: 10_000)

        try await open().write(entry, "session")

        #expect(try await open().read("session") == entry)
    }

    @Test("an entry is replaced as a whole, and removing it twice is no error")
    func replaceAndRemove() async throws {
        let store = try open()
        try await store.write(Array("a long first entry".utf8), "session")
        try await store.write(Array("short".utf8), "session")
        #expect(try await store.read("session") == Array("short".utf8))

        try await store.remove("session")
        try await store.remove("session")

        #expect(try await store.read("session") == nil)
    }

    @Test("files are 0600 and nothing is left beside them")
    func modes() async throws {
        try await open().write([1], "session")

        #expect(try folder.mode(of: "session") == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.store) == ["session"])
    }

    @Test("a folder or file that others may read holds no secrets")
    func exposure() async throws {
        let store = try open()
        try await store.write([1], "session")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: "\(folder.store)/session")
        await #expect(throws: SecretStoreError.exposed(path: "\(folder.store)/session")) {
            try await store.read("session")
        }

        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.store)

        #expect(throws: SecretStoreError.exposed(path: folder.store)) { try open() }
    }

    @Test("a symbolic link in an entry's place is not followed")
    func symbolicLink() async throws {
        let store = try open()
        try await store.write([1], "other")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.store)/session", withDestinationPath: "\(folder.store)/other")

        await #expect(throws: SecretStoreError.self) { try await store.read("session") }
    }

    @Test("C13: what another process holds is waited for, and not for ever")
    func otherProcess() async throws {
        let store = try open(patience: .milliseconds(100))
        try await store.exclusively("session") {}
        // It says so when it holds the lock, then waits for its input to end.
        let other = try Program(
            ["flock", "\(folder.store)/session.lock", "sh", "-c", "echo held; cat"], takesInput: true)
        #expect(await other.output.next() == "held")

        await #expect(throws: SecretStoreError.busy) { try await store.exclusively("session") {} }
        other.closeInput()
        #expect(await other.ending() == .exit(0))

        #expect(try await open().exclusively("session") { "mine" } == "mine")
    }

    @Test("two tasks are kept apart like two processes")
    func twoTasks() async throws {
        let (first, second) = (try open(), try open())
        let order = try await withThrowingTaskGroup(of: Void.self) { group in
            let (events, event) = AsyncStream.makeStream(of: String.self)
            for store in [first, second] {
                group.addTask {
                    try await store.exclusively("session") {
                        event.yield("in")
                        await Task.yield()
                        event.yield("out")
                    }
                }
            }
            try await group.waitForAll()
            event.finish()
            return await events.reduce(into: []) { $0.append($1) }
        }

        #expect(order == ["in", "out", "in", "out"])
    }
}
