// SPDX-License-Identifier: Apache-2.0

import CLoginCurl
import LoginHTTP

/// A request's address as curl reads it; nil where curl would call another host than the policy looked at.
func curlAddress(of request: HTTPRequest) -> OpaquePointer? {
    guard let address = curl_url() else { return nil }
    var host: UnsafeMutablePointer<CChar>?
    defer { curl_free(host) }
    guard curl_url_set(address, CURLUPART_URL, request.address, UInt32(CURLU_PATH_AS_IS)) == CURLUE_OK,
        curl_url_get(address, CURLUPART_HOST, &host, 0) == CURLUE_OK, let host,
        String(cString: host).lowercased() == request.host
    else {
        curl_url_cleanup(address)
        return nil
    }
    return address
}

/// A request's header fields as curl takes them; nil where one of them, or the method, cannot be written as HTTP.
///
/// Fields that curl would add of its own accord are switched off, and those that describe the message are curl's.
func curlFields(of request: HTTPRequest) -> UnsafeMutablePointer<curl_slist>? {
    guard isToken(request.method.rawValue), request.headers.fields.allSatisfy(\.canBeSent) else { return nil }
    var lines = ["Expect:"]
    for (name, otherwise) in [("Accept", ""), ("Content-Type", ""), ("Accept-Encoding", " identity")]
    where request.headers[name] == nil {
        lines.append("\(name):\(otherwise)")
    }
    for field in request.headers.fields {
        let name = field.name.lowercased()
        guard name != "content-length", name != "transfer-encoding", name != "connection" else { continue }
        let isBlank = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
        // A semicolon is how curl is told to send a field without a value.
        lines.append(isBlank ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
        list = curl_slist_append(list, line)
    }
    return list
}
