// SPDX-License-Identifier: Apache-2.0

import LoginAPI
public import LoginCore
public import LoginHTTP
public import LoginProviders

/// What a client needs from outside; nothing else reaches it.
///
/// `SocialLoginDesktop` puts one together for Linux and macOS; a test makes its own.
public struct LoginEnvironment: Sendable {
    /// Sends requests to the login server and to providers.
    public let transport: any HTTPTransport
    /// Tells what time it is.
    public let clock: any WallClock
    /// What deadlines are measured by; moving the time of day does not move them.
    public let timer: any Clock<Duration>
    /// Makes states, nonces, verifiers and attempt ids.
    public let random: any RandomSource
    /// Keeps the session.
    public let store: any SecretStore
    /// Shows the provider's page.
    public let browser: any SignInBrowser
    /// What the person will see this device called in their list of sessions.
    public let deviceName: String?
    /// Hears what happened; never a secret.
    public let log: Log
    /// An emulator that stands in for every provider; nil for the real ones.
    public let emulator: EmulatorRouting?

    /// Puts the parts together.
    public init(
        transport: any HTTPTransport, clock: any WallClock, timer: any Clock<Duration>, random: any RandomSource,
        store: any SecretStore, browser: any SignInBrowser, deviceName: String?, log: Log,
        emulator: EmulatorRouting? = nil
    ) {
        self.transport = transport
        self.clock = clock
        self.timer = timer
        self.random = random
        self.store = store
        self.browser = browser
        self.deviceName = deviceName
        self.log = log
        self.emulator = emulator
        if emulator != nil { log.write(.warning, "emulator.in_use") }
    }
}

extension LoginEnvironment {
    /// What calls to providers go through, an app's own too: the transport itself, or the way to the emulator.
    public var providers: ProviderEnvironment {
        let way: any HTTPTransport = emulator.map { EmulatorTransport(wrapping: transport, routing: $0) } ?? transport
        return ProviderEnvironment(transport: way, clock: clock, random: random, log: log)
    }

    /// This device, as the login server lists it.
    var device: Device {
        #if os(iOS)
        let platform = "ios"
        #elseif os(macOS)
        let platform = "macos"
        #elseif os(Linux)
        let platform = "linux"
        #else
        let platform = "other"
        #endif
        return Device(name: deviceName, platform: platform)
    }
}
