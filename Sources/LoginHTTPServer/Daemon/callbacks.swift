// SPDX-License-Identifier: Apache-2.0

import CLoginMicroHTTPD
import LoginHTTP

// What libmicrohttpd calls on its network threads. Free functions, so that none can inherit an actor from where it is
// passed on. `context` is the listener's `ListenerService`, which outlives the threads.

/// A network thread has taken a connection over, or is about to close it.
func connectionChanged(
    context: UnsafeMutableRawPointer?, handle: OpaquePointer?, slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    event: MHD_ConnectionNotificationCode
) {
    guard let service = service(context), let handle, let slot else { return }
    if event == .CONNECTION_NOTIFY_STARTED {
        guard let connection = service.connections[login_mhd_socket(handle)] else { return }
        connection.take()
        slot.pointee = Unmanaged.passRetained(connection).toOpaque()
    } else if let pointer = slot.pointee {
        slot.pointee = nil
        let connection = Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue()
        let left = service.connections.remove(connection)
        // The listener's thread may be waiting for the last to leave, or for room.
        if left == 0 || left == service.settings.connectionLimit - 1 { service.bell.ring() }
    }
}

/// A request line arrived; gives what the later calls for this request find in `slot`.
func requestBegan(
    context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let service = service(context), let target, let handle, let pointer = login_mhd_context(handle) else {
        return nil
    }
    let connection = Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue()
    let rawTarget = RawTarget(target)
    login_mhd_hide_arguments(target)
    let exchange = Exchange(
        target: rawTarget, hidesCookies: login_mhd_hide_cookies(handle) == .YES, connection: connection, of: service)
    connection.begin(exchange)
    // Looked at after the exchange can be found: so either we see the end coming, or the end sees this exchange.
    if service.phase == .ending { exchange.giveUp(.stopping) }
    return Unmanaged.passRetained(exchange).toOpaque()
}

/// Keeps every target as it stands on the wire: the router decodes it, once.
func leaveEscaped(
    context: UnsafeMutableRawPointer?, handle: OpaquePointer?, text: UnsafeMutablePointer<CChar>?
) -> Int {
    var length = 0
    while let text, text[length] != 0 { length += 1 }
    return length
}

/// The header fields are there, a piece of the body is there, all is there, or the connection was resumed.
func requestAdvanced(
    context: UnsafeMutableRawPointer?, handle: OpaquePointer?, target: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, bytes: UnsafePointer<CChar>?,
    count: UnsafeMutablePointer<Int>?, slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let service = service(context), let handle, let method, let version, let count, let pointer = slot?.pointee
    else { return .NO }
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    if !exchange.hasHead {
        let head = RequestHead(method: method, version: version, of: exchange, on: handle)
        switch head.request(from: exchange.connection, to: service) {
        case .success(let request):
            exchange.receive(request)
            return .YES
        case .failure(let problem):
            exchange.refuse(problem, fields: head.headers)
        }
    }
    if count.pointee > 0, let bytes {
        let piece = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
        count.pointee = 0
        return exchange.receive(Array(piece), limit: service.settings.maxBodyBytes) ? .YES : .NO
    }
    guard let response = exchange.handle(by: service.handler, on: SuspendableConnection(handle: handle)) else {
        return .YES
    }
    return send(response, to: exchange, on: handle, of: service)
}

/// A request is done with, answered or not.
func requestEnded(
    context: UnsafeMutableRawPointer?, handle: OpaquePointer?, slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    reason: MHD_RequestTerminationCode
) {
    guard let slot, let pointer = slot.pointee else { return }
    slot.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
    exchange.connection.endExchange()
    exchange.clientWentAway()
}

private func service(_ context: UnsafeMutableRawPointer?) -> ListenerService? {
    context.map { Unmanaged<ListenerService>.fromOpaque($0).takeUnretainedValue() }
}
