// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginServer
import Testing

/// Which apps can be registered, and where their answers may go.
struct AppClientTests {
    private func register(_ redirectURIs: [String], id: String = "shop") throws -> AppClient {
        try AppClient(id: id, name: BilingualText(ko: "가게", en: "Shop"), redirectURIs: redirectURIs)
    }

    @Test(arguments: [
        "https://shop.example/signed-in", "https://shop.example:8443/a?b=c", "com.example.shop:/signed-in",
        "com.example.shop-2://signed-in", "http://127.0.0.1/callback", "http://[::1]/callback",
        "http://localhost:3000/callback", "https://shop.example/" + String(repeating: "x", count: 491),
    ])
    func `an https address, a scheme of the app's own and this machine can be registered`(redirectURI: String) throws {
        #expect(try register([redirectURI]).redirectURIs == [redirectURI])
    }

    @Test(arguments: [
        "", "http://shop.example/signed-in", "https://shop.example/#x", "https://user@shop.example/", "shop:/signed-in",
        "javascript:alert(1)", "JavaScript:alert(1.0)", "data:text/html,x", "file:///etc/passwd",
        "HTTP://shop.example/",
        "blob:https://shop.example/x", "1.example:/x", "com_example.shop:/x", "com.example.shop",
        "com.example.shop:/a b",
        "com.example.shop:/a\r\nSet-Cookie: x=y", "com.example.shop:/가게", "http://127.0.0.1.evil.example/callback",
        "https://shop.example/" + String(repeating: "x", count: 492),
    ])
    func `RFC 8252, 8.4: any other address is refused, and the refusal says what to write`(redirectURI: String) {
        let error = #expect(throws: LoginError.self) {
            try register(["https://shop.example/good", redirectURI])
        }

        #expect(error?.code == .clientRedirectURIRefused)
        #expect(error?.remedy.english.contains("com.example.app:/") == true)
        #expect(error?.remedy.korean.contains("com.example.app:/") == true)
    }

    @Test func `a client without an address is refused`() {
        #expect(throws: LoginError.self) { try register([]) }
    }

    @Test(arguments: ["", "my shop", "가게", "shop\n", "a/b", String(repeating: "x", count: 65)])
    func `an id of other characters, or none, is refused`(id: String) {
        let error = #expect(throws: LoginError.self) { try register(["https://shop.example/"], id: id) }

        #expect(error?.code == .clientIDRefused)
    }
}
