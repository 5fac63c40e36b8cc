// SPDX-License-Identifier: Apache-2.0

/// One HTTP request, the same on its way out and on its way in.
///
/// A handler takes it and gives an `HTTPResponse`; a transport does the same over a network. So a server of this package
/// can stand behind a listener, inside another server, or right inside a test.
public struct HTTPRequest: Sendable {
    /// GET, POST and so on.
    public var method: HTTPMethod
    /// `https` or `http`.
    public var scheme: String
    /// Host and, where it is not the scheme's own, port; for example `127.0.0.1:9900`.
    public var authority: String
    /// The path as it stands on the wire, percent-encoded, beginning with `/`.
    public var path: String
    /// What follows the question mark as it stands on the wire; nil where there is no question mark.
    public var query: String?
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, complete.
    public var body: [UInt8]
    /// The peer's IP address, on the server's side, as the listener saw it.
    public var remoteAddress: String?

    /// Makes a request from its parts.
    public init(
        method: HTTPMethod, scheme: String, authority: String, path: String, query: String? = nil,
        headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], remoteAddress: String? = nil
    ) {
        self.method = method
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
    }

    /// Makes a request to an absolute http or https address; nil for any other text. A fragment is left out.
    public init?(_ method: HTTPMethod, _ address: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        guard let parts = HTTPAddress(address) else { return nil }
        self.init(
            method: method, scheme: parts.scheme, authority: parts.authority, path: parts.path, query: parts.query,
            headers: headers, body: body)
    }

    /// The whole address, for example `https://example.com/a?b=c`. It may hold secrets: never log it.
    public var address: String {
        "\(scheme)://\(authority)\(target)"
    }

    /// Path and query as they stand in the request line.
    public var target: String {
        query.map { "\(path)?\($0)" } ?? path
    }

    /// The host without its port, in lower case; an IPv6 host keeps its brackets.
    public var host: String { HTTPAddress.host(of: authority) }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// Method and host alone: path, query, headers and body may hold secrets.
    public var description: String { "\(method) to \(host)" }
    /// A mirror that shows method and host alone.
    public var customMirror: Mirror { Mirror(self, children: ["method": method.rawValue, "host": host]) }
}
