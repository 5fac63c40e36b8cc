// SPDX-License-Identifier: Apache-2.0

import CLoginCurl
import LoginCore
import LoginHTTP

/// The thread that carries out all transfers of a transport, by one curl multi handle.
///
/// Sendable because the handle is used by that thread alone, except for waking it up, which curl allows from any thread
/// while the handle exists: that is done under the inbox's lock, and the thread marks the inbox closed before it frees
/// the handle.
final class CurlThread: @unchecked Sendable {
    private let inbox: Locked<Inbox>
    private let multi: UnsafeMutableRawPointer?
    private let certificateAuthorityFile: String?

    private struct Inbox: Sendable {
        var orders: [(TransferOrder, TransferContinuation)] = []
        var hasCancellations = false
        var isEnding = false
        var isClosed = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    init(certificateAuthorityFile: String?) {
        self.certificateAuthorityFile = certificateAuthorityFile
        inbox = Locked(Inbox())
        multi = curlIsReady ? curl_multi_init() : nil
        // Where there is no handle or thread, every order is answered as to a closed inbox.
        if multi == nil || !startThread({ [self] in run() }) {
            inbox.withLock { $0.isClosed = true }
            curl_multi_cleanup(multi)
        }
    }

    /// Takes an order; its answer comes through the continuation.
    func place(_ order: TransferOrder, answering continuation: TransferContinuation) {
        let isTaken = inbox.withLock { inbox in
            guard !inbox.isEnding, !inbox.isClosed else { return false }
            // Whoever came first woke the thread, which takes all orders at once.
            if inbox.orders.isEmpty { wake() }
            inbox.orders.append((order, continuation))
            return true
        }
        if !isTaken { continuation.resume(returning: .failure(order.failure(.cancelled))) }
    }

    /// Ends an order's transfer at once, wherever it is.
    func cancel(_ order: TransferOrder) {
        order.cancel()
        inbox.withLock { inbox in
            inbox.hasCancellations = true
            if !inbox.isClosed { wake() }
        }
    }

    /// Tells the thread to end everything.
    func beginEnd() {
        inbox.withLock { inbox in
            inbox.isEnding = true
            if !inbox.isClosed { wake() }
        }
    }

    /// Tells the thread to end everything, and waits until it has.
    func end() async {
        beginEnd()
        await withCheckedContinuation { waiter in
            let isOver = inbox.withLock { inbox in
                if !inbox.isClosed { inbox.waiters.append(waiter) }
                return inbox.isClosed
            }
            if isOver { waiter.resume() }
        }
    }

    private func wake() {
        curl_multi_wakeup(multi)
    }

    // MARK: On the thread

    private func run() {
        var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
        login_curl_set_limit(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connectionLimit)
        while true {
            let (orders, hasCancellations, isEnding) = takeInbox()
            for (order, continuation) in orders {
                start(order, answering: continuation, among: &transfers)
            }
            for (handle, transfer) in transfers where isEnding || hasCancellations && transfer.order.isCancelled {
                curl_multi_remove_handle(multi, handle)
                transfers[handle] = nil
                transfer.end(cancelled: true, with: CURLE_OK)
            }
            if isEnding { break }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            finishTransfers(among: &transfers)
            // Woken by a socket, a timer of a transfer or the inbox; the minute only bounds an idle wait.
            curl_multi_poll(multi, nil, 0, 60_000, nil)
        }
        close()
    }

    private func takeInbox() -> ([(TransferOrder, TransferContinuation)], Bool, Bool) {
        inbox.withLock { inbox in
            defer {
                inbox.orders = []
                inbox.hasCancellations = false
            }
            return (inbox.orders, inbox.hasCancellations, inbox.isEnding)
        }
    }

    private func start(
        _ order: TransferOrder, answering continuation: TransferContinuation,
        among transfers: inout [UnsafeMutableRawPointer: Transfer]
    ) {
        guard !order.isCancelled else { return continuation.resume(returning: .failure(order.failure(.cancelled))) }
        guard let transfer = Transfer(order, answering: continuation, trusting: certificateAuthorityFile) else {
            return continuation.resume(returning: .failure(order.failure(.refused)))
        }
        transfers[transfer.handle] = transfer
        curl_multi_add_handle(multi, transfer.handle)
    }

    private func finishTransfers(among transfers: inout [UnsafeMutableRawPointer: Transfer]) {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            guard message.msg == CURLMSG_DONE, let handle = message.easy_handle else { continue }
            let result = message.data.result
            curl_multi_remove_handle(multi, handle)
            transfers.removeValue(forKey: handle)?.end(cancelled: false, with: result)
        }
    }

    private func close() {
        let waiters = inbox.withLock { inbox in
            inbox.isClosed = true
            defer { inbox.waiters = [] }
            return inbox.waiters
        }
        curl_multi_cleanup(multi)
        waiters.forEach { $0.resume() }
    }
}

/// Whether the library's once-per-process preparation succeeded; a global is computed once, by whoever comes first.
private let curlIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

/// How many connections a transport keeps at once; further requests wait within their deadline.
private let connectionLimit = 256
