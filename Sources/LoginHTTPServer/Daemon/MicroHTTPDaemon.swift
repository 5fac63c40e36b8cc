// SPDX-License-Identifier: Apache-2.0

import CLoginMicroHTTPD
import LoginCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// libmicrohttpd's network threads for one listening socket.
///
/// Sendable because the handle never changes and only its owner uses it: whoever starts it, then the watch.
final class MicroHTTPDaemon: @unchecked Sendable {
    private let handle: OpaquePointer
    private let socket: Int32
    /// Keeps alive what the callbacks are handed.
    private let service: ListenerService

    /// Begins to answer; nil where the library refuses, which without TLS means that there is no thread or memory left.
    init?(listeningOn socket: Int32, service: ListenerService) {
        var settings = login_mhd_settings()
        settings.listen_socket = socket
        settings.thread_count = UInt32(max(1, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
        settings.connection_limit = UInt32(service.settings.connectionLimit)
        settings.connection_memory = connectionMemory
        settings.context = Unmanaged.passUnretained(service).toOpaque()
        settings.connection_changed = connectionChanged
        settings.request_began = requestBegan
        settings.unescape = leaveEscaped
        settings.request_advanced = requestAdvanced
        settings.request_ended = requestEnded
        let handle = withTLSTexts(of: service.settings) { certificate, key in
            settings.certificate = certificate
            settings.private_key = key
            return login_mhd_start(&settings)
        }
        guard let handle else { return nil }
        self.handle = handle
        self.socket = socket
        self.service = service
    }

    /// Takes no more connections. The socket stays ours, so that no thread ever meets its number in other use.
    func stopListening() {
        MHD_quiesce_daemon(handle)
        shutDownSocket(socket)
    }

    /// Closes what is open and waits for the network threads. No connection may be suspended any more.
    func stop() {
        stopListening()
        MHD_stop_daemon(handle)
        closeSocket(socket)
    }
}

/// What one connection may use for its header fields and buffers, in bytes: the bound on a request's head.
private let connectionMemory = 32 * 1024

private func withTLSTexts<Result>(
    of settings: ListenerSettings, _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Result
) -> Result {
    guard let tls = settings.tls else { return body(nil, nil) }
    return tls.certificatePEM.withCString { certificate in
        tls.privateKeyPEM.exposed.withCString { key in body(certificate, key) }
    }
}
