// SPDX-License-Identifier: Apache-2.0

import LoginCurlTransport

/// Where a login server and an emulator can be reached, in this process or in another.
protocol Site: Sendable {
    /// The login server's public address.
    var address: String { get }
    /// The emulator's address.
    var emulatorAddress: String { get }
    /// How the test calls both.
    var transport: CurlTransport { get }
}

extension Stage: Site {}
