// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import LoginServer

/// What the server refuses to start with.
struct SettingsTests {
    private let name = BilingualText(ko: "서비스", en: "Service")

    @Test(arguments: [
        "http://login.example.test", "https://login.example.test/path", "login.example.test", "",
        "https://login.example.test?x=1", "http://localhost:8080",
    ])
    func `S58: a public address that is not https without a path is refused`(address: String) {
        #expect {
            try LoginServerSettings(publicAddress: address, serviceName: name)
        } throws: {
            ($0 as? LoginError)?.code == .publicAddressRefused
        }
    }

    @Test(arguments: ["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"])
    func `S58: plain http needs the development switch and is for this machine only`(address: String) throws {
        let settings = try LoginServerSettings(publicAddress: address, serviceName: name, allowsLoopbackHTTP: true)

        #expect(!settings.isSecure)
        #expect(throws: LoginError.self) {
            try LoginServerSettings(
                publicAddress: "http://192.168.0.7", serviceName: name, allowsLoopbackHTTP: true)
        }
    }

    @Test func `issuer and audience are the address as browsers write an origin`() throws {
        let settings = try LoginServerSettings(publicAddress: "https://Login.Example.test/", serviceName: name)

        #expect(settings.publicAddress == "https://login.example.test")
        #expect(settings.audience == settings.publicAddress)
    }

    @Test(arguments: ["", "AAAA", "not base64!", String(repeating: "A", count: 44)])
    func `a master key that is not base64 of 32 bytes is refused`(text: String) {
        #expect {
            try MasterKey(base64: Secret(text))
        } throws: {
            ($0 as? LoginError)?.code == .masterKeyRefused
        }
    }

    @Test func `a master key survives its text form, line break included, and never shows itself`() throws {
        let key = MasterKey(random: SeededRandomSource(seed: 1))

        let read = try MasterKey(base64: Secret(key.base64.exposed + "\n"))

        #expect(read.bytes == key.bytes)
        #expect("\(key)" == "MasterKey(••••)")
    }

    @Test func `each purpose has a key of its own`() {
        let keys = PurposeKeys(MasterKey(random: SeededRandomSource(seed: 1)))

        let all = [keys.refresh, keys.cookie, keys.ticket, keys.nonce, keys.form, keys.attempt]
        #expect(Set(all).count == all.count)
        #expect(all.allSatisfy { $0.count == 32 })
    }

    @Test(arguments: [
        ("ko-KR,ko;q=0.9,en;q=0.8", Language.korean), ("en-US,en;q=0.9,ko;q=0.8", .english), ("fr,ko;q=0.2", .korean),
        ("ko;q=0.3, en;q=0.7", .english), ("", .english), ("de", .english), ("ko;q=0", .english),
        ("ko;q=nonsense,en;q=0.1", .english),
    ])
    func `the language is the one that the browser likes best`(field: String, language: Language) {
        var request = HTTPRequest(method: .get, scheme: "https", authority: "a", path: "/")
        request.headers["Accept-Language"] = field

        #expect(Language(accepted: request) == language)
    }
}
