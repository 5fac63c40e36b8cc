// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Clocks")
struct ClockTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("a manual clock stands still until it is moved, forward or back")
    func manual() {
        let clock = ManualWallClock(at: start)

        #expect(clock.now == start)
        clock.advance(by: 60)
        #expect(clock.now == start.addingTimeInterval(60))
        clock.advance(by: -90)
        #expect(clock.now == start.addingTimeInterval(-30))
    }

    @Test("a movable clock follows its base at a distance and comes back")
    func movable() {
        let base = ManualWallClock(at: start)
        let clock = MovableWallClock(base: base)

        clock.advance(by: 3600)
        base.advance(by: 5)

        #expect(clock.now == start.addingTimeInterval(3605))
        #expect(clock.offsetFromBase == 3600)

        clock.reset()

        #expect(clock.now == base.now)
        #expect(clock.offsetFromBase == 0)
    }

    @Test("everybody who holds a movable clock moves with it, also when many move it at once")
    func shared() async {
        let clock = MovableWallClock(base: ManualWallClock(at: start))

        await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { clock.advance(by: 1) } }
        }

        #expect(clock.now == start.addingTimeInterval(100))
    }

    @Test("the machine's clock tells a time after this was written")
    func system() {
        #expect(SystemWallClock().now > Date(timeIntervalSince1970: 1_700_000_000))
    }
}
