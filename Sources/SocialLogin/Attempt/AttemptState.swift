// SPDX-License-Identifier: Apache-2.0

package import LoginAPI
public import LoginCore

/// Where the person is looking while a sign-in waits for them.
public enum AwaitedPlace: Sendable, Hashable {
    /// The system asks whether this app may use the provider to sign in.
    case systemAlert
    /// A browser shows the provider's page, inside this app or beside it.
    case browser
    /// The provider's own app is in front.
    case otherApp
}

/// How a sign-in ended. There are no other ways, and each attempt takes exactly one.
public enum AttemptOutcome: Sendable {
    /// The person is signed in.
    case succeeded
    /// Nothing failed; it just did not come to a sign-in.
    case cancelled(CancellationReason)
    /// Something failed; the error says what to do.
    case failed(LoginError)
}

/// Why an attempt was given up.
public enum CancellationReason: String, Sendable, Hashable, CaseIterable {
    /// The person closed the page, or said no on it.
    case userDismissed
    /// The person came back by hand and brought no answer.
    case returnedWithoutResult
    /// A newer attempt took its place.
    case superseded
    /// Ten minutes passed.
    case timedOut
    /// The app cancelled it, or its task.
    case programmatic
}

/// What stands where in the life of an attempt.
package enum AttemptState: Sendable {
    /// No attempt.
    case idle
    /// The server's nonce is being fetched.
    case preparing(AttemptID)
    /// The provider's page or app is being opened.
    case launching(AttemptID, place: AwaitedPlace)
    /// The person has the word. `isConfirmed` is false where nothing ever showed that the page came up.
    case awaitingUser(AttemptID, place: AwaitedPlace, isConfirmed: Bool)
    /// The person came back from the provider's app; its answer may be right behind.
    case returning(AttemptID)
    /// The answer is here and is being turned into a session.
    case exchanging(AttemptID)
    /// The session is here and is being stored.
    case keeping(AttemptID)
    /// It is over.
    case finished(AttemptID, AttemptOutcome)
}

extension AttemptState {
    /// The attempt that this state belongs to; nil when idle.
    package var id: AttemptID? {
        switch self {
        case .idle: nil
        case .preparing(let id), .launching(let id, _), .awaitingUser(let id, _, _), .returning(let id),
            .exchanging(let id), .keeping(let id), .finished(let id, _):
            id
        }
    }

    /// Whether an attempt is under way.
    package var isLive: Bool {
        switch self {
        case .idle, .finished: false
        case .preparing, .launching, .awaitingUser, .returning, .exchanging, .keeping: true
        }
    }
}
