// SPDX-License-Identifier: Apache-2.0

package import LoginCore

/// What can happen to an attempt.
package enum AttemptEvent: Sendable {
    /// The nonce is there, or none is needed; the page that will be opened shows itself in that place.
    case prepared(place: AwaitedPlace)
    /// The nonce could not be had.
    case preparationFailed(LoginError)
    /// The opener said that it opened something.
    case opened
    /// The opener said no; with a place to try instead, or without.
    case couldNotOpen(fallback: AwaitedPlace?)
    /// The app is about to lose the front: an alert, another app, a lock screen.
    case willResignActive
    /// The app is in front again.
    case didBecomeActive
    /// The app left the screen.
    case didEnterBackground
    /// The provider's answer arrived and belongs to this attempt.
    case answered
    /// The browser was closed: its cancel button, a swipe, a refusal of the system's question.
    case browserClosed
    /// The provider said that the person refused.
    case refused
    /// The session is there, and not stored yet.
    case exchanged
    /// The answer could not be turned into a session.
    case exchangeFailed(LoginError)
    /// The session is stored.
    case kept
    /// The session could not be stored.
    case keepingFailed(LoginError)
    /// A timer that the machine asked for ran out.
    case timerFired(AttemptTimer)
    /// The app gave up: `cancel()`, or its task ended.
    case cancelled
    /// The view that started the attempt went away.
    case hostDisappeared
}

/// The timers of an attempt; their lengths stand here and nowhere else.
package enum AttemptTimer: Sendable, Hashable, CaseIterable {
    /// From opening to the first sign that something opened.
    case launch
    /// From coming back by hand to giving up on an answer.
    case grace
    /// From the tap to the end of all patience.
    case overall
    /// From the answer to the session.
    case exchange

    /// How long it runs.
    package var length: Duration {
        switch self {
        case .launch: .seconds(3)
        case .grace: .milliseconds(1_500)
        case .overall: .seconds(600)
        case .exchange: .seconds(30)
        }
    }
}

/// What the machine wants done; it does nothing itself.
package enum AttemptEffect: Sendable, Hashable {
    /// Start a timer anew.
    case start(AttemptTimer)
    /// Stop a timer.
    case stop(AttemptTimer)
    /// Fetch the nonce.
    case prepare
    /// Open the provider's page or app in that place.
    case open(AwaitedPlace)
    /// Turn the answer into a session.
    case exchange
    /// Store the session.
    case keep
    /// Take down whatever was opened and tell the waiting caller, once.
    case finish
}
