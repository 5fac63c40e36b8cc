// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// The listener's own thread: it accepts connections, looks after their time, and ends the listener in order.
///
/// The network threads are handed connections that are accepted already. So the limit on connections is exact, and the
/// sockets that listen can be closed whatever those threads are doing.
final class ListenerThread: Sendable {
    private let service: ListenerService
    private let daemon: MicroHTTPDaemon
    private let sockets: [Int32]
    private let ending = Locked(Ending())

    private struct Ending: Sendable {
        var drainUntil: ContinuousClock.Instant?
        var waiters: [CheckedContinuation<Void, Never>] = []
        var isOver = false
    }

    init(service: ListenerService, daemon: MicroHTTPDaemon, sockets: [Int32]) {
        self.service = service
        self.daemon = daemon
        self.sockets = sockets
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
        var arrivals = Arrivals(service: service, daemon: daemon)
        serve(&arrivals)
        sockets.forEach(closeSocket)
        // Whoever has asked before the end is answered.
        arrivals.look()
        arrivals.closeAll()
        drain()
        end()
    }

    /// Accepts connections and looks after them until the end is wanted.
    private func serve(_ arrivals: inout Arrivals) {
        var nextLook = ContinuousClock.now + pace
        var canAccept = true
        while ending.value.drainUntil == nil {
            let isFull = service.connections.count >= service.settings.connectionLimit
            service.bell.wait(
                atMost: service.connections.count == 0 && canAccept ? nil : max(nextLook - .now, .zero),
                orReadable: (isFull || !canAccept ? [] : sockets) + arrivals.sockets)
            if canAccept { canAccept = acceptConnections(&arrivals) }
            arrivals.look()
            if ContinuousClock.now >= nextLook {
                service.connections.look(service)
                nextLook = .now + pace
                canAccept = true
            }
        }
    }

    /// Takes every client that waits, up to the limit; false where the system has no file left for one.
    private func acceptConnections(_ arrivals: inout Arrivals) -> Bool {
        for socket in sockets {
            while service.connections.count < service.settings.connectionLimit {
                switch acceptConnection(at: socket) {
                case .connected(let client, let address):
                    let connection = Connection(socket: client, remoteAddress: address.text)
                    service.connections.add(connection)
                    arrivals.add(Arrivals.Guest(connection: connection, address: address))
                    continue
                case .nobodyWaits: break
                case .failed:
                    service.log.write(.error, "listener.cannot_accept", ["open": service.connections.count])
                    return false
                }
                break
            }
        }
        return true
    }

    /// Lets what is under way come to its end, until the time for that is over.
    private func drain() {
        service.enter(.draining)
        while service.connections.count > 0, let until = ending.value.drainUntil, ContinuousClock.now < until {
            service.connections.look(service)
            service.connections.closeIdle()
            service.bell.wait(atMost: min(pace, until - .now))
        }
    }

    /// Answers what is left, lets the answers out, and stops the network threads.
    private func end() {
        service.enter(.ending)
        let until = ContinuousClock.now + .seconds(1)
        repeat {
            let exchanges = service.connections.withAll { $0.compactMap(\.exchange) }
            exchanges.forEach { $0.giveUp(.stopping) }
            service.connections.closeIdle()
            if service.connections.count == 0 { break }
            service.bell.wait(atMost: .milliseconds(20))
        } while ContinuousClock.now < until
        daemon.stop()
        let waiters = ending.withLock { ending in
            ending.isOver = true
            defer { ending.waiters = [] }
            return ending.waiters
        }
        waiters.forEach { $0.resume() }
        service.log.write(.info, "listener.stopped")
    }

    /// How long nobody looks while somebody is connected: deadlines are kept this exactly.
    private var pace: Duration {
        min(.milliseconds(100), service.settings.transferDeadline / 4, service.settings.handlerDeadline / 4)
    }
}
