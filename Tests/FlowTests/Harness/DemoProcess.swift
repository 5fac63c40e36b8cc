// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCurlTransport
import Testing

/// `social-login demo` as a process of its own, which a test may kill.
final class DemoProcess: Site {
    let address: String
    let emulatorAddress: String
    let transport: CurlTransport
    private let process: Locked<Process>

    /// Starts a demo on a data folder and waits until it says where it is.
    ///
    /// - Parameter former: an earlier demo, whose ports are taken over.
    init(data: URL, after former: DemoProcess? = nil, transport: CurlTransport) async throws {
        let (program, output) = (Process(), Pipe())
        program.executableURL = Self.binary
        program.arguments = [
            "demo", "--json", "--data", data.path, "--port", former.map { Self.port(of: $0.address) } ?? "0",
            "--emulator-port", former.map { Self.port(of: $0.emulatorAddress) } ?? "0",
        ]
        program.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        program.standardInput = FileHandle.nullDevice
        program.standardOutput = output
        program.standardError = FileHandle.nullDevice
        try program.run()
        process = Locked(program)
        self.transport = transport
        let line = await Self.firstLine(of: output.fileHandleForReading)
        let announcement = try JSONValue(parsing: try required(line, "the demo did not start"))
        address = try required(announcement["server"]?.string)
        emulatorAddress = try required(announcement["emulator"]?.string)
    }

    deinit { kill() }

    /// Ends the process the hard way: nothing that it holds in memory is written any more.
    func kill() {
        process.withLock { process in
            guard process.isRunning else { return }
            Glibc.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
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
        ProcessInfo.processInfo.environment["SOCIAL_LOGIN_BIN"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "social-login")
}
