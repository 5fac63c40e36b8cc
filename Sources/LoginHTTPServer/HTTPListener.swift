// SPDX-License-Identifier: Apache-2.0

public import LoginCore
public import LoginHTTP

/// Listens for HTTP requests and has a handler answer them, until it is stopped.
///
/// Parsing, TLS and the network threads are libmicrohttpd's. Every request runs in a task of its own, which is cancelled
/// when its client goes away, when it takes too long and when the listener is stopped.
public final class HTTPListener: Sendable {
    private let service: ListenerService
    private let thread: ListenerThread

    /// The port that is listened on, also where the settings left the choice open.
    public let port: Int

    /// Opens the sockets and begins to answer; what it opened stays open until `stop`.
    ///
    /// The process's limit on open files is raised to what the connection limit asks for, as far as the system lets it.
    /// - Throws: `address_in_use`, `address_unavailable`, `address_not_permitted`, `tls_unusable` or
    ///   `listener_not_started`.
    public static func start(_ settings: ListenerSettings, handler: any HTTPHandler, log: Log) throws(LoginError)
        -> HTTPListener
    {
        raiseOpenFileLimit(to: settings.connectionLimit, log: log)
        let sockets = try ListeningSockets.open(host: settings.host, port: settings.port)
        do throws(LoginError) {
            let listener = try HTTPListener(settings: settings, handler: handler, log: log, sockets: sockets)
            log.write(.info, "listener.started", ["host": settings.host, "port": sockets.port])
            return listener
        } catch {
            sockets.descriptors.forEach(closeSocket)
            throw error
        }
    }

    private init(
        settings: ListenerSettings, handler: any HTTPHandler, log: Log, sockets: ListeningSockets
    ) throws(LoginError) {
        guard let service = ListenerService(settings: settings, port: sockets.port, handler: handler, log: log) else {
            throw .listenerNotStarted
        }
        guard let daemon = MicroHTTPDaemon(service: service) else {
            throw settings.tls == nil ? .listenerNotStarted : .tlsUnusable
        }
        thread = ListenerThread(service: service, daemon: daemon, sockets: sockets.descriptors)
        guard thread.start() else {
            daemon.stop()
            throw .listenerNotStarted
        }
        self.service = service
        port = sockets.port
    }

    /// How many connections are open.
    public var connectionCount: Int { service.connections.count }

    /// Stops listening and gives what is under way some time to end; returns when the network threads are gone.
    ///
    /// Idle connections close at once. Past the time given, handlers are cancelled and their clients get 503; a handler
    /// that does not heed its cancellation runs on to its own end, but nobody waits for it. A second call waits for the
    /// first.
    public func stop(drainingFor time: Duration) async {
        await thread.stop(drainingFor: time)
    }
}
