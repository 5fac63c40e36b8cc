// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// An answer that holds tokens or personal data: no cache may keep it (RFC 6749, section 5.1).
func secretJSON(_ value: JSONValue) -> HTTPResponse {
    var response = HTTPResponse.json(value, contentType: "application/json;charset=UTF-8")
    response.headers["Cache-Control"] = "no-store"
    return response
}
