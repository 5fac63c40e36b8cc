// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore

/// Runs one attempt at a time: gives the machine its events, and does what the machine asks for.
///
/// Everything that an attempt starts (timers, the page, the exchange) is a task of that attempt and ends with it. The
/// waiting caller is answered exactly once, by `finish`.
final class AttemptRunner: Sendable {
    let environment: LoginEnvironment
    private let policy: AttemptPolicy
    private let state: Locked<State>

    private struct State: Sendable {
        var machine: AttemptMachine
        var running: Running?
        /// The last page that was answered or given up: a late callback of it is swallowed, never exchanged.
        var last: (route: any SignInRoute, page: SignInPage)?
        /// How the attempt before comes down.
        var ending: Task<Void, Never>?
        /// An attempt of an earlier process that was gone on with in this one.
        var resumed: Task<Result<SignedIn, LoginError>, Never>?
        var listeners: [Int: AsyncStream<LoginPhase>.Continuation] = [:]
        var listenersEver = 0
        /// The phase that the listeners know.
        var told = LoginPhase.idle
    }

    /// The attempt under way.
    struct Running: Sendable {
        let id: AttemptID
        let route: any SignInRoute
        let caller: CheckedContinuation<Result<SignedIn, LoginError>, Never>
        /// The end of the attempt before: this one gets ready only after it.
        var before: Task<Void, Never>?
        var page: SignInPage?
        var answer: Result<AuthorizationAnswer, LoginError>?
        var granted: Granted?
        var timers: [AttemptTimer: Task<Void, Never>] = [:]
        var work: [Task<Void, Never>] = []
    }

    init(environment: LoginEnvironment, policy: AttemptPolicy) {
        self.environment = environment
        self.policy = policy
        state = Locked(State(machine: AttemptMachine(policy: policy)))
    }

    deinit {
        for listener in state.value.listeners.values { listener.finish() }
    }

    /// Runs an attempt to its one outcome.
    func run(_ route: any SignInRoute, superseding: Bool) async throws(LoginError) -> SignedIn {
        let id = AttemptID(random: environment.random)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                begin(Running(id: id, route: route, caller: caller), superseding: superseding)
                // The task may have been cancelled before there was anything to cancel.
                if Task.isCancelled { receive(.cancelled, for: id) }
            }
        } onCancel: {
            receive(.cancelled, for: id)
        }
        return try outcome.get()
    }

    /// Gives up the attempt that is under way, if any.
    func cancel() {
        if let id = state.value.running?.id { receive(.cancelled, for: id) }
    }

    /// Takes an address that may be the answer; true where it belongs to the present or the last attempt.
    func handle(_ address: String) -> Bool {
        let now = state.value
        if let running = now.running, let page = running.page {
            switch running.route.judge(address, for: page) {
            case .answer(let answer): return take(.success(answer), for: running.id)
            case .refused(let error): return take(.failure(error), for: running.id)
            case .cancelled:
                receive(.refused, for: running.id)
                return true
            case .notOurs: break
            }
        }
        guard let last = now.last else { return false }
        if case .notOurs = last.route.judge(address, for: last.page) { return false }
        environment.log.write(.warning, "attempt.late_callback")
        return true
    }

    /// The present phase.
    var phase: LoginPhase { LoginPhase(state.value.machine.state, policy: policy) }

    /// The present phase and every later one, until the client is gone.
    func phases() -> AsyncStream<LoginPhase> {
        let (stream, listener) = AsyncStream.makeStream(of: LoginPhase.self, bufferingPolicy: .bufferingNewest(16))
        let number = state.withLock { [policy] state in
            state.listenersEver += 1
            state.listeners[state.listenersEver] = listener
            listener.yield(LoginPhase(state.machine.state, policy: policy))
            return state.listenersEver
        }
        listener.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}

// MARK: Events in

extension AttemptRunner {
    private typealias Ended = (running: Running, result: Result<SignedIn, LoginError>, ending: Task<Void, Never>)

    private func begin(_ running: Running, superseding: Bool) {
        let (superseded, began) = state.withLock { state in
            let superseded = superseding && !state.machine.supersede().isEmpty ? takeEnded(&state) : nil
            return (superseded, start(running, in: &state) { machine, id throws(LoginError) in try machine.start(id) })
        }
        if let superseded { conclude(superseded) }
        perform(began, of: running)
    }

    /// Goes on with an attempt of an earlier process whose answer has come; its outcome is what `outcomeOfResumed` gives.
    func resume(_ pending: PendingAttempt, _ answer: AuthorizationAnswer, _ route: any SignInRoute) {
        let task = Task { [self] in
            await withCheckedContinuation { caller in
                var running = Running(id: pending.id, route: route, caller: caller)
                running.page = pending.page
                running.answer = .success(answer)
                let began = state.withLock { [running] state in
                    start(running, in: &state) { machine, id throws(LoginError) in try machine.resume(id) }
                }
                perform(began, of: running)
            }
        }
        state.withLock { $0.resumed = task }
    }

    /// What became of an attempt of an earlier process, within a deadline; nil where there was none or it is not over.
    func outcomeOfResumed(within limit: Duration) async -> Result<SignedIn, LoginError>? {
        guard let resumed = state.value.resumed else { return nil }
        return await patiently(resumed, for: limit, on: environment.timer)
    }

    private func start(
        _ running: Running, in state: inout State,
        _ step: (inout AttemptMachine, AttemptID) throws(LoginError) -> [AttemptEffect]
    ) -> Result<[AttemptEffect], LoginError> {
        do throws(LoginError) {
            let effects = try step(&state.machine, running.id)
            state.running = running
            state.running?.before = state.ending
            tell(&state)
            return .success(effects)
        } catch {
            return .failure(error)
        }
    }

    private func perform(_ began: Result<[AttemptEffect], LoginError>, of running: Running) {
        switch began {
        case .success(let effects): for effect in effects { perform(effect, for: running.id) }
        case .failure(let error): running.caller.resume(returning: .failure(error))
        }
    }

    private func receive(_ event: AttemptEvent, for id: AttemptID) {
        let effects = state.withLock { state in
            defer { tell(&state) }
            return state.machine.receive(event, for: id)
        }
        for effect in effects { perform(effect, for: id) }
    }

    private func receive(_ event: BrowserEvent, for id: AttemptID) -> Bool {
        switch event {
        case .callback(let address): return handle(address)
        case .closed:
            receive(.browserClosed, for: id)
            return true
        }
    }

    private func take(_ answer: Result<AuthorizationAnswer, LoginError>, for id: AttemptID) -> Bool {
        let isFirst = state.withLock { state in
            guard state.running?.id == id, state.running?.answer == nil else { return false }
            state.running?.answer = answer
            return true
        }
        // A second delivery of the same answer is ours too, and changes nothing.
        if isFirst { receive(.answered, for: id) }
        return true
    }

    private func tell(_ state: inout State) {
        let phase = LoginPhase(state.machine.state, policy: policy)
        guard phase != state.told else { return }
        state.told = phase
        for listener in state.listeners.values { listener.yield(phase) }
    }
}

// MARK: Effects out

extension AttemptRunner {
    private func perform(_ effect: AttemptEffect, for id: AttemptID) {
        switch effect {
        case .start(let timer): start(timer, for: id)
        case .stop(let timer): state.withLock { $0.running?.timers.removeValue(forKey: timer)?.cancel() }
        case .prepare: work(for: id) { await $0.prepare(id) }
        case .open: work(for: id) { await $0.open(id) }
        case .exchange: work(for: id) { await $0.exchange(id) }
        case .keep: work(for: id) { await $0.keep(id) }
        case .finish: if let ended = state.withLock({ takeEnded(&$0) }) { conclude(ended) }
        }
    }

    private func start(_ timer: AttemptTimer, for id: AttemptID) {
        let clock = environment.timer
        state.withLock { state in
            guard state.running?.id == id else { return }
            state.running?.timers[timer]?.cancel()
            state.running?.timers[timer] = Task { [weak self] in
                do {
                    try await clock.sleep(for: timer.length)
                } catch {
                    // Cancelled: the timer was stopped.
                    return
                }
                self?.receive(.timerFired(timer), for: id)
            }
        }
    }

    private func work(for id: AttemptID, _ step: @escaping @Sendable (AttemptRunner) async -> Void) {
        // Under the lock, so that nothing begins that the attempt's end does not know of.
        state.withLock { state in
            guard state.running?.id == id else { return }
            state.running?.work.append(Task { await step(self) })
        }
    }

    private func prepare(_ id: AttemptID) async {
        guard let running = running(id) else { return }
        await running.before?.value
        let route = running.route
        guard !Task.isCancelled else { return }
        do throws(LoginError) {
            let redirectURI = try await environment.browser.prepare(for: route.target) { [weak self] event in
                self?.receive(event, for: id) ?? false
            }
            let page = try await route.page(for: id, redirectURI: redirectURI)
            if route.isResumable { await remember(id, page, route.providerID) }
            state.withLock { if $0.running?.id == id { $0.running?.page = page } }
            receive(.prepared(place: environment.browser.place), for: id)
        } catch {
            receive(.preparationFailed(error), for: id)
        }
    }

    private func open(_ id: AttemptID) async {
        guard let page = running(id)?.page else { return }
        do throws(LoginError) {
            try await environment.browser.open(page.address)
            receive(.opened, for: id)
        } catch {
            environment.log.write(.warning, "attempt.cannot_open", ["code": error.code.rawValue])
            receive(.couldNotOpen(fallback: nil), for: id)
        }
    }

    private func exchange(_ id: AttemptID) async {
        guard let running = running(id), let page = running.page, let answer = running.answer else { return }
        do throws(LoginError) {
            let granted = try await running.route.finish(try answer.get(), of: page, attempt: id)
            let isAwaited = state.withLock { state in
                guard state.running?.id == id else { return false }
                state.running?.granted = granted
                return true
            }
            guard isAwaited else { return await granted.giveBack() }
            receive(.exchanged, for: id)
        } catch {
            receive(.exchangeFailed(error), for: id)
        }
    }

    private func keep(_ id: AttemptID) async {
        guard let granted = running(id)?.granted else { return }
        do throws(LoginError) {
            try await granted.keep()
            receive(.kept, for: id)
        } catch {
            receive(.keepingFailed(error), for: id)
        }
    }

    private func running(_ id: AttemptID) -> Running? {
        state.value.running.flatMap { $0.id == id ? $0 : nil }
    }

    /// Takes the attempt that has just finished out of the state; nil where it was taken before.
    private func takeEnded(_ state: inout State) -> Ended? {
        guard let running = state.running, case .finished(running.id, let outcome) = state.machine.state else {
            return nil
        }
        state.running = nil
        if let page = running.page { state.last = (running.route, page) }
        tell(&state)
        let browser = environment.browser
        let ending = Task { [self, before = state.ending] in
            await before?.value
            for task in running.timers.values { task.cancel() }
            for task in running.work { task.cancel() }
            // A browser that is still getting ready would listen on after it was closed.
            await running.work.first?.value
            await browser.close()
            if running.route.isResumable { await forgetPending() }
        }
        state.ending = ending
        return (running, Self.result(outcome, running.granted), ending)
    }

    /// Answers the caller once the last page is out of the way, and in any case within seconds.
    private func conclude(_ ended: Ended) {
        let timer = environment.timer
        Task {
            _ = await patiently(ended.ending, for: .seconds(3), on: timer)
            ended.running.caller.resume(returning: ended.result)
            if case .failure = ended.result { await ended.running.granted?.giveBack() }
        }
    }

    private static func result(_ outcome: AttemptOutcome, _ granted: Granted?) -> Result<SignedIn, LoginError> {
        switch outcome {
        case .succeeded:
            guard let granted else { preconditionFailure("an attempt succeeds only after its exchange") }
            return .success(granted.signedIn)
        case .cancelled(let reason): return .failure(.cancelled(reason))
        case .failed(let error): return .failure(error)
        }
    }
}

// MARK: An app that is ended meanwhile

extension AttemptRunner {
    /// Takes an address that may answer an attempt of an earlier process; true where it does.
    ///
    /// An answer that comes too late is ours all the same, and ends that attempt; so it does beside a newer one.
    func handleEarlier(_ address: String, _ routes: [ProviderID: any SignInRoute]) async -> Bool {
        guard let pending = await pending(), let route = routes[pending.provider] else { return false }
        let judgement = route.judge(address, for: pending.page)
        if case .notOurs = judgement { return false }
        guard state.value.running == nil else { return true }
        await forgetPending()
        switch judgement {
        case .answer(let answer) where pending.isAwaited(at: environment.clock.now):
            resume(pending, answer, route)
        case .refused(let error): environment.log.write(.info, "attempt.ended", ["code": error.code.rawValue])
        case .answer, .cancelled, .notOurs: environment.log.write(.info, "attempt.ended")
        }
        return true
    }

    private func pending() async -> PendingAttempt? {
        // A store that cannot be read now cannot say what was pending: then the person signs in again.
        try? await environment.store.read(PendingAttempt.entryName).flatMap(PendingAttempt.init(entry:))
    }

    private func remember(_ id: AttemptID, _ page: SignInPage, _ provider: ProviderID) async {
        let pending = PendingAttempt(id: id, provider: provider, page: page, startedAt: environment.clock.now)
        do {
            try await environment.store.write(pending.entry, PendingAttempt.entryName)
        } catch {
            // The sign-in works all the same, unless the system ends the app meanwhile.
            environment.log.write(.warning, "attempt.not_remembered")
        }
    }

    private func forgetPending() async {
        do {
            try await environment.store.remove(PendingAttempt.entryName)
        } catch {
            // It is of no use after ten minutes.
            environment.log.write(.warning, "attempt.not_forgotten")
        }
    }
}
