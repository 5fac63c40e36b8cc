// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import Testing

@testable import SocialLogin

/// Where an attempt can stand while it is under way, and how it gets there.
private struct Standing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let events: [AttemptEvent]

    static let all = [
        Standing(testDescription: "preparing", events: []),
        Standing(testDescription: "launching", events: [.prepared(place: .otherApp)]),
        Standing(testDescription: "awaiting", events: [.prepared(place: .otherApp), .opened]),
        Standing(
            testDescription: "awaiting without a sign", events: [.prepared(place: .otherApp), .timerFired(.launch)]),
        Standing(testDescription: "returning", events: [.prepared(place: .otherApp), .opened, .didBecomeActive]),
        Standing(testDescription: "exchanging", events: [.prepared(place: .otherApp), .opened, .answered]),
    ]

    func attempt(policy: AttemptPolicy = AttemptPolicy()) throws -> Attempt {
        var attempt = try Attempt(policy: policy)
        try attempt.start()
        for event in events { attempt.receive(event) }
        return attempt
    }
}

@Suite("Rows of the table that hold in many states")
struct AttemptRowTests {
    @Test("ten minutes, a cancel and a newer attempt end it wherever it stands, once", arguments: Standing.all)
    fileprivate func endsAnywhere(standing: Standing) throws {
        var late = try standing.attempt()
        late.receive(.timerFired(.overall), .answered, .exchanged, .kept)
        #expect(late.outcome == "cancelled: timedOut")
        #expect(late.finishes == 1)

        var cancelled = try standing.attempt()
        cancelled.receive(.cancelled, .timerFired(.overall), .answered)
        #expect(cancelled.outcome == "cancelled: programmatic")
        #expect(cancelled.finishes == 1)

        var superseded = try standing.attempt()
        superseded.effects += superseded.machine.supersede()
        #expect(superseded.outcome == "cancelled: superseded")
        #expect(superseded.finishes == 1)
        // Whatever it started is stopped.
        #expect(superseded.effects.suffix(5) == AttemptTimer.allCases.map { AttemptEffect.stop($0) } + [.finish])
    }

    @Test("with the option, the host view's end ends it wherever it stands", arguments: Standing.all)
    fileprivate func hostDisappears(standing: Standing) throws {
        var attempt = try standing.attempt(policy: AttemptPolicy(cancelsWhenHostDisappears: true))
        attempt.receive(.hostDisappeared, .hostDisappeared)
        #expect(attempt.outcome == "cancelled: userDismissed")
        #expect(attempt.finishes == 1)
    }

    @Test("an attempt that is being stored makes no room for a newer one", arguments: [false, true])
    func keeping(isResumed: Bool) throws {
        var attempt = try Attempt.awaiting(.browser)
        attempt.receive(.answered, .exchanged)

        #expect(attempt.machine.supersede().isEmpty)
        #expect(throws: LoginError.self) {
            _ = isResumed ? try attempt.machine.resume(attempt.id) : try attempt.machine.start(attempt.id)
        }

        attempt.receive(.kept)
        #expect(attempt.outcome == "succeeded")
    }

    @Test("an answer may be quicker than the word that the page was opened")
    func answerBeforeOpened() throws {
        for (event, outcome) in [
            (AttemptEvent.answered, "succeeded"), (.refused, "cancelled: userDismissed"),
            (.browserClosed, "cancelled: userDismissed"),
        ] {
            var attempt = try Attempt()
            try attempt.start()
            attempt.receive(.prepared(place: .browser), event, .opened, .timerFired(.launch), .exchanged, .kept)
            #expect(attempt.outcome == outcome)
            #expect(attempt.finishes == 1)
        }
    }

    @Test("losing the front is a sign that something opened: the launch deadline is over")
    func signOfLife() throws {
        let policy = AttemptPolicy()
        var attempt = try Attempt(policy: policy)
        try attempt.start()
        attempt.receive(.prepared(place: .otherApp), .willResignActive)

        #expect(attempt.effects.last == .stop(.launch))
        attempt.receive(.timerFired(.launch))
        #expect(policy.blocksInput(in: attempt.machine.state))
    }

    @Test("after the launch deadline a late sign blocks again, and a late no still finds the other way")
    func lateSigns() throws {
        let policy = AttemptPolicy()
        for late: AttemptEvent in [.opened, .willResignActive] {
            var attempt = try Attempt(policy: policy)
            try attempt.start()
            attempt.receive(.prepared(place: .otherApp), .timerFired(.launch))
            #expect(!policy.blocksInput(in: attempt.machine.state))
            attempt.receive(late)
            #expect(policy.blocksInput(in: attempt.machine.state))
            // It is open: no fallback comes up behind it.
            attempt.receive(.couldNotOpen(fallback: .browser), .couldNotOpen(fallback: nil))
            #expect(attempt.outcome == "live")
        }

        var refused = try Attempt(policy: policy)
        try refused.start()
        refused.receive(.prepared(place: .otherApp), .timerFired(.launch), .couldNotOpen(fallback: .browser))
        #expect(refused.effects.last == .open(.browser))
        refused.receive(.timerFired(.launch), .couldNotOpen(fallback: nil))
        #expect(refused.outcome == "failed: cannot_open")
    }

    @Test("an answer stops the grace, and so does bouncing back to the other app")
    func graceStops() throws {
        for event: AttemptEvent in [.answered, .willResignActive] {
            var attempt = try Attempt.awaiting(.otherApp)
            attempt.receive(.didBecomeActive)
            #expect(attempt.effects.last == .start(.grace))
            attempt.receive(event)
            #expect(attempt.effects.contains(.stop(.grace)))
            attempt.receive(.timerFired(.grace))
            #expect(attempt.outcome == "live")
        }
    }

    @Test("an attempt of the process before goes on with its exchange")
    func resumed() throws {
        var attempt = try Attempt()
        attempt.effects += try attempt.machine.resume(attempt.id)
        attempt.receive(.answered, .browserClosed, .exchanged, .kept)

        #expect(attempt.effects.count { $0 == .exchange } == 1)
        #expect(!attempt.effects.contains { if case .open = $0 { true } else { false } })
        #expect(attempt.outcome == "succeeded")
    }
}
