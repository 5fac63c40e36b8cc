// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import ProviderEmulator

/// `social-login emulate`: the emulator alone, on loopback.
struct EmulateCommand: Sendable {
    let options: Options
    let surroundings: Surroundings

    /// Starts it, says where, and ends when asked to.
    func run() async throws {
        let port = try options.port(.port, otherwise: 9900)
        let plan = try EmulatorTLS.Plan(options, beside: [.port: port], in: surroundings.environment)
        let log = try surroundings.log(options)
        let emulator = try ProviderEmulator(
            seed: try seed(), clock: MovableWallClock(base: SystemWallClock()), random: SystemRandomSource(), log: log,
            timer: ContinuousClock())
        let listener = try HTTPListener.start(
            .onThisMachine("127.0.0.1", port: port), portChosenBy: CommandOption.port.name, handler: emulator, log: log)
        var tls: EmulatorTLS?
        if let plan { tls = try await EmulatorTLS.start(plan, handler: emulator, log: log) }
        let told = Result { [tls] () throws(LoginError) in
            try announce("http://127.0.0.1:\(listener.port)", tls, people: emulator.people)
        }
        if case .success = told { await surroundings.stop.wait() }
        await tls?.listener.stop(drainingFor: .seconds(2))
        await listener.stop(drainingFor: .seconds(2))
        try told.get()
    }

    private func seed() throws -> EmulatorSeed {
        guard let file = options.text(.seed) else { return .demo }
        return try EmulatorSeed(parsing: JSONValue.object(SettingsDocument.read(file)).serialized())
    }

    private func announce(_ address: String, _ tls: EmulatorTLS?, people: [PersonSummary]) throws(LoginError) {
        let names = people.map(\.line).joined(separator: "\n")
        var json = JSONObject()
        json["emulator"] = .string(address)
        json["people"] = .array(people.map(\.json))
        json["tls"] = tls?.json
        try surroundings.announce(
            .object(json),
            BilingualText(
                ko: """
                    에뮬레이터  \(address)
                    제어        \(address)/_emulator
                    \(tls.map { "\($0.text.korean)\n" } ?? "")
                    로그인할 수 있는 사람:
                    \(names)

                    Ctrl-C를 누르면 끝납니다.
                    """,
                en: """
                    Emulator  \(address)
                    Control   \(address)/_emulator
                    \(tls.map { "\($0.text.english)\n" } ?? "")
                    People who can sign in:
                    \(names)

                    Ctrl-C ends it.
                    """), asJSON: options.has(.json))
        surroundings.warnOfPlainHTTP()
    }
}
