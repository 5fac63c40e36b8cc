// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP

/// Gets the login server's present keys, within the transport's deadline.
func fetchKeys(_ request: HTTPRequest, over transport: any HTTPTransport) async throws(LoginError) -> JWKSet {
    do {
        let response = try await transport.send(request, limits: TransferLimits(bodyBytes: 1 << 16))
        guard response.status == 200 else { throw LoginError.keysUnavailable }
        return try JWKSet(parsing: try JSONValue(parsing: response.body))
    } catch {
        throw .keysUnavailable
    }
}
