// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A place for a handler that comes later.
///
/// A listener tells its port only once it listens, and a server must know its address before it can be made; so the
/// listener starts with a slot, which answers 503 for the moment that it is empty.
final class HandlerSlot: HTTPHandler {
    private let handler = Locked<(any HTTPHandler)?>(nil)

    /// Puts the handler in.
    func fill(_ handler: any HTTPHandler) {
        self.handler.withLock { $0 = handler }
    }

    /// Lets the handler answer.
    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard let handler = handler.value else {
            var response = HTTPResponse.text("starting\n", status: 503)
            response.headers["Retry-After"] = "1"
            return response
        }
        return await handler.respond(to: request)
    }
}
