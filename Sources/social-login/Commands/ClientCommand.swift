// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginProviders
import SocialLogin
import SocialLoginDesktop

/// `social-login sign-in`, `whoami`, `sessions` and `sign-out`: an app at a login server, by the SDK's public calls alone.
///
/// Standard output has the result; what goes on meanwhile is told on standard error.
struct ClientCommand: Sendable {
    /// What is to be done.
    enum Action: Sendable {
        case signIn(ProviderID)
        case whoami
        case sessions
        case signOut
    }

    let action: Action
    let options: Options
    let surroundings: Surroundings

    /// Does it; Ctrl-C gives it up.
    func run() async throws -> ExitStatus {
        let client = try client()
        let work = Task { try await perform(client) }
        let watch = Task {
            await surroundings.stop.wait()
            if !Task.isCancelled { work.cancel() }
        }
        defer { watch.cancel() }
        do {
            try await work.value
            return .success
        } catch let error as LoginError {
            guard !surroundings.stop.isRequested else {
                say("그만두었습니다.", "Stopped.")
                return .interrupted
            }
            surroundings.terminal.complain("social-login: \(text(error.message)) \(text(error.remedy))")
            let status = Self.status(of: error)
            if case .signIn = action { return status }
            if status == .notSignedIn { say("로그인하려면: social-login sign-in", "To sign in: social-login sign-in") }
            return status
        }
    }

    private static func status(of error: LoginError) -> ExitStatus {
        guard error.cancellation == nil else { return .cancelled }
        return switch error.advice {
        case .signInAgain: .notSignedIn
        case .tryLater: .tryLater
        case .askConsent, .respectRefusal, .fixSetup, .fixRequest: .fault
        }
    }

    private func client() throws -> LoginClient {
        let address = options.text(.server) ?? surroundings.environment["SOCIAL_LOGIN_SERVER"]
        guard let address else { throw UsageError.missingServer(of: options.command) }
        let provider: ProviderID = if case .signIn(let provider) = action { provider } else { ProviderCatalogue.usual }
        let isDevelopment = options.has(.plainServer)
        let environment = try LoginEnvironment.desktop(
            app: "social-login", allowsLoopbackHTTP: isDevelopment, show: { address in await show(address) })
        let client = try LoginClient(
            providers: [.throughServer(provider)], server: .init(address, allowsLoopbackHTTP: isDevelopment),
            environment: environment)
        if isDevelopment { surroundings.warnOfPlainServer() }
        return client
    }

    /// Brings the page before the person, or at least its address.
    private func show(_ address: String) async {
        if !options.has(.noBrowser) {
            do {
                try await SystemBrowser(timer: ContinuousClock()).open(address)
                return say(
                    "브라우저에서 로그인을 기다리고 있습니다. 그만두려면 Ctrl-C를 누르세요.",
                    "Waiting for the sign-in in your browser; Ctrl-C gives up.")
            } catch {
                // No desktop: the person opens it by hand.
                say(error.message.korean, error.message.english)
            }
        }
        say("이 컴퓨터의 브라우저에서 여세요:\n\(address)", "Open this in a browser on this computer:\n\(address)")
    }

    private func perform(_ client: LoginClient) async throws {
        switch action {
        case .signIn(let provider):
            guard case .member(let account) = try await client.signIn(with: provider) else { return }
            try tell(account.json, "\(account.nickname)(으)로 로그인했습니다.", "Signed in as \(account.nickname).")
        case .whoami:
            let account = try await client.account()
            let line = "\(account.nickname)  \(account.id)"
            try tell(account.json, line, line)
        case .sessions:
            let sessions = try await client.sessions()
            let lines = sessions.map(line).joined(separator: "\n")
            try tell(SessionSummary.json(sessions), lines, lines)
        case .signOut:
            let isTold = try await client.signOut()
            try tell(
                ["signed_out": true, "server_told": .bool(isTold)],
                isTold ? "로그아웃했습니다." : "이 컴퓨터에서 로그아웃했습니다. 서버에는 다음에 알립니다.",
                isTold ? "Signed out." : "Signed out on this computer; the server is told the next time.")
        }
    }

    private func line(_ session: SessionSummary) -> String {
        let mark = session.isCurrent ? "*" : " "
        let used = session.lastUsedAt.formatted(.iso8601)
        return "\(mark) \(session.id)  \(session.provider)  \(used)  \(session.deviceName ?? "-")"
    }

    private func tell(_ json: JSONValue, _ korean: String, _ english: String) throws(LoginError) {
        try surroundings.terminal.write(
            options.has(.result) ? json.serializedText() : text(BilingualText(ko: korean, en: english)))
    }

    private func say(_ korean: String, _ english: String) {
        surroundings.terminal.complain(text(BilingualText(ko: korean, en: english)))
    }

    private func text(_ text: BilingualText) -> String { text.text(in: surroundings.language) }
}
