// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// A transport that sends every request for a provider to an emulator on this machine instead.
public struct EmulatorTransport: HTTPTransport {
    /// How real addresses become the emulator's.
    public let routing: EmulatorRouting
    private let transport: any HTTPTransport

    /// Sends through another transport, on the way that a routing describes.
    public init(wrapping transport: any HTTPTransport, routing: EmulatorRouting) {
        self.transport = transport
        self.routing = routing
    }

    /// Sends through another transport to an emulator's address, such as `http://127.0.0.1:9900`; throws
    /// `emulator_not_loopback` for any that is not http on loopback.
    public init(wrapping transport: any HTTPTransport, at base: String) throws(LoginError) {
        self.init(wrapping: transport, routing: try EmulatorRouting(base: base))
    }

    /// Where the emulator answers for a real address: for browsers that are sent there; nil for what is not https.
    public func address(for realAddress: String) -> String? {
        routing.address(for: realAddress)
    }

    /// Sends the request to the emulator; one that is not https, or names a port, is refused.
    public func send(_ request: HTTPRequest, limits: TransferLimits) async throws(TransportError) -> HTTPResponse {
        guard let routed = routing.routed(request) else {
            throw TransportError(.refused, host: request.host, mayHaveBeenReceived: false)
        }
        return try await transport.send(routed, limits: limits)
    }
}
