// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// Where a listener listens and what it grants to whoever connects.
public struct ListenerSettings: Sendable {
    /// A certificate and its key, for a listener that speaks https itself.
    public struct TLS: Sendable {
        /// The certificate, with those that vouch for it behind it, as PEM text.
        public var certificatePEM: String
        /// The private key as PEM text, not encrypted.
        public var privateKeyPEM: Secret

        /// Puts certificate and key together.
        public init(certificatePEM: String, privateKeyPEM: Secret) {
            self.certificatePEM = certificatePEM
            self.privateKeyPEM = privateKeyPEM
        }
    }

    /// An IPv4 or IPv6 address of this machine, or `localhost`, which means both 127.0.0.1 and ::1.
    public var host: String
    /// The TCP port; 0 takes one that is free.
    public var port: Int
    /// Certificate and key; nil for plain http.
    public var tls: TLS?
    /// What clients see in front of the host, `http` or `https`: not the same as `tls` behind a proxy that ends TLS.
    public var scheme: String
    /// The largest head that is taken, in bytes: request line and header fields with their line breaks. More is answered
    /// with 431, or with 414 where it is the target that has more than 8 KiB. It may hold 100 fields.
    public var maxHeadBytes = 16 << 10
    /// The largest body that is taken, in bytes; more is answered with 413.
    public var maxBodyBytes = 1 << 20
    /// How long a client may take to begin a request, then to finish it, then to take the answer.
    ///
    /// Each of the three is cut at this moment, however busily single bytes arrive.
    public var transferDeadline: Duration = .seconds(15)
    /// How long the handler may take; after that it is cancelled and the answer is 503.
    public var handlerDeadline: Duration = .seconds(60)
    /// How many connections may be open at one address at a time; more wait until one closes.
    public var connectionLimit = 10_000

    /// Says where to listen; everything else has a value that suits a server.
    ///
    /// - Parameters:
    ///   - host: the address or name to listen at.
    ///   - port: the port; 0 takes a free one.
    ///   - tls: key and certificate; nil for plain http.
    ///   - scheme: what clients see; nil for what `tls` implies.
    public init(host: String, port: Int, tls: TLS? = nil, scheme: String? = nil) {
        self.host = host
        self.port = port
        self.tls = tls
        self.scheme = scheme ?? (tls == nil ? "http" : "https")
    }
}
