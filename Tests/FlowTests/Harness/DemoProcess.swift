// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LoginCore
import LoginCurlTransport
import Testing

/// `social-login demo` as a process of its own, which a test may kill.
///
/// It is started and waited for by hand: Foundation's `Process` sometimes misses the end of a killed child.
final class DemoProcess: Site {
    let address: String
    let emulatorAddress: String
    let transport: CurlTransport
    /// The process's id; 0 once its end was seen.
    private let id: Locked<pid_t>

    /// Starts a demo on a data folder and waits until it says where it is.
    ///
    /// - Parameter former: an earlier demo, whose ports are taken over.
    init(data: URL, after former: DemoProcess? = nil, transport: CurlTransport) async throws {
        let (id, output) = try Self.start([
            "demo", "--json", "--data", data.path, "--port", former.map { Self.port(of: $0.address) } ?? "0",
            "--emulator-port", former.map { Self.port(of: $0.emulatorAddress) } ?? "0",
        ])
        self.id = Locked(id)
        self.transport = transport
        let line = await Self.firstLine(of: output)
        let announcement = try JSONValue(parsing: try required(line, "the demo did not start"))
        address = try required(announcement["server"]?.string)
        emulatorAddress = try required(announcement["emulator"]?.string)
    }

    deinit { kill() }

    /// Ends the process the hard way: nothing that it holds in memory is written any more.
    func kill() {
        id.withLock { if $0 > 0 { _ = Glibc.kill($0, SIGKILL) } }
    }

    /// Returns when the killed process is gone and its ports are free.
    func end() async {
        kill()
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [id] in
                id.withLock { id in
                    if id > 0 { waitpid(id, nil, 0) }
                    id = 0
                }
                continuation.resume()
            }
        }
    }

    private static func start(_ arguments: [String]) throws -> (pid_t, output: FileHandle) {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let words: [UnsafeMutablePointer<CChar>?] = ([binary] + arguments).map { strdup($0) } + [nil]
        let environment: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/bin:/bin"), strdup("LANG=C.UTF-8"), nil]
        defer { (words + environment).forEach { free($0) } }
        var id: pid_t = 0
        let failure = posix_spawn(&id, binary, &actions, nil, words, environment)
        close(ends[1])
        try #require(failure == 0, "\(binary) cannot be started")
        return (id, FileHandle(fileDescriptor: ends[0], closeOnDealloc: true))
    }

    /// What comes before the first line break; reading blocks, so it has a thread of its own.
    private static func firstLine(of handle: FileHandle) async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var line = Data()
                while !line.contains(0x0A), case let piece = handle.availableData, !piece.isEmpty {
                    line += piece
                }
                let end = line.firstIndex(of: 0x0A)
                continuation.resume(returning: end.map { String(decoding: line[..<$0], as: UTF8.self) })
            }
        }
    }

    private static func port(of address: String) -> String {
        String(address.split(separator: ":").last ?? "0")
    }

    /// Where the command was built: SOCIAL_LOGIN_BIN, or beside the tests.
    private static let binary =
        ProcessInfo.processInfo.environment["SOCIAL_LOGIN_BIN"]
        ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "social-login")
        .path
}
