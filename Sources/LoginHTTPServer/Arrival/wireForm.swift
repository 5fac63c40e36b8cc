// SPDX-License-Identifier: Apache-2.0

import CLoginMicroHTTPD
import LoginHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An answer of the listener's own as it goes over the wire (RFC 9112, section 4).
func wireForm(of response: HTTPResponse) -> [UInt8] {
    let reason = MHD_get_reason_phrase_for(UInt32(response.status)).map { String(cString: $0) } ?? ""
    var lines = ["HTTP/1.1 \(response.status) \(reason)", "Date: \(dateField())"]
    lines += response.headers.fields.map { "\($0.name): \($0.value)" }
    lines += ["Content-Length: \(response.body.count)", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8) + response.body
}

/// The present moment as every answer has to say it (RFC 9110, section 6.6.1); libmicrohttpd reads the system's clock for
/// the others.
private func dateField() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 40)
    let length = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
