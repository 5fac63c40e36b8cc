// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto

/// Makes texts that nobody can guess: tokens, codes and ids.
struct FreshText: Sendable {
    private let random: any RandomSource

    init(random: any RandomSource) {
        self.random = random
    }

    /// 43 characters that stand for 256 random bits: letters, digits, `-` and `_`.
    func token() -> String {
        Base64URL.encode(random.bytes(32))
    }

    /// 22 characters that stand for 128 random bits.
    func id() -> String {
        Base64URL.encode(random.bytes(16))
    }
}
