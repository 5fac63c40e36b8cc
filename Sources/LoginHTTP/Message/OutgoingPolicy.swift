// SPDX-License-Identifier: Apache-2.0

/// Which addresses a transport may call: https only, and http to this machine itself where that is switched on.
public struct OutgoingPolicy: Sendable, Hashable {
    /// Whether plain http to `localhost`, 127.0.0.0/8 and `[::1]` is allowed, as the emulator and tests need it.
    public let allowsLoopbackHTTP: Bool
    /// The only hosts that https may call, in lower case without port; nil for any.
    public let allowedHosts: Set<String>?

    private init(allowsLoopbackHTTP: Bool, allowedHosts: Set<String>?) {
        self.allowsLoopbackHTTP = allowsLoopbackHTTP
        self.allowedHosts = allowedHosts
    }

    /// https to any host.
    public static let httpsOnly = OutgoingPolicy(allowsLoopbackHTTP: false, allowedHosts: nil)
    /// https to any host, and plain http to this machine.
    public static let loopbackHTTPAllowed = OutgoingPolicy(allowsLoopbackHTTP: true, allowedHosts: nil)

    /// The same rules, and https to these hosts only (OWASP ASVS 13.2.4).
    public func limited(to hosts: Set<String>) -> OutgoingPolicy {
        OutgoingPolicy(allowsLoopbackHTTP: allowsLoopbackHTTP, allowedHosts: Set(hosts.map { $0.lowercased() }))
    }

    /// Whether a request may be sent. An address that reads back as another one than it was made of never may.
    public func allows(_ request: HTTPRequest) -> Bool {
        guard let address = HTTPAddress(request.address), address.scheme == request.scheme,
            address.authority == request.authority, address.path == request.path, address.query == request.query
        else { return false }
        switch address.scheme {
        case "https": return allowedHosts?.contains(address.host) ?? true
        default: return allowsLoopbackHTTP && address.isLoopback
        }
    }
}
