// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import LoginProviders
import LoginServer
import ProviderEmulator

/// `social-login demo`: login server and emulator in one process, on loopback, with one clock.
struct DemoCommand: Sendable {
    let options: Options
    let surroundings: Surroundings

    /// Starts both, says where, and ends when asked to.
    func run() async throws {
        let ports = (
            server: try options.port(.serverPort, otherwise: 8080),
            emulator: try options.port(.emulatorPort, otherwise: 9900)
        )
        guard ports.server != ports.emulator || ports.server == 0 else {
            throw UsageError.samePort(.serverPort, .emulatorPort, ports.server, of: .demo)
        }
        let plan = try EmulatorTLS.Plan(
            options, beside: [.serverPort: ports.server, .emulatorPort: ports.emulator], in: surroundings.environment)
        let log = try surroundings.log(options)
        let folder = try DataFolder(
            at: options.text(.data)
                ?? DataFolder.usualPath(of: "demo", in: surroundings.environment, chosenBy: .data), chosenBy: .data)
        let masterKeys = try folder.masterKeys(random: SystemRandomSource())
        let clock = MovableWallClock(base: SystemWallClock())

        // Both ports first: one that is taken is the commonest fault, and costs nothing yet.
        let (serverSlot, emulatorSlot) = (HandlerSlot(), HandlerSlot())
        let listener = try HTTPListener.start(
            .onThisMachine("localhost", port: ports.server), portChosenBy: CommandOption.serverPort.name,
            handler: serverSlot, log: log)
        let emulatorListener = try HTTPListener.start(
            .onThisMachine("127.0.0.1", port: ports.emulator), portChosenBy: CommandOption.emulatorPort.name,
            handler: emulatorSlot, log: log)
        var tls: EmulatorTLS?
        if let plan { tls = try await EmulatorTLS.start(plan, handler: emulatorSlot, log: log) }
        let address = "http://localhost:\(listener.port)"
        let emulatorAddress = "http://127.0.0.1:\(emulatorListener.port)"

        let emulator = try ProviderEmulator(
            seed: .demo(loginServer: address), clock: clock, random: SystemRandomSource(),
            log: log, timer: ContinuousClock())
        emulatorSlot.fill(emulator)
        var settings = try LoginServerSettings(
            publicAddress: address, serviceName: BilingualText(ko: "소셜로그인 데모", en: "SocialLogin demo"),
            terms: .usual(
                service: "\(address)\(DemoTerms.servicePath)", privacy: "\(address)\(DemoTerms.privacyPath)"),
            allowsLoopbackHTTP: true)
        settings.emulator = try EmulatorRouting(base: emulatorAddress)
        let login = try await RunningLogin.start(
            RunningLogin.Plan(
                settings: settings, database: folder.database, masterKeys: masterKeys, clock: clock,
                providers: ProviderCatalogue.demo),
            log: log)
        serverSlot.fill(DemoTerms(before: login.server))

        let told = Result { [tls] () throws(LoginError) in
            try announce(server: address, emulator: emulatorAddress, tls, data: folder.path, people: emulator.people)
        }
        if case .success = told { await surroundings.stop.wait() }
        await listener.stop(drainingFor: .seconds(2))
        await login.close()
        await tls?.listener.stop(drainingFor: .zero)
        await emulatorListener.stop(drainingFor: .zero)
        try told.get()
    }

    private func announce(
        server: String, emulator: String, _ tls: EmulatorTLS?, data: String, people: [PersonSummary]
    ) throws(LoginError) {
        let names = people.map(\.line).joined(separator: "\n")
        var json = JSONObject()
        json["server"] = .string(server)
        json["emulator"] = .string(emulator)
        json["data"] = .string(data)
        json["people"] = .array(people.map(\.json))
        json["tls"] = tls?.json
        try surroundings.announce(
            .object(json),
            BilingualText(
                ko: """
                    로그인 서버  \(server)
                    에뮬레이터   \(emulator)/_emulator
                    데이터       \(data)
                    \(tls.map { "\($0.text.korean)\n" } ?? "")
                    브라우저에서 위의 로그인 서버를 열고 다음 사람으로 로그인해 보세요:
                    \(names)

                    Ctrl-C를 누르면 끝납니다. 다시 시작해도 로그인은 남아 있습니다.
                    에뮬레이터는 사람·연결·동의를 메모리에만 두므로, 로그아웃한 사람에게는 동의를 다시 묻습니다.
                    """,
                en: """
                    Login server  \(server)
                    Emulator      \(emulator)/_emulator
                    Data          \(data)
                    \(tls.map { "\($0.text.english)\n" } ?? "")
                    Open \(server) in a browser and sign in as one of these people:
                    \(names)

                    Ctrl-C ends it; who signed in is still there at the next start.
                    The emulator keeps people, links and consents in memory only: who signed out is asked for consent anew.
                    """), asJSON: options.has(.json))
        surroundings.warnOfPlainHTTP()
    }
}
