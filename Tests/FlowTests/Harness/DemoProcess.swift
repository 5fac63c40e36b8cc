// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LoginCore
import LoginCurlTransport
import Programs
import Testing

/// `social-login demo` as a process of its own, which a test may kill.
final class DemoProcess: Site {
    let address: String
    let emulatorAddress: String
    let transport: CurlTransport
    private let program: Program

    /// Starts a demo on a data folder and waits until it says where it is.
    ///
    /// - Parameters:
    ///   - former: an earlier demo, whose ports are taken over.
    ///   - timeZone: the machine's, by its name.
    init(
        data: URL, after former: DemoProcess? = nil, timeZone: String = "UTC", transport: CurlTransport
    ) async throws {
        program = try Program(
            [
                Program.built("social-login", named: "SOCIAL_LOGIN_BIN"), "demo", "--json", "--data", data.path,
                "--port",
                former.map { Self.port(of: $0.address) } ?? "0", "--emulator-port",
                former.map { Self.port(of: $0.emulatorAddress) } ?? "0",
            ], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": timeZone])
        self.transport = transport
        let line = await program.output.next()
        let announcement = try JSONValue(parsing: try required(line, "the demo did not start"))
        address = try required(announcement["server"]?.string)
        emulatorAddress = try required(announcement["emulator"]?.string)
    }

    /// Ends the process the hard way: nothing that it holds in memory is written any more.
    func kill() { program.signal(SIGKILL) }

    /// Returns when the killed process is gone and its ports are free.
    func end() async {
        kill()
        await program.ending()
    }

    private static func port(of address: String) -> String {
        String(address.split(separator: ":").last ?? "0")
    }
}
