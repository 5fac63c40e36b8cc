// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import Testing

@testable import SocialLogin

@Suite("An attempt from tap to outcome")
struct AttemptMachineTests {
    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let place: AwaitedPlace
        let events: [AttemptEvent]
        let outcome: String

        init(_ name: String, _ place: AwaitedPlace, _ events: [AttemptEvent], _ outcome: String) {
            testDescription = name
            self.place = place
            self.events = events
            self.outcome = outcome
        }
    }

    static let stories = [
        Story(
            "the answer comes before the activation", .otherApp, [.answered, .didBecomeActive, .exchanged, .kept],
            "succeeded"),
        Story(
            "the answer comes after the activation, within the grace", .otherApp,
            [.didBecomeActive, .answered, .exchanged, .kept], "succeeded"),
        Story(
            "the answer comes after the grace", .otherApp,
            [.didBecomeActive, .timerFired(.grace), .answered, .exchanged, .kept], "cancelled: returnedWithoutResult"),
        Story(
            "the app becomes active twice", .otherApp,
            [.didBecomeActive, .didBecomeActive, .answered, .exchanged, .kept],
            "succeeded"),
        Story(
            "the notification shade comes and goes over the other app", .otherApp,
            [
                .willResignActive, .didBecomeActive, .willResignActive, .timerFired(.grace), .answered, .exchanged,
                .kept,
            ],
            "succeeded"),
        Story(
            "the device is locked while the system asks", .systemAlert, [.didEnterBackground, .didBecomeActive],
            "cancelled: returnedWithoutResult"),
        Story(
            "the system's question is answered and the browser shows", .systemAlert,
            [.didBecomeActive, .didEnterBackground, .didBecomeActive, .answered, .exchanged, .kept], "succeeded"),
        Story(
            "the person fetches a code from another app while the browser shows", .browser,
            [.willResignActive, .didEnterBackground, .didBecomeActive, .answered, .exchanged, .kept], "succeeded"),
        Story("the browser is closed", .browser, [.browserClosed], "cancelled: userDismissed"),
        Story(
            "the browser closes itself after the answer", .browser, [.answered, .browserClosed, .exchanged, .kept],
            "succeeded"
        ),
        Story("the person says no at the provider", .browser, [.refused], "cancelled: userDismissed"),
        Story(
            "the person returns by the app switcher", .otherApp, [.didBecomeActive, .timerFired(.grace)],
            "cancelled: returnedWithoutResult"),
        Story("ten minutes pass", .browser, [.timerFired(.overall)], "cancelled: timedOut"),
        Story("the app cancels", .browser, [.cancelled], "cancelled: programmatic"),
        Story(
            "the app cancels during the exchange", .browser, [.answered, .cancelled, .exchanged, .kept],
            "cancelled: programmatic"),
        Story(
            "the app cancels while the session is being stored", .browser,
            [.answered, .exchanged, .cancelled, .timerFired(.overall), .hostDisappeared, .kept], "succeeded"),
        Story(
            "the session cannot be stored", .browser, [.answered, .exchanged, .keepingFailed(fault), .kept],
            "failed: planted"),
        Story("the exchange fails", .browser, [.answered, .exchangeFailed(fault)], "failed: planted"),
        Story(
            "the exchange takes too long", .browser, [.answered, .timerFired(.exchange), .exchanged, .kept],
            "failed: exchange_timed_out"),
        Story("the host view disappears", .browser, [.hostDisappeared], "live"),
        Story(
            "a stale timer fires", .browser, [.timerFired(.launch), .timerFired(.grace), .timerFired(.exchange)], "live"
        ),
    ]

    @Test("ends as the table says, and once", arguments: stories)
    func story(_ story: Story) throws {
        var attempt = try Attempt.awaiting(story.place)

        for event in story.events { attempt.receive(event) }

        #expect(attempt.outcome == story.outcome)
        #expect(attempt.finishes == (story.outcome == "live" ? 0 : 1))
    }

    @Test("whatever happens, and however often, it never finishes twice")
    func finishesOnce() throws {
        let events: [AttemptEvent] = [
            .answered, .browserClosed, .refused, .exchanged, .kept, .exchangeFailed(fault), .keepingFailed(fault),
            .cancelled, .didBecomeActive,
            .timerFired(.overall), .timerFired(.grace), .timerFired(.exchange), .couldNotOpen(fallback: nil),
        ]
        for first in events {
            var attempt = try Attempt.awaiting(.otherApp)
            attempt.receive(first)
            for event in events + events { attempt.receive(event) }

            #expect(attempt.finishes == 1)
        }
    }

    @Test("a nonce that cannot be had ends the attempt as failed")
    func preparationFails() throws {
        var attempt = try Attempt()
        try attempt.start()

        attempt.receive(.preparationFailed(fault))

        #expect(attempt.outcome == "failed: planted")
    }

    @Test("B20: a second start fails at once and leaves the first alone", arguments: [0, 1, 2, 3])
    func secondStart(step: Int) throws {
        var attempt = try Attempt()
        try attempt.start()
        let path: [AttemptEvent] = [.prepared(place: .browser), .opened, .answered]
        for event in path.prefix(step) { attempt.receive(event) }

        #expect(throws: LoginError.self) { try attempt.start() }

        for event in path.dropFirst(step) { attempt.receive(event) }
        attempt.receive(.exchanged, .kept)
        #expect(attempt.outcome == "succeeded")
    }

    @Test("an event of an earlier attempt does nothing to the present one")
    func lateEvent() throws {
        var attempt = try Attempt.awaiting(.browser)

        let other = try #require(AttemptID("an-attempt-of-yesterday"))
        let effects = attempt.machine.receive(.answered, for: other)

        #expect(effects.isEmpty)
        #expect(attempt.outcome == "live")
    }

    @Test("B18: after a cancel, the next attempt works as usual")
    func secondAttempt() throws {
        var attempt = try Attempt.awaiting(.browser)
        attempt.receive(.browserClosed, .browserClosed)

        try attempt.start()
        attempt.receive(.prepared(place: .browser), .opened, .answered, .exchanged, .kept)

        #expect(attempt.outcome == "succeeded")
        #expect(attempt.finishes == 2)
    }

    @Test("B23: where the provider's app cannot be opened, the browser is, once")
    func fallback() throws {
        var attempt = try Attempt()
        try attempt.start()
        attempt.receive(.prepared(place: .otherApp))

        attempt.receive(.couldNotOpen(fallback: .browser), .opened)

        #expect(attempt.effects.count { $0 == .open(.browser) } == 1)
        attempt.receive(.browserClosed)
        #expect(attempt.outcome == "cancelled: userDismissed")
    }

    @Test("with nothing left to open it fails")
    func cannotOpen() throws {
        var attempt = try Attempt()
        try attempt.start()

        attempt.receive(.prepared(place: .browser), .couldNotOpen(fallback: nil))

        #expect(attempt.outcome == "failed: cannot_open")
    }

    @Test("an option ends it when the host view disappears")
    func hostDisappears() throws {
        var attempt = try Attempt.awaiting(.browser, policy: AttemptPolicy(cancelsWhenHostDisappears: true))

        attempt.receive(.hostDisappeared)

        #expect(attempt.outcome == "cancelled: userDismissed")
    }

    @Test("an option lets a new attempt take the old one's place")
    func supersede() throws {
        var attempt = try Attempt.awaiting(.browser)

        attempt.effects += attempt.machine.supersede()

        #expect(attempt.outcome == "cancelled: superseded")
        #expect(attempt.finishes == 1)
    }
}

@Suite("The input block is a function of the state")
struct InputBlockTests {
    @Test("by default it holds from the tap to the outcome")
    func untilOutcome() throws {
        let policy = AttemptPolicy()
        var attempt = try Attempt(policy: policy)
        #expect(!policy.blocksInput(in: attempt.machine.state))

        try attempt.start()
        for event: AttemptEvent in [.prepared(place: .otherApp), .opened, .didBecomeActive, .answered] {
            #expect(policy.blocksInput(in: attempt.machine.state))
            attempt.receive(event)
        }
        #expect(policy.blocksInput(in: attempt.machine.state))
        attempt.receive(.exchanged, .kept)

        #expect(!policy.blocksInput(in: attempt.machine.state))
    }

    @Test("it lifts where nothing ever shows that a page came up, and a later answer still counts")
    func noSignAtAll() throws {
        let policy = AttemptPolicy()
        var attempt = try Attempt(policy: policy)
        try attempt.start()

        attempt.receive(.prepared(place: .browser), .timerFired(.launch))

        #expect(!policy.blocksInput(in: attempt.machine.state))
        attempt.receive(.answered, .exchanged, .kept)
        #expect(attempt.outcome == "succeeded")
    }

    @Test("an app that shows something of its own is blocked only while nothing covers it")
    func whileUncovered() throws {
        let policy = AttemptPolicy(inputBlock: .whileUncovered)
        var attempt = try Attempt(policy: policy)
        try attempt.start()
        #expect(policy.blocksInput(in: attempt.machine.state))
        attempt.receive(.prepared(place: .systemAlert), .opened)
        #expect(policy.blocksInput(in: attempt.machine.state))

        attempt.receive(.didBecomeActive)
        #expect(!policy.blocksInput(in: attempt.machine.state))

        attempt.receive(.answered)
        #expect(policy.blocksInput(in: attempt.machine.state))
    }
}
