// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginCurlTransport
import LoginHTTP
import LoginHTTPServer
import LoginProviders
import LoginServer
import LoginStore
import ProviderEmulator
import Testing

/// Client, login server and emulator as the demo wires them: real listeners on loopback, libcurl between them, SQLite in
/// a file of its own.
final class Stage: Sendable {
    /// The time of day for server and emulator alike; a test moves it.
    let clock = MovableWallClock(base: SystemWallClock())
    /// What the server wrote down.
    let log = CapturedLog()
    /// How the test itself calls both servers.
    let transport = CurlTransport(policy: .loopbackHTTPAllowed)
    /// What the server's providers call through.
    let outgoing = CurlTransport(policy: .loopbackHTTPAllowed)
    let options: StageOptions
    let folder: URL
    let masterKey = MasterKey(random: SystemRandomSource())
    /// Kakao's key, so that a test can sign what Kakao never would.
    static let kakaoKey = SigningKey.generateRS256(id: "kakao-1")

    private let door = Door()
    private let requests = Locked<[String: Int]>([:])
    /// What went over the wire to both servers and must be told to nobody else.
    let secrets = SecretsSeen()
    private let running = Locked<Running?>(nil)
    private let listener = Locked<HTTPListener?>(nil)
    private let emulatorListener = Locked<HTTPListener?>(nil)
    private let emulatorHandler = Locked<ProviderEmulator?>(nil)
    private let emulatorPort = Locked(0)

    /// One life of the server: what ends when the process does.
    private struct Running: Sendable {
        let server: LoginServer
        let database: SQLiteDatabase
        let store: LoginStore
        let worker: Task<Void, Never>
    }

    /// Builds a stage, plays on it, and takes it down whatever happens.
    static func play(
        _ options: StageOptions = StageOptions(), _ body: (Stage) async throws -> Void
    ) async throws {
        try await StageSlots.shared.withSlot {
            let stage = try Stage(options)
            do {
                try await stage.open()
                try await body(stage)
            } catch {
                await stage.close()
                throw error
            }
            await stage.close()
        }
    }

    private init(_ options: StageOptions) throws {
        self.options = options
        folder = FileManager.default.temporaryDirectory.appending(path: "flow-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The server's public address.
    var address: String { "http://localhost:\(listener.value?.port ?? 0)" }
    /// The emulator's address.
    var emulatorAddress: String { "http://127.0.0.1:\(emulatorPort.value)" }
    /// The server's own port, for connections by hand.
    var port: Int { listener.value?.port ?? 0 }
    /// The file behind the server.
    var database: SQLiteDatabase {
        get throws { try required(running.value?.database) }
    }
    /// What the server keeps in it.
    var store: LoginStore {
        get throws { try required(running.value?.store) }
    }
    /// The server as a handler, for calls that no socket could carry.
    var server: LoginServer {
        get throws { try required(running.value?.server) }
    }

    /// How often a path was asked for at the server, or at the emulator: there it begins with the real host's name.
    func requests(for path: String) -> Int { requests.value[path] ?? 0 }

    private func open() async throws {
        var settings = ListenerSettings(host: "localhost", port: 0)
        settings.transferDeadline = options.transferDeadline
        let opened = try HTTPListener.start(settings, handler: Tally(of: door, in: requests, secrets), log: log.log)
        listener.withLock { $0 = opened }
        let emulator = try ProviderEmulator(
            seed: .demo(loginServer: address), clock: clock, random: SystemRandomSource(),
            log: .silent, timer: ContinuousClock(), signingKey: Self.kakaoKey)
        emulatorHandler.withLock { $0 = emulator }
        try await startEmulator()
        try await startServer()
    }

    private func close() async {
        await stopServer()
        await stopEmulator()
        await listener.value?.stop(drainingFor: .seconds(1))
        await transport.close()
        await outgoing.close()
        // A folder that stays behind in /tmp disturbs nobody.
        try? FileManager.default.removeItem(at: folder)
    }
}

extension Stage {
    /// Starts the server on the database file, as a new process would.
    ///
    /// - Parameters:
    ///   - other: where Kakao is looked for; nil for the emulator.
    ///   - others: master keys in place of the stage's.
    ///   - publicAddress: an address in place of the stage's, out of development.
    func startServer(
        kakaoAt other: String? = nil, masterKeys others: MasterKeys? = nil, publicAddress: String? = nil
    ) async throws {
        let database = try await SQLiteDatabase.open(path: folder.appending(path: "login.db").path)
        let store = LoginStore(database: database)
        let ownAddress = options.isSecure ? address.replacingOccurrences(of: "http:", with: "https:") : address
        var settings = try LoginServerSettings(
            publicAddress: publicAddress ?? ownAddress, serviceName: BilingualText(ko: "맛집 지도", en: "Tasty Map"),
            allowsLoopbackHTTP: publicAddress == nil)
        settings.emulator = try EmulatorRouting(base: emulatorAddress)
        settings.clients = [try OAuthApp.shop]
        options.change(&settings)
        let environment = ProviderEnvironment(
            transport: EmulatorTransport(
                wrapping: outgoing, routing: try EmulatorRouting(base: other ?? emulatorAddress)),
            clock: clock, random: SystemRandomSource(), log: log.log,
            limits: TransferLimits(deadline: options.providerDeadline, bodyBytes: 256 << 10))
        var providers = [try Provider.kakao(options.kakao, environment: environment)]
        if let naver = options.naver { providers.append(try .naver(naver, environment: environment)) }
        providers += try options.others(environment)
        let server = try await LoginServer(
            settings: settings, providers: providers, store: store,
            masterKeys: others ?? MasterKeys(masterKey),
            environment: ServerEnvironment(
                clock: clock, random: SystemRandomSource(), log: log.log, timer: HastyClock()))
        let worker = Task { if options.worksOnItsOwn { await server.run() } }
        running.withLock { $0 = Running(server: server, database: database, store: store, worker: worker) }
        door.open(to: server)
    }

    /// Ends the server as a process ends: requests are refused, the worker stops, the file is closed.
    func stopServer() async {
        door.shut()
        guard
            let ending = running.withLock({ running in
                defer { running = nil }; return running
            })
        else { return }
        ending.worker.cancel()
        await ending.worker.value
        await ending.store.close()
    }

    /// Lets the emulator listen, on the same port as before.
    func startEmulator() async throws {
        let settings = ListenerSettings(host: "127.0.0.1", port: emulatorPort.value)
        let handler = Tally(of: try required(emulatorHandler.value), in: requests, secrets)
        let started = try HTTPListener.start(settings, handler: handler, log: .silent)
        emulatorPort.withLock { $0 = started.port }
        emulatorListener.withLock { $0 = started }
    }

    /// Takes the emulator off the network; what it knows stays.
    func stopEmulator() async {
        await emulatorListener.withLock({ listener in
            defer { listener = nil }; return listener
        })?
        .stop(drainingFor: .seconds(1))
    }
}

/// What differs from the usual stage.
struct StageOptions: Sendable {
    var kakao = KakaoSettings(
        appID: "1000001", restKey: "demo-kakao-rest-key", nativeKey: "demo-kakao-native-key",
        clientSecret: Secret("demo-kakao-client-secret"), adminKey: Secret("demo-kakao-admin-key"))
    /// Naver's app; nil where the server offers Kakao alone.
    var naver: NaverSettings?
    /// Further providers.
    var others: @Sendable (ProviderEnvironment) throws(LoginError) -> [Provider] = { _ in [] }
    /// How long the server waits for a provider.
    var providerDeadline: Duration = .seconds(10)
    /// How long a client may take for a request.
    var transferDeadline: Duration = .seconds(15)
    /// Whether the worker runs beside the server.
    var worksOnItsOwn = true
    /// Whether the server believes that it is reached over https.
    var isSecure = false
    /// Changes the server's settings.
    var change: @Sendable (inout LoginServerSettings) -> Void = { _ in }
}

extension StageOptions {
    /// A stage with other providers beside Kakao, as the demo sets them up.
    static func also(_ providers: ProviderID...) -> StageOptions {
        var options = StageOptions()
        options.others = { environment throws(LoginError) in
            try ProviderCatalogue.demo(environment: environment).filter { provider in
                provider.id != .kakao && providers.contains(provider.id)
            }
        }
        return options
    }
}

/// Counts requests by their path on the way to a handler, and keeps their secrets.
private struct Tally: HTTPHandler {
    private let handler: any HTTPHandler
    private let counts: Locked<[String: Int]>
    private let secrets: SecretsSeen

    init(of handler: any HTTPHandler, in counts: Locked<[String: Int]>, _ secrets: SecretsSeen) {
        self.handler = handler
        self.counts = counts
        self.secrets = secrets
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        counts.withLock { $0[request.path, default: 0] += 1 }
        secrets.note(request)
        let response = await handler.respond(to: request)
        secrets.note(response)
        return response
    }
}

/// Lets requests through to whichever server stands behind it right now.
private final class Door: HTTPHandler {
    private let server = Locked<LoginServer?>(nil)

    func open(to server: LoginServer) {
        self.server.withLock { $0 = server }
    }

    func shut() {
        server.withLock { $0 = nil }
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard let server = server.value else { return .text("the server is not running", status: 502) }
        return await server.respond(to: request)
    }
}

/// Only so many stages at a time: each has listeners, threads and a database of its own.
private actor StageSlots {
    static let shared = StageSlots()
    private var free = 4
    private var waiting: [CheckedContinuation<Void, Never>] = []

    nonisolated func withSlot(_ body: () async throws -> Void) async throws {
        await take()
        do {
            try await body()
        } catch {
            await giveBack()
            throw error
        }
        await giveBack()
    }

    private func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
