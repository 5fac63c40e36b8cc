// SPDX-License-Identifier: Apache-2.0

public import LoginCore
package import LoginCrypto
public import LoginHTTP

/// The providers' servers, offline: sign-in pages, tokens and APIs, for development and tests.
///
/// A handler, so it runs behind a listener, inside another server, or right inside a test. A host is addressed by a path
/// that begins with its real name, `/kauth.kakao.com/oauth/authorize`, or by the Host header. Control is under
/// `/_emulator`. Everything is kept in memory. It is strict; leniency is switched on by name.
public final class ProviderEmulator: HTTPHandler {
    private let seed: EmulatorSeed
    private let world: Locked<World>
    private let clock: MovableWallClock
    private let timer: any Clock<Duration>
    private let handlers: [String: EmulatedProvider.Handler]
    private let control: Control
    private let log: Log

    /// Makes an emulator that holds what a seed says.
    ///
    /// - Parameters:
    ///   - seed: people, apps and how it behaves.
    ///   - clock: the time of the emulated world; the control API moves it.
    ///   - random: gives keys, codes and tokens.
    ///   - log: hears what is asked of it.
    ///   - timer: what ordered delays run on; it never moves.
    public convenience init(
        seed: EmulatorSeed, clock: MovableWallClock, random: any RandomSource, log: Log,
        timer: any Clock<Duration>
    ) throws(LoginError) {
        try self.init(seed: seed, clock: clock, random: random, log: log, timer: timer, signingKey: nil)
    }

    /// The same with a signing key that was made before, since making one takes a while.
    package init(
        seed: EmulatorSeed, clock: MovableWallClock, random: any RandomSource, log: Log, timer: any Clock<Duration>,
        signingKey: SigningKey?
    ) throws(LoginError) {
        self.seed = seed
        self.clock = clock
        self.timer = timer
        self.log = log
        world = Locked(try seed.world(at: clock.now))
        var (handlers, keys): ([String: EmulatedProvider.Handler], [String: SigningKeys]) = ([:], [:])
        let fresh = FreshText(random: random)
        for provider in EmulatedProvider.all {
            let parts = ProviderParts(
                world: world, keys: SigningKeys(first: signingKey), clock: clock, fresh: fresh)
            keys[provider.id] = parts.keys
            handlers[provider.id] = provider.handler(parts)
        }
        self.handlers = handlers
        control = Control(world: world, seed: seed, clock: clock, fresh: fresh, keys: keys)
    }

    /// Who can sign in, in order.
    public var people: [PersonSummary] {
        world.withLock { $0.people.all.map(PersonSummary.init) }
    }

    /// The real host names that it answers for: what a certificate in front of it has to speak for.
    public static var hosts: [String] { EmulatedProvider.allHosts }

    /// Answers a request to any emulated host or to the control API.
    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        if request.path == "/_emulator" || request.path.hasPrefix("/_emulator/") {
            return control.respond(to: request)
        }
        guard let visit = Visit(request, hosts: EmulatedProvider.allHosts),
            let provider = EmulatedProvider.answering(for: visit.host), let handler = handlers[provider.id]
        else { return unknownHost(request) }
        let response = await answer(visit, of: provider, by: handler)
        world.withLock { $0.requests.add(visit, status: response.status, at: clock.now) }
        return response
    }

    private func answer(_ visit: Visit, of provider: EmulatedProvider, by handler: EmulatedProvider.Handler) async
        -> HTTPResponse
    {
        let fault = world.withLock { $0.faults.take(for: visit, of: provider) }
        guard let fault else { return await handler(visit) }
        log.write(.debug, "emulator.fault", ["kind": fault.kind.rawValue])
        if fault.delay > 0 {
            // Whoever stops waiting does not want the answer any more, so nothing is lost.
            try? await timer.sleep(for: .milliseconds(fault.delay))
        }
        if let answer = fault.answerInstead(of: provider) { return answer }
        return fault.spoil(await handler(visit))
    }

    private func unknownHost(_ request: HTTPRequest) -> HTTPResponse {
        if request.path == "/", request.method == .get, HTTPAddress.isLoopback(host: request.host) {
            return .redirect(to: "/_emulator")
        }
        return .json(
            [
                "error": "unknown_host",
                "message": "No emulated host is meant. Begin the path with one, or name it in Host.",
                "hosts": .texts(EmulatedProvider.allHosts),
            ], status: 404)
    }
}
