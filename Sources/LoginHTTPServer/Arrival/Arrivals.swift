// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// The clients that have just connected, until the head of their first request has been looked at.
///
/// A head that the parser would answer by itself is answered here; every other connection is handed on unread. It belongs
/// to the listener's thread alone.
struct Arrivals {
    private let service: ListenerService
    private let daemon: MicroHTTPDaemon
    private var guests: [Guest] = []

    init(service: ListenerService, daemon: MicroHTTPDaemon) {
        self.service = service
        self.daemon = daemon
    }

    /// The sockets to wait for.
    var sockets: [Int32] { guests.map(\.socket) }

    /// Takes a new connection in. Nothing can be read from one that speaks TLS, and nobody is kept waiting by more guests
    /// than can be looked at in passing: those go on at once.
    mutating func add(_ guest: Guest) {
        guard service.settings.tls == nil, guests.count < guestLimit else { return handOn(guest) }
        guests.append(guest)
    }

    /// Looks at everybody from whom something has come, and closes on those whose time is over.
    mutating func look() {
        guard !guests.isEmpty else { return }
        let now = ContinuousClock.now
        let states = readiness(of: sockets)
        let looked = guests
        guests = []
        for (guest, state) in zip(looked, states) {
            guard now < guest.since + service.settings.transferDeadline else {
                close(guest)
                continue
            }
            welcome(guest, state)
        }
    }

    /// Closes on all of them.
    mutating func closeAll() {
        guests.forEach(close)
        guests = []
    }

    private mutating func welcome(_ guest: Guest, _ state: Readiness) {
        guard state != .nothing else { return guests.append(guest) }
        if let left = guest.bytesToDiscard { return discard(from: guest, atMost: left, state) }
        let limit = service.settings.maxHeadBytes
        guard let bytes = peek(guest.socket, atMost: limit + 1), !bytes.isEmpty else { return close(guest) }
        switch RawHead(bytes, limit: limit).finding {
        case .canBeParsed:
            waitForBytes(1, at: guest.socket)
            handOn(guest)
        case .incomplete where state == .hungUp: close(guest)
        case .incomplete:
            // What was seen stays where it is; only more of it is news.
            waitForBytes(bytes.count + 1, at: guest.socket)
            guests.append(guest)
        case .refused(let problem, let language): refuse(guest, problem, in: language)
        }
    }

    /// Answers, and then reads on for a while: closing on a client that still sends makes its system drop our answer
    /// (RFC 9112, section 9.6).
    private mutating func refuse(_ guest: Guest, _ problem: ListenerProblem, in language: Language) {
        let response = service.refusal(problem, ofRequest: service.nextNumber(), in: language)
        waitForBytes(1, at: guest.socket)
        guard sendLast(wireForm(of: response), to: guest.socket) else { return close(guest) }
        var guest = guest
        guest.bytesToDiscard = discardedAnyway
        discard(from: guest, atMost: discardedAnyway, .somethingToRead)
    }

    private mutating func discard(from guest: Guest, atMost limit: Int, _ state: Readiness) {
        guard let count = readAway(guest.socket, atMost: limit), count < limit else { return close(guest) }
        var guest = guest
        guest.bytesToDiscard = limit - count
        guests.append(guest)
    }

    private func handOn(_ guest: Guest) {
        if !daemon.take(guest.socket, from: guest.address) { service.connections.remove(guest.connection) }
    }

    private func close(_ guest: Guest) {
        service.connections.remove(guest.connection)
        closeSocket(guest.socket)
    }

    /// A client that has just connected.
    struct Guest {
        let connection: Connection
        let address: SocketAddress
        let since = ContinuousClock.now
        /// How much more may be read away behind an answer; nil before there is one.
        var bytesToDiscard: Int?

        var socket: Int32 { connection.socket }
    }
}

/// So many are looked at in one turn.
private let guestLimit = 256

/// So much is read of what a refused client still sends.
private let discardedAnyway = 256 * 1024
