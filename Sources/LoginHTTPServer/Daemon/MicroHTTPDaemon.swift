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

/// libmicrohttpd's network threads.
///
/// Sendable because the handle never changes and only its owner uses it: whoever starts it, then the listener's thread.
final class MicroHTTPDaemon: @unchecked Sendable {
    private let handle: OpaquePointer
    /// Keeps alive what the callbacks are handed.
    private let service: ListenerService

    /// Starts the threads; nil where the library refuses, which without TLS means that there is no thread or memory left.
    init?(service: ListenerService) {
        let threads = UInt32(max(1, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
        var settings = login_mhd_settings()
        settings.thread_count = threads
        // The listener keeps the limit itself; each thread must be able to hold all, since they are dealt out by number.
        settings.connection_limit = UInt32(service.settings.connectionLimit) * threads
        settings.connection_memory = service.settings.maxHeadBytes + memoryBesideHead
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
        self.service = service
    }

    /// Takes a client's socket over, to be closed by the library in any case; false where it is closed at once.
    func take(_ socket: Int32, from address: SocketAddress) -> Bool {
        address.withPointer { MHD_add_connection(handle, socket, $0, $1) } == .YES
    }

    /// Closes what is open and waits for the threads. No connection may be suspended any more.
    func stop() {
        MHD_stop_daemon(handle)
    }
}

/// What one connection needs beside a request's head, in bytes: a record of 56 for each of the fields, and the answer's
/// head. There must be some left for a head beyond the limit too, so that it is ours to refuse.
private let memoryBesideHead = 16 * 1024

private func withTLSTexts<Result>(
    of settings: ListenerSettings, _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Result
) -> Result {
    guard let tls = settings.tls else { return body(nil, nil) }
    return tls.certificatePEM.withCString { certificate in
        tls.privateKeyPEM.exposed.withCString { key in body(certificate, key) }
    }
}
