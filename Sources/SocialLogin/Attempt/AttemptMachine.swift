// SPDX-License-Identifier: Apache-2.0

package import LoginAPI
package import LoginCore

/// One sign-in from tap to outcome, as a pure state machine: an event goes in, the new state and what to do come out.
///
/// It reads no clock and touches no screen, so every row of its table is a test. Three rules hold it together: whether input
/// is blocked follows from the state alone; every attempt finishes exactly once; what the app's coming and going means
/// depends on where the person was sent.
package struct AttemptMachine: Sendable {
    /// Where the attempt stands.
    package private(set) var state: AttemptState = .idle

    private let policy: AttemptPolicy
    /// The system's question was on screen while the app left it: that session is dead, whatever it says later.
    private var isSystemAlertDead = false

    /// Makes an idle machine.
    package init(policy: AttemptPolicy = AttemptPolicy()) {
        self.policy = policy
    }

    /// Begins an attempt; throws where one is under way, which is never dropped silently.
    package mutating func start(_ id: AttemptID) throws(LoginError) -> [AttemptEffect] {
        guard !state.isLive else { throw .alreadyInProgress }
        state = .preparing(id)
        isSystemAlertDead = false
        return [.start(.overall), .prepare]
    }

    /// Goes on with an attempt whose app ended while the person was away and whose answer is here now.
    package mutating func resume(_ id: AttemptID) throws(LoginError) -> [AttemptEffect] {
        guard !state.isLive else { throw .alreadyInProgress }
        return exchange(id)
    }

    /// Takes in what happened to one attempt; an event of another attempt changes nothing.
    package mutating func receive(_ event: AttemptEvent, for id: AttemptID) -> [AttemptEffect] {
        guard state.isLive, state.id == id else { return [] }
        // What is being stored ends in a moment by itself: an attempt that says "cancelled" has left nothing behind.
        if case .keeping = state { return keeping(event) }
        switch event {
        case .cancelled: return finish(.cancelled(.programmatic))
        case .timerFired(.overall): return finish(.cancelled(.timedOut))
        case .hostDisappeared: return policy.cancelsWhenHostDisappears ? finish(.cancelled(.userDismissed)) : []
        default: return advance(event, id)
        }
    }

    /// Ends a live attempt so that a newer one can begin.
    ///
    /// One that is being stored is not given up any more.
    package mutating func supersede() -> [AttemptEffect] {
        if case .keeping = state { return [] }
        return state.isLive ? finish(.cancelled(.superseded)) : []
    }

    private mutating func advance(_ event: AttemptEvent, _ id: AttemptID) -> [AttemptEffect] {
        switch state {
        case .idle, .finished, .keeping: []
        case .preparing: preparing(event, id)
        case .launching(_, let place): launching(event, id, place)
        case .awaitingUser(_, let place, let isConfirmed): awaiting(event, id, place, isConfirmed)
        case .returning: returning(event, id)
        case .exchanging: exchanging(event)
        }
    }

    private mutating func preparing(_ event: AttemptEvent, _ id: AttemptID) -> [AttemptEffect] {
        switch event {
        case .prepared(let place): launch(id, place)
        case .preparationFailed(let error): finish(.failed(error))
        default: []
        }
    }

    private mutating func launching(_ event: AttemptEvent, _ id: AttemptID, _ place: AwaitedPlace) -> [AttemptEffect] {
        switch event {
        case .opened, .willResignActive:
            state = .awaitingUser(id, place: place, isConfirmed: true)
            return [.stop(.launch)]
        case .timerFired(.launch):
            // Nothing showed that a page came up, nor that none did: input is released, a later answer still counts.
            state = .awaitingUser(id, place: place, isConfirmed: false)
            return []
        case .couldNotOpen(let fallback?):
            return launch(id, fallback)
        case .couldNotOpen(nil):
            return finish(.failed(.cannotOpen))
        case .answered: return exchange(id)
        case .refused, .browserClosed: return finish(.cancelled(.userDismissed))
        default: return []
        }
    }

    private mutating func awaiting(
        _ event: AttemptEvent, _ id: AttemptID, _ place: AwaitedPlace, _ isConfirmed: Bool
    ) -> [AttemptEffect] {
        switch (event, place) {
        case (.answered, _):
            return exchange(id)
        case (.refused, _), (.browserClosed, _):
            return finish(.cancelled(.userDismissed))
        case (.opened, _), (.willResignActive, _):
            state = .awaitingUser(id, place: place, isConfirmed: true)
            return []
        case (.couldNotOpen(let fallback?), _) where !isConfirmed:
            return launch(id, fallback)
        case (.couldNotOpen(nil), _) where !isConfirmed:
            return finish(.failed(.cannotOpen))
        case (.didEnterBackground, .systemAlert):
            isSystemAlertDead = true
            return []
        case (.didBecomeActive, .systemAlert) where isSystemAlertDead:
            return finish(.cancelled(.returnedWithoutResult))
        case (.didBecomeActive, .systemAlert):
            state = .awaitingUser(id, place: .browser, isConfirmed: true)
            return []
        case (.didBecomeActive, .otherApp):
            state = .returning(id)
            return [.start(.grace)]
        default:
            // In a browser, coming back means nothing: the person may have fetched a code from another app.
            return []
        }
    }

    private mutating func returning(_ event: AttemptEvent, _ id: AttemptID) -> [AttemptEffect] {
        switch event {
        case .answered: return exchange(id)
        case .refused, .browserClosed: return finish(.cancelled(.userDismissed))
        case .timerFired(.grace): return finish(.cancelled(.returnedWithoutResult))
        case .willResignActive:
            // The person bounced back to the provider's app.
            state = .awaitingUser(id, place: .otherApp, isConfirmed: true)
            return [.stop(.grace)]
        default: return []
        }
    }

    private mutating func exchanging(_ event: AttemptEvent) -> [AttemptEffect] {
        switch event {
        case .exchanged: keep()
        case .exchangeFailed(let error): finish(.failed(error))
        case .timerFired(.exchange): finish(.failed(.exchangeTimedOut))
        default: []
        }
    }

    private mutating func keeping(_ event: AttemptEvent) -> [AttemptEffect] {
        switch event {
        case .kept: finish(.succeeded)
        case .keepingFailed(let error): finish(.failed(error))
        default: []
        }
    }

    private mutating func keep() -> [AttemptEffect] {
        guard let id = state.id else { return [] }
        state = .keeping(id)
        return [.keep]
    }

    private mutating func launch(_ id: AttemptID, _ place: AwaitedPlace) -> [AttemptEffect] {
        state = .launching(id, place: place)
        return [.start(.launch), .open(place)]
    }

    private mutating func exchange(_ id: AttemptID) -> [AttemptEffect] {
        state = .exchanging(id)
        return [.stop(.launch), .stop(.grace), .start(.exchange), .exchange]
    }

    private mutating func finish(_ outcome: AttemptOutcome) -> [AttemptEffect] {
        guard let id = state.id else { return [] }
        state = .finished(id, outcome)
        return AttemptTimer.allCases.map { .stop($0) } + [.finish]
    }
}
