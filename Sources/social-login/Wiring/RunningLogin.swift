// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCurlTransport
import LoginHTTP
import LoginProviders
import LoginServer
import LoginStore

/// A login server with its database, its way to the providers and its worker, put together and running.
struct RunningLogin: Sendable {
    /// Answers the requests.
    let server: LoginServer
    private let store: LoginStore
    private let transport: CurlTransport
    private let worker: Task<Void, Never>

    /// What a login server is put together from.
    struct Plan: Sendable {
        /// What the server itself is told.
        let settings: LoginServerSettings
        /// The SQLite file.
        let database: String
        /// The keys from which all others are derived.
        let masterKeys: MasterKeys
        /// Authorities to trust in place of the system's, as a PEM file.
        var certificateAuthorityFile: String?
        /// Tells the time of day.
        var clock: any WallClock = SystemWallClock()
        /// Sets the providers up.
        let providers: @Sendable (ProviderEnvironment) throws(LoginError) -> [Provider]
    }

    /// Opens the database and starts the worker. Where this fails the process ends, and what was opened with it.
    static func start(_ plan: Plan, log: Log) async throws -> RunningLogin {
        let random = SystemRandomSource()
        let routing = plan.settings.emulator
        let hosts = Set(ProviderCatalogue.entries.flatMap(\.hosts))
        let transport = CurlTransport(
            policy: routing == nil ? .httpsOnly.limited(to: hosts) : .loopbackHTTPAllowed,
            certificateAuthorityFile: plan.certificateAuthorityFile)
        let outward: any HTTPTransport =
            if let routing { EmulatorTransport(wrapping: transport, routing: routing) } else { transport }
        let providers = try plan.providers(
            ProviderEnvironment(transport: outward, clock: plan.clock, random: random, log: log))
        let store = LoginStore(database: try await SQLiteDatabase.open(path: plan.database))
        let server = try await LoginServer(
            settings: plan.settings, providers: providers, store: store, masterKeys: plan.masterKeys,
            environment: ServerEnvironment(clock: plan.clock, random: random, log: log, timer: ContinuousClock()))
        return RunningLogin(
            server: server, store: store, transport: transport, worker: Task { await server.run() })
    }

    /// Ends the worker, the calls to providers and the database, in this order. The listener is stopped before.
    func close() async {
        worker.cancel()
        await worker.value
        await transport.close()
        await store.close()
    }
}
