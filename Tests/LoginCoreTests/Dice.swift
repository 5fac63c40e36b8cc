// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How often a fuzz test throws its dice: as given, or as SOCIAL_LOGIN_FUZZ_ROUNDS says for a long run.
func rounds(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["SOCIAL_LOGIN_FUZZ_ROUNDS"].flatMap { Int($0) } ?? usual
}

/// Choices that follow from a seed, so that a run that failed can be run again.
struct Dice {
    private let source: SeededRandomSource

    init(seed: UInt64) {
        source = SeededRandomSource(seed: seed)
    }

    /// A number from zero up to a bound, without it.
    mutating func below(_ bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        let word = source.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(word % UInt64(bound))
    }

    /// Changes, drops, doubles or inserts one byte.
    mutating func damage(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return bytes.append(UInt8(below(256))) }
        let place = below(bytes.count)
        switch below(4) {
        case 0: bytes[place] = UInt8(below(256))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes[place], at: place)
        default: bytes.insert(UInt8(below(256)), at: place)
        }
    }
}
