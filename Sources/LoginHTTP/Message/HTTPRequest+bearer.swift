// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension HTTPRequest {
    /// The token that a caller presents in the `Authorization` field (RFC 6750, section 2.1); nil without one.
    public var bearerToken: Secret? {
        // The scheme compares without case (RFC 9110, section 11.1).
        guard let field = headers["Authorization"], field.prefix(7).lowercased() == "bearer " else { return nil }
        let token = field.dropFirst(7).drop { $0 == " " }
        return token.isEmpty ? nil : Secret(String(token))
    }
}
