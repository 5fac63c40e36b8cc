// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto

extension AttemptID {
    /// A fresh id of 256 bits.
    init(random: any RandomSource) {
        guard let id = AttemptID(Base64URL.encode(random.bytes(32))) else {
            preconditionFailure("43 characters of base64url are an attempt id")
        }
        self = id
    }
}
