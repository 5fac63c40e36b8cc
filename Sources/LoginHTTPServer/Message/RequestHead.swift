// SPDX-License-Identifier: Apache-2.0

import CLoginMicroHTTPD
import LoginHTTP

/// Request line and header fields as they came, before they are found to make sense.
struct RequestHead {
    private let method: String
    private let version: String
    private let target: RawTarget
    private let fields: FieldCollection
    private let size: Int

    init(
        method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, of exchange: Exchange, on handle: OpaquePointer
    ) {
        let layout = HeadLayout(method: method, target: exchange.target.place, version: version)
        var fields = FieldCollection(layout: layout, skipsFirst: exchange.hidesCookies)
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(handle, .HEADER_KIND, collectField, fields)
        }
        size = login_mhd_head_size(handle)
        fields.layout.end(at: UInt(bitPattern: method) + UInt(size))
        self.method = String(cString: method)
        self.version = String(cString: version)
        self.target = exchange.target
        self.fields = fields
    }

    var headers: HTTPHeaders { fields.headers }

    /// The request without its body, or why there will be none.
    func request(from connection: Connection, to service: ListenerService) -> Result<HTTPRequest, ListenerProblem> {
        guard target.count <= HeadLimits.targetBytes else { return .failure(.targetTooLong) }
        guard size <= service.settings.maxHeadBytes, headers.fields.count <= HeadLimits.fields else {
            return .failure(.headTooLarge)
        }
        guard fields.layout.startLineIsExact, isToken(method) else { return .failure(.malformed(.requestLine)) }
        guard let parts = target.parts else { return .failure(.malformed(.target)) }
        guard framingIsClear else { return .failure(.malformed(.framing)) }
        guard fields.areWellFormed else { return .failure(.malformed(.field)) }
        guard let authority = authority(named: parts.authority, otherwise: service.authority) else {
            return .failure(.malformed(.host))
        }
        guard isReadable(bodyOf: bodyLength ?? 0, limit: service.settings.maxBodyBytes) else {
            return .failure(.bodyTooLarge)
        }
        return .success(
            HTTPRequest(
                method: HTTPMethod(rawValue: method), scheme: service.settings.scheme, authority: authority,
                path: parts.path, query: parts.query, headers: headers, remoteAddress: connection.remoteAddress))
    }

    /// Whether the body is read, if only to be thrown away.
    ///
    /// Closing on a client that still sends makes its system drop our answer (RFC 9112, section 9.6), so a body of up to
    /// twice the limit is read to its end before it is refused. A client that asks first is told at once.
    private func isReadable(bodyOf length: Int, limit: Int) -> Bool {
        length <= limit || (length <= 2 * limit && headers["Expect"] == nil)
    }

    /// The one host that is meant. An absolute target outranks the Host field (RFC 9112, section 3.2.2), but two Host
    /// fields or an unreadable one are an error in any case, and so is none, but for HTTP/1.0 (section 3.2).
    private func authority(named target: String?, otherwise fallback: String) -> String? {
        let hosts = headers.all("Host")
        guard hosts.count == 1 || (hosts.isEmpty && version == "HTTP/1.0"), hosts.allSatisfy(isAuthority) else {
            return nil
        }
        return target ?? hosts.first ?? fallback
    }

    /// Whether everybody on the way must agree on where the body ends (RFC 9112, section 6.3).
    private var framingIsClear: Bool {
        fields.lengths.count + fields.codings.count <= 1 && fields.lengths.allSatisfy(isDecimal)
            && fields.codings.allSatisfy { $0.lowercased() == "chunked" }
    }

    /// What Content-Length says; more than an integer holds is more than any limit.
    private var bodyLength: Int? {
        fields.lengths.first.map { Int($0) ?? .max }
    }
}

/// The header fields, and what must be known of them before `HTTPHeaders` tidies them up.
private struct FieldCollection {
    var layout: HeadLayout
    var headers = HTTPHeaders()
    /// Every Content-Length, every blank in it kept: as the parser takes it.
    var lengths: [String] = []
    /// Every Transfer-Encoding, likewise.
    var codings: [String] = []
    private var namesAndValuesAreClean = true
    /// Whether the next field is none of the request's.
    private var skipsNext: Bool

    init(layout: HeadLayout, skipsFirst: Bool) {
        self.layout = layout
        skipsNext = skipsFirst
    }

    /// Whether a field is to be left out: once, where the first one is.
    mutating func skips() -> Bool {
        defer { skipsNext = false }
        return skipsNext
    }

    /// Whether all fields are what the grammar allows (RFC 9110, section 5.5, and RFC 9112, section 5).
    var areWellFormed: Bool {
        namesAndValuesAreClean && (layout.isExact || MHD_VERSION >= 0x0100_0000)
    }

    mutating func add(_ name: String, _ value: String) {
        namesAndValuesAreClean = namesAndValuesAreClean && isToken(name) && isFieldValue(value)
        switch name.lowercased() {
        case "content-length": lengths.append(value)
        case "transfer-encoding": codings.append(value)
        default: break
        }
        headers.add(name, value)
    }
}

private func collectField(
    context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameLength: Int,
    value: UnsafePointer<CChar>?, valueLength: Int
) -> MHD_Result {
    guard let context, let name, let value else { return .NO }
    let fields = context.assumingMemoryBound(to: FieldCollection.self)
    guard !fields.pointee.skips() else { return .YES }
    fields.pointee.layout.follow(name: name, nameLength, value: value, valueLength)
    fields.pointee.add(text(name, nameLength), text(value, valueLength))
    return .YES
}

private func text(_ start: UnsafePointer<CChar>, _ length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
}
