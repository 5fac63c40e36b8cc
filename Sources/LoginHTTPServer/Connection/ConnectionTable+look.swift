// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import LoginCore

extension ConnectionTable {
    /// Goes once through all connections: cuts slow clients, answers for slow handlers, and cancels the handlers whose
    /// clients are gone.
    ///
    /// libmicrohttpd does neither: its time-outs start again with every byte, so a client that drips would never be cut,
    /// and it does not look at a connection whose handler is at work.
    func look(_ service: ListenerService) {
        let settings = service.settings
        let (deserted, late) = withAll { connections in
            var atWork: [Exchange] = []
            var late: [Exchange] = []
            var sockets: [pollfd] = []
            let now = ContinuousClock.now
            for connection in connections {
                switch connection.verdict(at: now, settings: settings) {
                case .wait: break
                case .cut: shutDownSocket(connection.socket)
                case .giveUp(let exchange): late.append(exchange)
                case .lookForClient(let exchange):
                    atWork.append(exchange)
                    sockets.append(pollfd(fd: connection.socket, events: hangUp, revents: 0))
                }
            }
            poll(&sockets, nfds_t(sockets.count), 0)
            return (zip(atWork, sockets).filter { $0.1.revents != 0 }.map(\.0), late)
        }
        deserted.forEach { $0.clientWentAway() }
        for exchange in late {
            service.log.write(.warning, "listener.no_answer")
            exchange.giveUp(.noAnswer)
        }
    }

    /// Closes the connections on which no request is under way.
    func closeIdle() {
        withAll { connections in
            for connection in connections where connection.isIdle {
                shutDownSocket(connection.socket)
            }
        }
    }
}

#if canImport(Darwin)
/// What tells that a client closed its side; Darwin reports it without being asked.
let hangUp = Int16(0)
#else
/// What tells that a client closed its side: POLLRDHUP, a number that the headers show to GNU sources only.
let hangUp = Int16(0x2000)
#endif
