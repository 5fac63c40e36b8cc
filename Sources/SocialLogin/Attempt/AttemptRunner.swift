// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore

/// Runs one attempt at a time: gives the machine its events, and does what the machine asks for.
///
/// Everything that an attempt starts (timers, the page, the exchange) is a task of that attempt and ends with it. The
/// waiting caller is answered exactly once, by `finish`.
final class AttemptRunner: Sendable {
    private struct Running: Sendable {
        let id: AttemptID
        let route: any SignInRoute
        let caller: CheckedContinuation<Result<SignedIn, LoginError>, Never>
        var page: SignInPage?
        var answer: Result<AuthorizationAnswer, LoginError>?
        var signedIn: SignedIn?
        var timers: [AttemptTimer: Task<Void, Never>] = [:]
        var work: [Task<Void, Never>] = []
    }

    private struct State: Sendable {
        var machine: AttemptMachine
        var running: Running?
        /// The last page that was answered or given up: a late callback of it is swallowed, never exchanged.
        var last: (route: any SignInRoute, page: SignInPage)?
        var listeners: [Int: AsyncStream<LoginPhase>.Continuation] = [:]
        var listenersEver = 0
    }

    private let environment: LoginEnvironment
    private let policy: AttemptPolicy
    private let state: Locked<State>

    init(environment: LoginEnvironment, policy: AttemptPolicy) {
        self.environment = environment
        self.policy = policy
        state = Locked(State(machine: AttemptMachine(policy: policy)))
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

    /// What the app's life means for the attempt under way.
    func receive(_ event: AttemptEvent) {
        if let id = state.value.running?.id { receive(event, for: id) }
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

    /// The present phase and every later one.
    func phases() -> AsyncStream<LoginPhase> {
        let (stream, listener) = AsyncStream.makeStream(of: LoginPhase.self, bufferingPolicy: .bufferingNewest(16))
        let (number, phase) = state.withLock { [policy] state in
            state.listenersEver += 1
            state.listeners[state.listenersEver] = listener
            return (state.listenersEver, LoginPhase(state.machine.state, policy: policy))
        }
        listener.yield(phase)
        listener.onTermination = { [state] _ in
            state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    // MARK: Events in

    private func begin(_ running: Running, superseding: Bool) {
        if superseding, let old = state.value.running?.id {
            perform(for: old) { $0.supersede() }
        }
        let began = state.withLock { state -> Result<[AttemptEffect], LoginError> in
            do throws(LoginError) {
                let effects = try state.machine.start(running.id)
                state.running = running
                return .success(effects)
            } catch {
                return .failure(error)
            }
        }
        switch began {
        case .success(let effects):
            tellListeners()
            for effect in effects { perform(effect, for: running.id) }
        case .failure(let error):
            running.caller.resume(returning: .failure(error))
        }
    }

    private func receive(_ event: AttemptEvent, for id: AttemptID) {
        perform(for: id) { $0.receive(event, for: id) }
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

    private func perform(for id: AttemptID, _ step: @Sendable (inout AttemptMachine) -> [AttemptEffect]) {
        let effects = state.withLock { step(&$0.machine) }
        tellListeners()
        for effect in effects { perform(effect, for: id) }
    }

    private func tellListeners() {
        state.withLock { [policy] state in
            let phase = LoginPhase(state.machine.state, policy: policy)
            for listener in state.listeners.values { listener.yield(phase) }
        }
    }

    // MARK: Effects out

    private func perform(_ effect: AttemptEffect, for id: AttemptID) {
        switch effect {
        case .start(let timer): start(timer, for: id)
        case .stop(let timer): state.withLock { $0.running?.timers.removeValue(forKey: timer)?.cancel() }
        case .prepare: work(for: id) { await $0.prepare(id) }
        case .open: work(for: id) { await $0.open(id) }
        case .exchange: work(for: id) { await $0.exchange(id) }
        case .dismiss: break  // The browser is closed by whoever ends the attempt, after the caller has its answer.
        case .finish: finish(id)
        }
    }

    private func start(_ timer: AttemptTimer, for id: AttemptID) {
        let clock = environment.timer
        let task = Task { [weak self] in
            do {
                try await clock.sleep(for: timer.length)
            } catch {
                // Cancelled: the timer was stopped.
                return
            }
            self?.receive(.timerFired(timer), for: id)
        }
        state.withLock { state in
            guard state.running?.id == id else { return task.cancel() }
            state.running?.timers.updateValue(task, forKey: timer)?.cancel()
        }
    }

    private func work(for id: AttemptID, _ step: @escaping @Sendable (AttemptRunner) async -> Void) {
        let task = Task { [weak self] in
            if let self { await step(self) }
        }
        state.withLock { state in
            guard state.running?.id == id else { return task.cancel() }
            state.running?.work.append(task)
        }
    }

    private func prepare(_ id: AttemptID) async {
        guard let route = running(id)?.route else { return }
        do throws(LoginError) {
            let redirectURI = try await environment.browser.prepare(for: route.target) { [weak self] event in
                self?.receive(event, for: id) ?? false
            }
            let page = try await route.page(for: id, redirectURI: redirectURI)
            state.withLock { if $0.running?.id == id { $0.running?.page = page } }
            receive(.prepared(place: environment.browser.place), for: id)
        } catch {
            receive(.preparationFailed(error), for: id)
        }
    }

    private func receive(_ event: BrowserEvent, for id: AttemptID) -> Bool {
        switch event {
        case .callback(let address): return handle(address)
        case .closed:
            receive(.browserClosed, for: id)
            return true
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
            let signedIn = try await running.route.finish(try answer.get(), of: page, attempt: id)
            state.withLock { if $0.running?.id == id { $0.running?.signedIn = signedIn } }
            receive(.exchanged, for: id)
        } catch {
            receive(.exchangeFailed(error), for: id)
        }
    }

    private func running(_ id: AttemptID) -> Running? {
        state.value.running.flatMap { $0.id == id ? $0 : nil }
    }

    private func finish(_ id: AttemptID) {
        let ended = state.withLock { state -> (Running, Result<SignedIn, LoginError>)? in
            guard let running = state.running, running.id == id, case .finished(_, let outcome) = state.machine.state
            else { return nil }
            state.running = nil
            if let page = running.page { state.last = (running.route, page) }
            return (running, Self.result(outcome, running.signedIn))
        }
        guard let (running, result) = ended else { return }
        let browser = environment.browser
        Task {
            await browser.close()
            for task in running.timers.values { task.cancel() }
            for task in running.work { task.cancel() }
            running.caller.resume(returning: result)
        }
    }

    private static func result(_ outcome: AttemptOutcome, _ signedIn: SignedIn?) -> Result<SignedIn, LoginError> {
        switch outcome {
        case .succeeded:
            guard let signedIn else { preconditionFailure("an attempt succeeds only after its exchange") }
            return .success(signedIn)
        case .cancelled(let reason): return .failure(.cancelled(reason))
        case .failed(let error): return .failure(error)
        }
    }
}
