// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginProviders
import Testing

@Suite("Reading a callback that reached an app as an address")
struct CallbackAddressTests {
    private let provider: Provider

    init() throws {
        provider = try Kakao().provider
    }

    private func code(in address: String, registered: String) -> String? {
        let pending = PendingCallback(provider: .kakao, redirectURI: registered, state: Secret("S1"))
        guard case .code(let code) = provider.readCallback(address: address, for: pending) else { return nil }
        return code.code.exposed
    }

    @Test(
        "B01: an empty path and a slash are the same, and scheme and host have no case",
        arguments: [
            ("kakao0abc://oauth", "kakao0abc://oauth/?code=C1&state=S1"),
            ("kakao0abc://oauth", "kakao0abc://oauth?code=C1&state=S1"),
            ("kakao0abc://oauth/", "kakao0abc://oauth?code=C1&state=S1"),
            ("kakao0abc://oauth", "KAKAO0ABC://OAuth?code=C1&state=S1"),
            ("https://login.example", "https://login.example/?code=C1&state=S1"),
            ("com.example.app:/cb", "com.example.app:/cb?code=C1&state=S1"),
        ])
    func sameResource(registered: String, delivered: String) {
        #expect(code(in: delivered, registered: registered) == "C1")
    }

    @Test(
        "B01, B16: another path, host or scheme is not ours",
        arguments: [
            ("kakao0abc://oauth", "kakao0abc://oauthX?code=C1&state=S1"),
            ("kakao0abc://oauth", "kakao0abc://oauth/more?code=C1&state=S1"),
            ("kakao0abc://oauth", "kakao0abc://kakaolink?code=C1&state=S1"),
            ("kakao0abc://oauth", "kakao0abcd://oauth?code=C1&state=S1"),
            ("kakao0abc://oauth", "fb0123://authorize?code=C1&state=S1"),
            ("https://login.example/cb", "https://login.example/CB?code=C1&state=S1"),
            ("https://login.example/cb", "https://login.example/cb/?code=C1&state=S1"),
            ("https://login.example/cb", "https://login.example:8443/cb?code=C1&state=S1"),
            ("https://login.example/cb", "http://login.example/cb?code=C1&state=S1"),
            ("kakao0abc://oauth", "no address at all"),
            ("kakao0abc://oauth", ""),
        ])
    func otherResource(registered: String, delivered: String) {
        let pending = PendingCallback(provider: .kakao, redirectURI: registered, state: Secret("S1"))

        let result = provider.readCallback(address: delivered, for: pending)

        // Not refused either: whoever waits for the real one goes on waiting.
        guard case .notOurs = result else {
            Issue.record("taken for ours: \(delivered)")
            return
        }
    }

    @Test("B03: a fragment without meaning is dropped")
    func junkFragment() {
        #expect(
            code(in: "https://example.test/cb?code=C1&state=S1#_=_", registered: "https://example.test/cb") == "C1")
    }

    @Test("a redirect URI that has a query finds it again, wherever the provider appends")
    func redirectURIWithAQuery() {
        let registered = "https://example.test/cb?from=app"

        #expect(code(in: "https://example.test/cb?from=app&code=C1&state=S1", registered: registered) == "C1")
        #expect(code(in: "https://example.test/cb?code=C1&state=S1&from=app", registered: registered) == "C1")
        #expect(code(in: "https://example.test/cb?code=C1&state=S1", registered: registered) == nil)
        #expect(code(in: "https://example.test/cb?from=web&code=C1&state=S1", registered: registered) == nil)
    }

    @Test("B18: reading the same callback twice tells the same and changes nothing")
    func readingIsRepeatable() {
        let address = "kakao0abc://oauth?code=C1&state=S1"

        #expect(code(in: address, registered: "kakao0abc://oauth") == "C1")
        #expect(code(in: address, registered: "kakao0abc://oauth") == "C1")
    }
}
