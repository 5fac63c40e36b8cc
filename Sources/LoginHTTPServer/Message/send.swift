// SPDX-License-Identifier: Apache-2.0

import CLoginMicroHTTPD
import LoginCore
import LoginHTTP

/// Puts an answer on its way. libmicrohttpd adds Date and Content-Length and leaves out the body where there may be none
/// (HEAD, 204, 304).
func send(
    _ response: HTTPResponse, to exchange: Exchange, on handle: OpaquePointer, of service: ListenerService
) -> MHD_Result {
    guard (200...599).contains(response.status), response.headers.fields.allSatisfy(\.canBeSent) else {
        service.log.write(.error, "listener.invalid_answer", ["status": response.status])
        return send(exchange.refusal(.invalidAnswer), to: exchange, on: handle, of: service)
    }
    let message = response.body.withUnsafeBufferPointer { body in
        MHD_create_response_from_buffer(
            body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let message else { return .NO }
    defer { MHD_destroy_response(message) }
    for field in response.headers.fields where !isOurs(field) {
        MHD_add_response_header(message, field.name, field.value)
    }
    if service.phase != .serving { MHD_add_response_header(message, "Connection", "close") }
    return MHD_queue_response(handle, UInt32(response.status), message)
}

/// Whether the length and form of the message depend on a field: those are the listener's to write.
private func isOurs(_ field: HTTPHeaders.Field) -> Bool {
    let name = field.name.lowercased()
    return name == "content-length" || name == "transfer-encoding"
}
