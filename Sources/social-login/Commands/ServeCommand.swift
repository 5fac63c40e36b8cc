// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginHTTPServer
import LoginServer

/// `social-login serve`: the login server by a settings file.
struct ServeCommand: Sendable {
    let options: Options
    let surroundings: Surroundings

    /// Starts it, says where, and ends when asked to; with `--check` only reads the settings.
    func run() async throws {
        guard let file = options.text(.config) else { throw UsageError.missing(.config, of: .serve) }
        let log = try surroundings.log(options)
        let settings = try ServeSettings(
            file: file, isDevelopment: options.has(.dev), environment: surroundings.environment)
        if options.has(.check) {
            let text = BilingualText(ko: "설정 파일 \(file)에 고칠 것이 없습니다.", en: "The settings file \(file) has no fault.")
            return try surroundings.terminal.write(text.text(in: surroundings.language))
        }

        // The port first: one that is taken costs nothing yet, and 503 tells a balancer to wait.
        let slot = HandlerSlot()
        let listener = try HTTPListener.start(
            settings.listener, portChosenBy: "listen.port", handler: slot, log: log)
        let login = try await RunningLogin.start(
            RunningLogin.Plan(
                settings: settings.server, database: settings.database, masterKeys: settings.masterKeys,
                certificateAuthorityFile: settings.certificateAuthorityFile, providers: settings.providers.providers),
            log: log)
        slot.fill(login.server)

        let told = Result { () throws(LoginError) in try announce(settings, port: listener.port) }
        if case .success = told { await surroundings.stop.wait() }
        await listener.stop(drainingFor: .seconds(10))
        await login.close()
        try told.get()
    }

    private func announce(_ settings: ServeSettings, port: Int) throws(LoginError) {
        let (server, listening) = (settings.server.publicAddress, "\(settings.listener.host):\(port)")
        try surroundings.announce(
            ["server": .string(server), "listening": .string(listening)],
            BilingualText(
                ko: "로그인 서버 \(server) (접속을 기다리는 곳: \(listening))",
                en: "The login server \(server) listens on \(listening)."),
            asJSON: options.has(.json))
        if options.has(.dev) { surroundings.warnOfDevelopment(emulator: settings.server.emulator?.base) }
    }
}
