// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The thread that looks after time: it cuts slow clients, answers for slow handlers, notices clients that went away,
/// and ends the listener in order.
///
/// libmicrohttpd's own time-outs start again with every byte, so a client that drips would never be cut; and it does not
/// look at a connection whose handler is at work.
final class ListenerWatch: Sendable {
    private let service: ListenerService
    private let daemons: [MicroHTTPDaemon]
    private let ending = Locked(Ending())

    private struct Ending: Sendable {
        var drainUntil: ContinuousClock.Instant?
        var waiters: [CheckedContinuation<Void, Never>] = []
        var isOver = false
    }

    init(service: ListenerService, daemons: [MicroHTTPDaemon]) {
        self.service = service
        self.daemons = daemons
    }

    /// Starts the thread; false where the system gives none.
    func start() -> Bool {
        startThread { [self] in run() }
    }

    /// Begins the end, or joins one that has begun, and waits for it.
    func stop(drainingFor time: Duration) async {
        await withCheckedContinuation { waiter in
            let isOver = ending.withLock { ending in
                if !ending.isOver { ending.waiters.append(waiter) }
                if ending.drainUntil == nil { ending.drainUntil = .now + time }
                return ending.isOver
            }
            if isOver { waiter.resume() } else { service.bell.ring() }
        }
    }

    private func run() {
        while ending.value.drainUntil == nil {
            look()
            service.bell.wait(atMost: service.connections.count == 0 ? nil : pace)
        }
        drain()
        end()
    }

    /// How long the watch looks away while somebody is connected: a deadline is kept this exactly.
    private var pace: Duration {
        min(.milliseconds(100), service.settings.transferDeadline / 4, service.settings.handlerDeadline / 4)
    }

    /// Goes once through all connections.
    private func look() {
        let now = ContinuousClock.now
        let settings = service.settings
        let (atWork, late) = service.connections.withAll { connections in
            var atWork: [Exchange] = []
            var late: [Exchange] = []
            var sockets: [pollfd] = []
            for connection in connections {
                let exchange = connection.exchange
                switch connection.verdict(at: now, settings: settings) {
                case .wait: break
                case .cut: shutDownSocket(connection.socket)
                case .giveUp: if let exchange { late.append(exchange) }
                case .lookForClient:
                    if let exchange {
                        atWork.append(exchange)
                        sockets.append(pollfd(fd: connection.socket, events: hangUp, revents: 0))
                    }
                }
            }
            poll(&sockets, nfds_t(sockets.count), 0)
            return (zip(atWork, sockets).filter { $0.1.revents != 0 }.map(\.0), late)
        }
        atWork.forEach { $0.clientWentAway() }
        for exchange in late {
            service.log.write(.warning, "listener.no_answer")
            exchange.giveUp(.noAnswer)
        }
    }

    /// Lets what is under way come to its end, until the time for that is over.
    private func drain() {
        service.enter(.draining)
        daemons.forEach { $0.stopListening() }
        while service.connections.count > 0, let until = ending.value.drainUntil, ContinuousClock.now < until {
            look()
            closeIdleConnections()
            service.bell.wait(atMost: min(pace, until - .now))
        }
    }

    private func closeIdleConnections() {
        service.connections.withAll { connections in
            for connection in connections where connection.exchange == nil {
                shutDownSocket(connection.socket)
            }
        }
    }

    /// Answers what is left, lets the answers out, and stops the network threads.
    private func end() {
        service.enter(.ending)
        let until = ContinuousClock.now + .seconds(1)
        repeat {
            let exchanges = service.connections.withAll { $0.compactMap(\.exchange) }
            exchanges.forEach { $0.giveUp(.stopping) }
            closeIdleConnections()
            if service.connections.count == 0 { break }
            service.bell.wait(atMost: min(pace, .milliseconds(20)))
        } while ContinuousClock.now < until
        daemons.forEach { $0.stop() }
        let waiters = ending.withLock { ending in
            ending.isOver = true
            defer { ending.waiters = [] }
            return ending.waiters
        }
        waiters.forEach { $0.resume() }
        service.log.write(.info, "listener.stopped")
    }
}

#if canImport(Darwin)
/// What tells that a client closed its side; Darwin reports it without being asked.
private let hangUp = Int16(0)
#else
/// What tells that a client closed its side: POLLRDHUP, a number that the headers show to GNU sources only.
private let hangUp = Int16(0x2000)
#endif
