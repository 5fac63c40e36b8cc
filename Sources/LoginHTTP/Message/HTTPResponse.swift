// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// One HTTP response.
public struct HTTPResponse: Sendable {
    /// The status code, 100 to 599.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, complete.
    public var body: [UInt8]

    /// Makes a response from its parts.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response that holds a JSON document.
    public static func json(_ value: JSONValue, status: Int = 200, contentType: String = "application/json")
        -> HTTPResponse
    {
        HTTPResponse(status: status, headers: ["Content-Type": contentType], body: value.serialized())
    }

    /// A response that holds an HTML page.
    public static func html(_ page: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": "text/html; charset=utf-8"], body: Array(page.utf8))
    }

    /// A response that holds plain text.
    public static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array(text.utf8))
    }

    /// A response that holds an HTML page.
    package static func html(_ page: HTML, status: Int = 200) -> HTTPResponse {
        html(page.text, status: status)
    }

    /// A response that sends the browser elsewhere: 303 after a POST (RFC 9700, section 4.12), also fine after a GET.
    ///
    /// Whatever is not ASCII in the address is percent-encoded, since a header holds nothing else.
    public static func redirect(to location: String, status: Int = 303) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Location": percentEncodedBeyondASCII(location)])
    }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    /// Status and size alone: headers and body may hold secrets.
    public var description: String { "\(status), \(body.count) bytes" }
    /// A mirror that shows status and size alone.
    public var customMirror: Mirror { Mirror(self, children: ["status": status, "bytes": body.count]) }
}
