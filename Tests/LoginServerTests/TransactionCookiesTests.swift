// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import LoginServer

/// One sealed cookie for each sign-in that a browser is in the middle of.
struct TransactionCookiesTests {
    private let random = SeededRandomSource(seed: 9)
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let kakao = ProviderID(rawValue: "kakao")

    private func cookies(isSecure: Bool = true) throws -> TransactionCookies {
        let key = SealingKeys(ring: KeyRing(MasterKeys(MasterKey(random: SeededRandomSource(seed: 4))))) {
            $0.transaction
        }
        return TransactionCookies(key: key, policy: CookiePolicy(isSecure: isSecure), life: 600)
    }

    private func transaction(after seconds: TimeInterval = 0) throws -> BrowserTransaction {
        BrowserTransaction(
            attemptID: try #require(AttemptID(Base64URL.encode(random.bytes(16)))), provider: kakao,
            state: Secret(Base64URL.encode(random.bytes(16))), nonce: Secret("n"), verifier: Secret("v"),
            redirectURI: "https://login.example.test/auth/kakao/callback",
            createdAt: start.addingTimeInterval(seconds), app: nil)
    }

    /// What a browser sends back after these cookies were set, one after the other.
    private func request(_ set: [SetCookie]) -> HTTPRequest {
        var jar: [(name: String, value: String)] = []
        for cookie in set {
            jar.removeAll { $0.name == cookie.name }
            if cookie.maxAge != 0 { jar.append((cookie.name, cookie.value)) }
        }
        var request = HTTPRequest(method: .get, scheme: "https", authority: "login.example.test", path: "/")
        request.headers["Cookie"] = jar.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        return request
    }

    @Test func `a transaction comes back whole`() throws {
        let cookies = try cookies()
        let transaction = try transaction()

        let set = cookies.begin(transaction, in: request([]), random: random)

        let found = cookies.waiting(for: kakao, in: request(set), at: start)
        #expect(found.map(\.transaction.state) == [transaction.state])
        #expect(found.first?.transaction.attemptID == transaction.attemptID)
        #expect(found.first?.transaction.verifier == Secret("v"))
        #expect(found.first?.transaction.redirectURI == transaction.redirectURI)
    }

    @Test func `P2: the cookie is bound to host, https and top-level navigation, and lives ten minutes`() throws {
        let set = try cookies().begin(try transaction(), in: request([]), random: random)

        let field = try #require(set.last).fieldValue
        #expect(field.hasPrefix("__Host-login-tx-"))
        for attribute in ["; Secure", "; HttpOnly", "; SameSite=Lax", "; Max-Age=600", "; Path=/"] {
            #expect(field.contains(attribute))
        }
    }

    @Test func `nothing in the cookie can be read`() throws {
        let transaction = try transaction()

        let value = try #require(try cookies().begin(transaction, in: request([]), random: random).last).value

        let bytes = String(decoding: try #require(Base64URL.decode(value)), as: UTF8.self)
        #expect(!bytes.contains("kakao"))
        #expect(!value.contains(transaction.state.exposed))
    }

    @Test func `two tabs have a transaction each`() throws {
        let cookies = try cookies()
        let first = cookies.begin(try transaction(), in: request([]), random: random)

        let second = cookies.begin(try transaction(after: 1), in: request(first), random: random)

        #expect(cookies.waiting(for: kakao, in: request(first + second), at: start).count == 2)
    }

    @Test func `a sixth drops the oldest`() throws {
        let cookies = try cookies()
        var set: [SetCookie] = []
        var states: [Secret] = []
        for second in 0..<6 {
            let transaction = try transaction(after: TimeInterval(second))
            states.append(transaction.state)
            set += cookies.begin(transaction, in: request(set), random: random)
        }

        let found = cookies.waiting(for: kakao, in: request(set), at: start)
        #expect(Set(found.map(\.transaction.state)) == Set(states.dropFirst()))
    }

    @Test func `after ten minutes a transaction is gone, and the next one sweeps its cookie away`() throws {
        let cookies = try cookies()
        let set = cookies.begin(try transaction(), in: request([]), random: random)
        let later = start.addingTimeInterval(600)

        #expect(cookies.waiting(for: kakao, in: request(set), at: later).isEmpty)
        let next = cookies.begin(try transaction(after: 600), in: request(set), random: random)
        #expect(next.contains { $0.name == set.last?.name && $0.maxAge == 0 })
    }

    @Test func `another provider's transaction is not found`() throws {
        let cookies = try cookies()
        let set = cookies.begin(try transaction(), in: request([]), random: random)

        #expect(cookies.waiting(for: ProviderID(rawValue: "naver"), in: request(set), at: start).isEmpty)
    }

    @Test func `a value under another name, or of another server, is passed over`() throws {
        let cookies = try cookies()
        let set = cookies.begin(try transaction(), in: request([]), random: random)
        let value = try #require(set.last).value
        let renamed = SetCookie(name: "__Host-login-tx-AAAAAAAA", value: value, maxAge: 600, isSecure: true)
        let stranger = SetCookie(name: "__Host-login-tx-BBBBBBBB", value: "AAAA", maxAge: 600, isSecure: true)

        #expect(cookies.waiting(for: kakao, in: request([renamed, stranger]), at: start).isEmpty)
    }

    @Test func `on plain loopback http the cookie goes without prefix and Secure`() throws {
        let set = try cookies(isSecure: false).begin(try transaction(), in: request([]), random: random)

        let field = try #require(set.last).fieldValue
        #expect(field.hasPrefix("login-tx-"))
        #expect(!field.contains("Secure"))
    }
}
