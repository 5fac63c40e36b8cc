// SPDX-License-Identifier: Apache-2.0

import LoginHTTP
import Testing

@Suite("S59: forms that nobody meant")
struct FormFuzzTests {
    @Test("whatever is written is read back, and damage never traps", arguments: 1...8)
    func roundTripAndDamage(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let alphabet: [Character] = ["a", "&", "=", "+", "%", " ", "김", "\u{0}", "🚲", "\n", "2", "F"]
        func text() -> String { String((0..<dice.below(8)).map { _ in alphabet[dice.below(alphabet.count)] }) }
        for _ in 0..<rounds(500) {
            var form = FormFields()
            for _ in 0..<dice.below(6) { form.add(text(), text()) }
            var bytes = Array(form.encoded.utf8)

            #expect(try FormFields(parsing: bytes) == form)

            for _ in 0..<(1 + dice.below(4)) { dice.damage(&bytes) }
            // An error is right as well; what matters is that nothing traps and what was read can be written.
            guard let damaged = try? FormFields(parsing: bytes) else { continue }
            #expect(try FormFields(parsing: damaged.encoded) == damaged)
        }
    }
}
