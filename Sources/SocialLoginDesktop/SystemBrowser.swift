// SPDX-License-Identifier: Apache-2.0

// Standard error is known to Foundation proper.
import Foundation
public import LoginCore
import SocialLogin

/// The browser that the person has chosen for their desktop.
public struct SystemBrowser: Sendable {
    private let timer: any Clock<Duration>
    private let command: [String]

    /// Makes an opener.
    ///
    /// - Parameter timer: what the wait for the opening command is measured by.
    public init(timer: any Clock<Duration>) {
        #if os(macOS)
        self.init(timer: timer, command: ["open"])
        #else
        self.init(timer: timer, command: ["xdg-open"])
        #endif
    }

    /// Makes an opener with a command of its own; the address becomes its last argument.
    package init(timer: any Clock<Duration>, command: [String]) {
        self.timer = timer
        self.command = command
    }

    /// Opens an address: with `xdg-open` on Linux, `open` on macOS.
    ///
    /// The command is watched for two seconds: one that runs on has become the browser itself.
    /// - Throws: `cannotOpen` where there is no such command or it fails, as on a machine without a desktop.
    public func open(_ address: String) async throws(LoginError) {
        // The address is one argument; no shell reads it.
        guard let ending = startProgram(command + [address]) else { throw .cannotOpen }
        let status = await patiently(ending, for: .seconds(2), on: timer)
        guard status == nil || status == 0 else { throw .cannotOpen }
    }

    /// Opens an address; where there is no browser to open, as in a container, prints it to standard error, for a person to
    /// open it by hand.
    public func openOrPrint(_ address: String) async {
        do {
            try await open(address)
        } catch {
            FileHandle.standardError.write(
                Data("브라우저에서 여세요. Open this in a browser on this computer:\n\(address)\n".utf8))
        }
    }
}
