// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProviderEmulator

@Suite("A table that does not grow")
struct BoundedTableTests {
    @Test("The oldest goes when there are too many; changing a value does not make it younger")
    func oldestGoes() {
        var table = BoundedTable<Int, String>(capacity: 3)
        for key in 1...3 { table[key] = "\(key)" }
        table[1] = "changed"

        table[4] = "4"

        #expect(table[1] == nil)
        #expect(table[2] == "2" && table[3] == "3" && table[4] == "4")
        #expect(table.count == 3)
    }

    @Test("It stays within its bounds however many come, with some taken away in between")
    func staysBounded() {
        var table = BoundedTable<Int, Int>(capacity: 100)

        for key in 0..<10_000 {
            table[key] = key
            if key % 7 == 0 { table[key - 3] = nil }
        }

        #expect(table.count <= 100)
        #expect(table[9_999] == 9_999)
        #expect(table.change(where: { $0 % 2 == 0 }) { $0 = 0 } + table.remove { $0 != 0 } <= 100)
    }
}
