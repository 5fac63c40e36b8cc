// SPDX-License-Identifier: Apache-2.0

/// What a client is doing, for a screen to follow.
public enum LoginPhase: Sendable, Hashable {
    /// Nothing.
    case idle
    /// A sign-in is getting ready.
    case preparing(isInputBlocked: Bool)
    /// A sign-in waits for the person, who is looking there.
    case waiting(AwaitedPlace, isInputBlocked: Bool)
    /// The answer is here and becomes a session.
    case finishing(isInputBlocked: Bool)

    /// Whether the app's own controls should stay blocked: it follows from the phase and from nothing else.
    public var isInputBlocked: Bool {
        switch self {
        case .idle: false
        case .preparing(let blocked), .waiting(_, let blocked), .finishing(let blocked): blocked
        }
    }

    /// Whether a sign-in is under way.
    public var isAuthenticating: Bool { self != .idle }
}

extension LoginPhase {
    init(_ state: AttemptState, policy: AttemptPolicy) {
        let blocked = policy.blocksInput(in: state)
        switch state {
        case .idle, .finished: self = .idle
        case .preparing: self = .preparing(isInputBlocked: blocked)
        case .launching(_, let place), .awaitingUser(_, let place, _): self = .waiting(place, isInputBlocked: blocked)
        case .returning: self = .waiting(.otherApp, isInputBlocked: blocked)
        case .exchanging, .keeping: self = .finishing(isInputBlocked: blocked)
        }
    }
}
