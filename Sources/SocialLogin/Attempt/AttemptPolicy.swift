// SPDX-License-Identifier: Apache-2.0

/// What an app can choose about its attempts.
public struct AttemptPolicy: Sendable, Hashable {
    /// When the app's own controls stay blocked.
    public enum InputBlock: Sendable, Hashable {
        /// From the tap to the outcome. The phase says so, for a progress indicator.
        case untilOutcome
        /// Only while nothing else covers the app: for apps that show something of their own beside the provider's page.
        case whileUncovered
    }

    /// When the app's own controls stay blocked.
    public var inputBlock: InputBlock
    /// Whether the attempt ends when the view that started it disappears. By default it does not.
    public var cancelsWhenHostDisappears: Bool

    /// Makes a policy; what is left out is the safe choice.
    public init(inputBlock: InputBlock = .untilOutcome, cancelsWhenHostDisappears: Bool = false) {
        self.inputBlock = inputBlock
        self.cancelsWhenHostDisappears = cancelsWhenHostDisappears
    }
}

extension AttemptPolicy {
    /// Whether the app's controls are blocked in a state: a function of the state, never of a timer or a view event.
    package func blocksInput(in state: AttemptState) -> Bool {
        switch (state, inputBlock) {
        case (.idle, _), (.finished, _): false
        case (.awaitingUser(_, _, isConfirmed: false), _): false
        case (.preparing, _), (.launching, _), (.exchanging, _), (.keeping, _): true
        case (.awaitingUser(_, place: .systemAlert, _), _): true
        case (.awaitingUser, let block), (.returning, let block): block == .untilOutcome
        }
    }
}
