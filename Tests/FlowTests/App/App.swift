// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCurlTransport
import LoginHTTP
import SocialLogin
import SocialLoginDesktop
import Testing

/// An app that signs in with the SDK: its store is a folder, its requests are real, and its person does what a test says.
struct App {
    let stage: Stage
    let log = CapturedLog()
    let requests: WatchedTransport
    /// How the pages that the app opens reach the person.
    let person: Person
    var timer: any Clock<Duration> = ContinuousClock()

    init(_ stage: Stage) {
        self.stage = stage
        requests = WatchedTransport(stage.transport)
        person = Person()
    }

    static let nativeLink = KakaoApp.redirectURI

    /// Kakao by the app's native key; the answer comes at the key's own scheme.
    static let native = AppProvider.kakao(nativeAppKey: "demo-kakao-native-key")

    /// What runs in one process of the app; made anew, it is the next process, with the same store.
    func client(
        _ providers: [AppProvider] = [native], server: Bool = true, browser: (any SignInBrowser)? = nil,
        policy: AttemptPolicy = AttemptPolicy()
    ) throws -> LoginClient {
        let environment = LoginEnvironment(
            transport: requests, clock: stage.clock, timer: timer, random: SystemRandomSource(),
            store: try FileSecretStore(folder: stage.folder.appending(path: "app").path, clock: ContinuousClock()),
            browser: browser ?? person, deviceName: "My Desk", log: log.log,
            emulator: try EmulatorRouting(base: stage.emulatorAddress))
        return try LoginClient(
            providers: providers,
            server: server ? .init(stage.address, allowsLoopbackHTTP: true) : nil, environment: environment,
            policy: policy)
    }

    /// Signs somebody in who says yes to everything, and up where they are new.
    func signIn(_ client: LoginClient, as id: Int64 = 1001) async throws -> SignedIn {
        let signedIn = try await signInOnly(client, as: id)
        guard case .newPerson(let offer) = signedIn else { return signedIn }
        return .member(
            try await client.signUp(offer, nickname: "서연", acceptedTerms: ["service", "privacy"]))
    }

    /// Signs somebody in.
    func signInOnly(
        _ client: LoginClient, as id: Int64 = 1001, agreeing: KakaoApp.Agreement = .all
    ) async throws -> SignedIn {
        let signedIn = Task { try await client.signIn(with: .kakao) }
        let answer = try await answer(to: try required(await person.nextPage()), as: id, agreeing: agreeing)
        #expect(await client.handle(answer))
        return try await signedIn.value
    }

    /// Walks the pages that begin at an address: what comes back to the app.
    func answer(
        to page: String, as id: Int64 = 1001, agreeing: KakaoApp.Agreement = .all
    ) async throws -> String {
        try await KakaoApp(stage).walk(from: page, as: id, agreeing: agreeing)
    }
}

/// Stands where the system's browser would: hands every page to the test.
final class Person: SignInBrowser {
    private let pages: AsyncStream<String>
    private let page: AsyncStream<String>.Continuation
    private let receiver = Locked<(@Sendable (BrowserEvent) -> Bool)?>(nil)
    private let closings = Locked(0)
    private let openings = Locked(0)
    let place: AwaitedPlace

    init(place: AwaitedPlace = .browser) {
        self.place = place
        (pages, page) = AsyncStream.makeStream()
    }

    /// How often what was shown was taken down.
    var closeCount: Int { closings.value }

    /// How many pages were opened.
    var openCount: Int { openings.value }

    /// The next page that is opened.
    func nextPage() async -> String? {
        for await page in pages { return page }
        return nil
    }

    /// Closes the browser.
    func closeBrowser() { _ = receiver.value?(.closed) }

    func prepare(
        for target: CallbackTarget, receive: @escaping @Sendable (BrowserEvent) -> Bool
    ) async throws(LoginError) -> String {
        receiver.withLock { $0 = receive }
        guard case .link(let address) = target else { throw .cannotOpen }
        return address
    }

    func open(_ address: String) async throws(LoginError) {
        openings.withLock { $0 += 1 }
        page.yield(address)
    }

    func close() async { closings.withLock { $0 += 1 } }
}

/// Sends requests over a real transport, keeps count of them, and holds or loses what a test wants held or lost.
final class WatchedTransport: HTTPTransport {
    private struct State: Sendable {
        var counts: [String: Int] = [:]
        var lost: [String: Int] = [:]
        var isOffline = false
        var gates: [String: Gate] = [:]
    }

    private let transport: any HTTPTransport
    private let state = Locked(State())

    init(_ transport: any HTTPTransport) { self.transport = transport }

    /// How many requests went to a path.
    func count(_ path: String) -> Int { state.value.counts[path] ?? 0 }

    /// Loses the next answers of a path, after the server gave them.
    func loseAnswers(_ path: String, _ number: Int = 1) { state.withLock { $0.lost[path] = number } }

    /// Takes the network away, or gives it back.
    func goOffline(_ isOffline: Bool = true) { state.withLock { $0.isOffline = isOffline } }

    /// Holds the answers of a path until the gate opens.
    func hold(_ path: String) -> Gate {
        let gate = Gate()
        state.withLock { $0.gates[path] = gate }
        return gate
    }

    func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError) -> HTTPResponse {
        let path = request.path
        let isOffline = state.withLock { state in
            state.counts[path, default: 0] += 1
            return state.isOffline
        }
        guard !isOffline else {
            throw TransportError(.cannotConnect, host: request.host, mayHaveBeenReceived: false)
        }
        let response = try await transport.send(request, limits: limits)
        if let gate = state.value.gates[path] { await gate.pass() }
        let isLost = state.withLock { state in
            guard let left = state.lost[path], left > 0 else { return false }
            state.lost[path] = left - 1
            return true
        }
        guard !isLost else { throw TransportError(.connectionLost, host: request.host, mayHaveBeenReceived: true) }
        return response
    }
}

/// Stops whoever comes by until it is opened.
final class Gate: Sendable {
    private struct State: Sendable {
        var isOpen = false
        var held: [CheckedContinuation<Void, Never>] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
        var arrivals = 0
    }

    private let state = Locked(State())

    func pass() async {
        await withCheckedContinuation { passer in
            let (goes, watchers) = state.withLock { state in
                state.arrivals += 1
                if !state.isOpen { state.held.append(passer) }
                defer { state.watchers = [] }
                return (state.isOpen, state.watchers)
            }
            watchers.forEach { $0.resume() }
            if goes { passer.resume() }
        }
    }

    /// Returns when somebody has come by.
    func arrival() async {
        await withCheckedContinuation { watcher in
            let came = state.withLock { state in
                if state.arrivals == 0 { state.watchers.append(watcher) }
                return state.arrivals > 0
            }
            if came { watcher.resume() }
        }
    }

    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        held.forEach { $0.resume() }
    }
}

extension SignedIn {
    /// The account of a member.
    func account() throws -> AccountAnswer {
        guard case .member(let account) = self else { throw Unexpected() }
        return account
    }
}

extension Restored {
    /// What it is, in a form that tests can compare.
    var text: String {
        switch self {
        case .member(let account, let isConfirmed): "\(account.nickname)\(isConfirmed ? "" : ", unconfirmed")"
        case .withoutServer(let id): "without server: \(id)"
        case .newPerson: "new person"
        case .signedOut: "signed out"
        case .unavailable(let error): "unavailable: \(error.code.rawValue)"
        }
    }
}

/// The error of a call that must fail.
func failure(
    of call: () async throws -> some Any, at location: SourceLocation = #_sourceLocation
) async throws -> LoginError {
    do {
        _ = try await call()
    } catch let error as LoginError {
        return error
    }
    Issue.record("it must fail", sourceLocation: location)
    throw Unexpected()
}
