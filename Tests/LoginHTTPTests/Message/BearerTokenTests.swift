// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

struct BearerTokenTests {
    @Test(
        "RFC 6750, 2.1: the token stands behind its scheme, whose case does not matter",
        arguments: [
            ("Bearer abc.def", "abc.def"), ("bearer abc", "abc"), ("BEARER   abc", "abc"), ("Basic abc", nil),
            ("Bearer", nil),
            ("Bearer ", nil), ("Bearerabc", nil), ("abc", nil), ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func token(field: String?, expected: String?) {
        var request = HTTPRequest(method: .get, scheme: "https", authority: "example.com", path: "/")
        request.headers["Authorization"] = field

        #expect(request.bearerToken?.exposed == expected)
    }
}
