// SPDX-License-Identifier: Apache-2.0

import LoginHTTP
import Testing

@Suite("Absolute addresses")
struct HTTPAddressTests {
    @Test(
        "are taken apart without changing a byte",
        arguments: [
            ("https://example.com", "https", "example.com", "/", nil),
            ("https://example.com?a=b", "https", "example.com", "/", "a=b"),
            ("HTTPS://Example.COM:8443/A%2fb/?x=%20#frag", "https", "Example.COM:8443", "/A%2fb/", "x=%20"),
            ("http://[::1]:80/a", "http", "[::1]:80", "/a", nil),
            ("https://example.com/a//b?", "https", "example.com", "/a//b", ""),
            ("https://example.com#/a?b", "https", "example.com", "/", nil),
            ("https://example.com/a?b?c/d", "https", "example.com", "/a", "b?c/d"),
        ] as [(String, String, String, String, String?)])
    func parts(text: String, scheme: String, authority: String, path: String, query: String?) throws {
        let address = try #require(HTTPAddress(text))

        #expect(address.scheme == scheme)
        #expect(address.authority == authority)
        #expect(address.path == path)
        #expect(address.query == query)
    }

    @Test(
        "of any other kind are refused",
        arguments: [
            "", "example.com", "//example.com/a", "/a", "ftp://example.com/", "kakao0abc://oauth", "https:example.com",
            "https:/example.com", "https:///a", "https://", "https://user@example.com/", "https://u:p@example.com/",
            "https://example.com@evil.test/", "https://exa mple.com/", "https://example.com/a b",
            "https://example.com/\n",
            "https://example.com\\@evil.test/", "https://예시.com/", "https://example.com/가", "https://example.com:/",
            "https://example.com:x/", "https://example.com:+1/", "https://example.com:65536/",
            "https://example.com:1:2/",
            "https://example.com:123456/", "https://exam%70le.com/", "https://example..com/", "https://.example.com/",
            "https://example.com./", "https://[::1/", "https://[::1]x/", "https://[]/", "https://[::g]/",
            "https://[1:2]/", "https://[::1::2]/", "https://[1:2:3:4:5:6:7:8:9]/", "https://[:::]/",
            "https://[fe80::1%25eth0]/",
            "https://example.com/\u{0}", "javascript:alert(1)//https://example.com/",
        ])
    func refused(text: String) {
        #expect(HTTPAddress(text) == nil)
    }

    @Test("know host and port, the scheme's own where none is written")
    func hostAndPort() throws {
        let plain = try #require(HTTPAddress("https://Example.com/"))
        let explicit = try #require(HTTPAddress("http://[2001:DB8::1]:9900/"))

        #expect(plain.host == "example.com")
        #expect(plain.port == 443)
        #expect(explicit.host == "[2001:db8::1]")
        #expect(explicit.port == 9900)
    }

    @Test(
        "give the origin as a browser writes it",
        arguments: [
            ("https://Example.com:443/a", "https://example.com"), ("http://example.com:80", "http://example.com"),
            ("http://localhost:8080/a?b", "http://localhost:8080"),
            ("https://example.com:80/", "https://example.com:80"),
            ("http://[::1]:9900/", "http://[::1]:9900"),
        ])
    func origin(text: String, origin: String) {
        #expect(HTTPAddress(text)?.origin == origin)
    }

    @Test(
        "S58: only this machine itself counts as loopback",
        arguments: [
            ("http://localhost:8080", true), ("http://LOCALHOST", true), ("http://127.0.0.1", true),
            ("http://127.255.0.9:1", true), ("http://[::1]:9900", true), ("http://0.0.0.0", false),
            ("http://10.0.0.1", false), ("http://127.0.0.1.evil.test", false), ("http://localhost.evil.test", false),
            ("http://127.0.0.256", false), ("http://127.1", false), ("http://[::2]", false),
            ("http://128.0.0.1", false),
            ("http://127.0.0.1-x", false), ("http://127.0.0.0x1", false),
        ])
    func loopback(text: String, isLoopback: Bool) throws {
        #expect(try #require(HTTPAddress(text)).isLoopback == isLoopback)
    }

    @Test("a request to an address goes back to the same address, without its fragment")
    func requestAddress() throws {
        let request = try #require(HTTPRequest(.get, "https://example.com/cb?code=C1&state=S1#_=_"))

        #expect(request.address == "https://example.com/cb?code=C1&state=S1")
        #expect(request.target == "/cb?code=C1&state=S1")
        #expect(request.host == "example.com")
        #expect(HTTPRequest(.get, "example.com") == nil)
    }
}
