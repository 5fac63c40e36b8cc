// SPDX-License-Identifier: Apache-2.0

// Process is in Foundation proper.
import Foundation
public import LoginCore
import SocialLogin

/// The browser that the person has chosen for their desktop.
public struct SystemBrowser: Sendable {
    private let timer: any Clock<Duration>

    /// Makes an opener.
    ///
    /// - Parameter timer: what the wait for the opening command is measured by.
    public init(timer: any Clock<Duration>) {
        self.timer = timer
    }

    /// Opens an address: with `xdg-open` on Linux, `open` on macOS.
    ///
    /// The command is watched for two seconds: one that runs on has become the browser itself.
    /// - Throws: `cannotOpen` where there is no such command or it fails, as on a machine without a desktop.
    public func open(_ address: String) async throws(LoginError) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The address is one argument; no shell reads it.
        process.arguments = [Self.command, address]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let (endings, ending) = AsyncStream.makeStream(of: Bool.self)
        process.terminationHandler = { ending.yield($0.terminationStatus == 0) }
        do {
            try process.run()
        } catch {
            throw .cannotOpen
        }
        let timer = timer
        let patience = Task {
            // Cancelled when the command ended sooner; its own word comes first then.
            try? await timer.sleep(for: .seconds(2))
            ending.yield(true)
        }
        defer { patience.cancel() }
        for await isOpen in endings {
            if isOpen { return }
            throw .cannotOpen
        }
    }

    private static var command: String {
        #if os(macOS)
        "open"
        #else
        "xdg-open"
        #endif
    }
}
