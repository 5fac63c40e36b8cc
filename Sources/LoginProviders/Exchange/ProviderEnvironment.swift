// SPDX-License-Identifier: Apache-2.0

public import LoginCore
public import LoginHTTP

/// What a provider's calls need from outside: the way to the network, time, randomness and somebody who listens.
public struct ProviderEnvironment: Sendable {
    /// Sends the requests; they name the provider's real addresses, whatever the transport makes of them.
    public let transport: any HTTPTransport
    /// Tells what time it is, for the ends of tokens and the claims of an id_token.
    public let clock: any WallClock
    /// Makes states, nonces and verifiers.
    public let random: any RandomSource
    /// Hears of calls that failed; never of a token.
    public let log: Log
    /// How long one call may take and how much may come back.
    public let limits: TransferLimits

    /// Puts the parts together.
    public init(
        transport: any HTTPTransport, clock: any WallClock, random: any RandomSource, log: Log,
        limits: TransferLimits = TransferLimits(bodyBytes: 256 << 10)
    ) {
        self.transport = transport
        self.clock = clock
        self.random = random
        self.log = log
        self.limits = limits
    }
}
