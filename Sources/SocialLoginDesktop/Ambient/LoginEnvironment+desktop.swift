// SPDX-License-Identifier: Apache-2.0

// The home folder is known to Foundation proper.
import Foundation
public import LoginCore
import LoginHTTP
public import SocialLogin

#if os(Linux)
import LoginCurlTransport
#else
import LoginURLSessionTransport
#endif

extension LoginEnvironment {
    /// The real parts of a desktop: libcurl (on macOS URLSession), the system's clock and generator, the person's browser,
    /// and a folder that only the person can read.
    ///
    /// - Parameters:
    ///   - app: the app's name, which becomes a folder: letters, digits, `-` and `.`.
    ///   - folder: where to keep the session; nil for `$XDG_STATE_HOME` or `~/.local/state`, and the app's name in it.
    ///   - allowsLoopbackHTTP: whether plain http is sent to this machine, for a server that is being developed.
    ///   - emulator: the address of an emulator that stands in for every provider, for tests; nil for the real ones.
    ///   - show: how a page comes before the person; nil for the browser they have chosen, or the address on
    ///     standard error where there is none.
    ///   - log: hears what happens.
    /// - Throws: a `LoginError` where the folder cannot be made or others can read it, or the emulator is not on loopback.
    public static func desktop(
        app: String, folder: String? = nil, allowsLoopbackHTTP: Bool = false, emulator: String? = nil,
        show: LoopbackBrowser.Show? = nil, log: Log = .silent
    ) throws(LoginError) -> LoginEnvironment {
        let timer = ContinuousClock()
        let routing = try emulator.map { address throws(LoginError) in try EmulatorRouting(base: address) }
        let isHTTPAllowed = allowsLoopbackHTTP || routing != nil
        return LoginEnvironment(
            transport: transport(isHTTPAllowed ? .loopbackHTTPAllowed : .httpsOnly, timer: timer),
            clock: SystemWallClock(), timer: timer, random: SystemRandomSource(),
            store: try store(in: folder ?? stateFolder(of: app), timer: timer),
            browser: LoopbackBrowser(log: log, show: show ?? SystemBrowser(timer: timer).openOrPrint),
            deviceName: ProcessInfo.processInfo.hostName, log: log, emulator: routing)
    }

    private static func transport(_ policy: OutgoingPolicy, timer: any Clock<Duration>) -> any HTTPTransport {
        #if os(Linux)
        CurlTransport(policy: policy)
        #else
        URLSessionTransport(policy: policy, timer: timer)
        #endif
    }

    private static func stateFolder(of app: String) -> String {
        let environment = ProcessInfo.processInfo.environment
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return "\(state ?? "\(NSHomeDirectory())/.local/state")/\(app)"
    }

    private static func store(in folder: String, timer: any Clock<Duration>) throws(LoginError) -> FileSecretStore {
        do {
            let parent = URL(fileURLWithPath: folder).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            return try FileSecretStore(folder: folder, clock: timer)
        } catch {
            throw .storeUnavailable(error)
        }
    }
}
