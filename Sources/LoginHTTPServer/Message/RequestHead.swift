// SPDX-License-Identifier: Apache-2.0

import CLoginMicroHTTPD
import LoginHTTP

/// Request line and header fields as they came, before they are found to make sense.
struct RequestHead {
    private let method: String
    private let target: RawTarget
    private let targetIsComplete: Bool
    private let headers: HTTPHeaders

    init(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, target: RawTarget, of handle: OpaquePointer) {
        self.method = String(cString: method)
        self.target = target
        targetIsComplete = target.isComplete(before: version)
        var headers = HTTPHeaders()
        withUnsafeMutablePointer(to: &headers) { headers in
            _ = MHD_get_connection_values_n(handle, .HEADER_KIND, collectField, headers)
        }
        self.headers = headers
    }

    /// The request without its body, or why there will be none.
    func request(from connection: Connection, to service: ListenerService) -> Result<HTTPRequest, ListenerProblem> {
        guard isToken(method), targetIsComplete, let parts = target.parts, framingIsClear,
            let authority = authority(named: parts.authority, otherwise: service.authority)
        else { return .failure(.malformedRequest) }
        guard bodyLength ?? 0 <= service.settings.maxBodyBytes else { return .failure(.bodyTooLarge) }
        return .success(
            HTTPRequest(
                method: HTTPMethod(rawValue: method), scheme: service.settings.scheme, authority: authority,
                path: parts.path, query: parts.query, headers: headers, remoteAddress: connection.remoteAddress))
    }

    /// The one host that is meant. An absolute target outranks the Host field (RFC 9112, section 3.2.2), but two Host
    /// fields or an unreadable one are an error in any case.
    private func authority(named target: String?, otherwise fallback: String) -> String? {
        let hosts = headers.all("Host")
        guard hosts.count <= 1, hosts.allSatisfy(isAuthority) else { return nil }
        return target ?? hosts.first ?? fallback
    }

    /// Whether everybody on the way must agree on where the body ends (RFC 9112, section 6.3).
    private var framingIsClear: Bool {
        let lengths = headers.all("Content-Length")
        let codings = headers.all("Transfer-Encoding")
        guard lengths.count + codings.count <= 1 else { return false }
        return lengths.allSatisfy(isDecimal) && codings.allSatisfy { $0.lowercased() == "chunked" }
    }

    /// What Content-Length says; more than an integer holds is more than any limit.
    private var bodyLength: Int? {
        headers["Content-Length"].map { Int($0) ?? .max }
    }
}

private func collectField(
    headers: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameLength: Int,
    value: UnsafePointer<CChar>?, valueLength: Int
) -> MHD_Result {
    guard let headers, let name else { return .NO }
    headers.assumingMemoryBound(to: HTTPHeaders.self).pointee.add(
        text(name, nameLength), value.map { text($0, valueLength) } ?? "")
    return .YES
}

private func text(_ start: UnsafePointer<CChar>, _ length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
}
