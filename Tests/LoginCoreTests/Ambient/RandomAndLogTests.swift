// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@Suite("Randomness and log")
struct RandomAndLogTests {
    @Test(
        "the system's generator gives as many bytes as asked for, different each time", arguments: [0, 1, 7, 8, 9, 32])
    func systemBytes(count: Int) {
        let source = SystemRandomSource()

        #expect(source.bytes(count).count == count)
        if count >= 8 { #expect(source.bytes(count) != source.bytes(count)) }
    }

    @Test("a seeded generator repeats itself from its seed and differs from another seed")
    func seeded() {
        let first = SeededRandomSource(seed: 1)
        let again = SeededRandomSource(seed: 1)

        #expect(first.bytes(10) + first.bytes(6) == again.bytes(16))
        #expect(SeededRandomSource(seed: 2).bytes(16) != SeededRandomSource(seed: 1).bytes(16))
    }

    @Test("a log hands on level, event and fields in their order")
    func entries() {
        let entries = Locked<[Log.Entry]>([])
        let log = Log { entry in entries.withLock { $0.append(entry) } }

        log.write(.warning, "session.reused", ["session": "S1", "count": 2])
        Log.silent.write(.error, "nobody.listens")

        #expect(entries.value.count == 1)
        #expect(entries.value.first?.level == .warning)
        #expect(entries.value.first?.event == "session.reused")
        #expect(entries.value.first?.fields.map { "\($0.name)=\($0.value)" } == ["session=S1", "count=2"])
    }

    @Test("levels are ordered by how much they matter")
    func levels() {
        #expect([Log.Level.error, .debug, .warning, .info].sorted() == [.debug, .info, .warning, .error])
    }

    @Test("a value behind the lock loses no change under many tasks")
    func locked() async {
        let count = Locked(0)

        await withTaskGroup { group in
            for _ in 0..<1000 { group.addTask { count.withLock { $0 += 1 } } }
        }

        #expect(count.value == 1000)
    }
}
