// SPDX-License-Identifier: Apache-2.0

/// Makes unpredictable bytes; every token, nonce, verifier and id of the package comes from one that was handed in.
public protocol RandomSource: Sendable {
    /// A number of fresh bytes, fit for secrets.
    func bytes(_ count: Int) -> [UInt8]
}

/// The operating system's generator.
public struct SystemRandomSource: RandomSource {
    /// Makes the system's generator.
    public init() {}

    /// A number of fresh bytes from the operating system.
    public func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let word = generator.next()
            for shift in stride(from: 0, to: 64, by: 8) where bytes.count < count {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return bytes
    }
}

/// A generator that repeats itself from one seed: for tests, never for a secret.
public final class SeededRandomSource: RandomSource {
    private let state: Locked<UInt64>

    /// Makes a generator whose bytes follow from the seed alone.
    public init(seed: UInt64) {
        state = Locked(seed)
    }

    /// The next bytes that follow from the seed.
    public func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            // SplitMix64: small, and good enough to keep test values apart.
            (0..<count).map { _ in
                state &+= 0x9E37_79B9_7F4A_7C15
                var word = state
                word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
                word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
                return UInt8(truncatingIfNeeded: word ^ (word >> 31))
            }
        }
    }
}
