// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@Suite("The key of a person")
struct IdentityKeyTests {
    private let key = IdentityKey(provider: ProviderID(rawValue: "kakao"), scope: "1000001", subject: "1001")

    @Test("is written as provider and subject")
    func text() {
        #expect("\(key)" == "Kakao@1001")
    }

    @Test(
        "S17: differs when any part differs",
        arguments: [("naver", "1000001", "1001"), ("kakao", "1000002", "1001"), ("kakao", "1000001", "1002")])
    func parts(provider: String, scope: String, subject: String) {
        let other = IdentityKey(provider: ProviderID(rawValue: provider), scope: scope, subject: subject)

        #expect(key != other)
        #expect(Set([key, other, key]).count == 2)
    }

    @Test(
        "B48: a subject is compared byte for byte, whatever it looks like",
        arguments: [("n-AbC_1", "n-abc_1"), ("K1", "\u{212A}1"), ("\u{AC00}", "\u{1100}\u{1161}"), ("1", "1 ")])
    func opaqueSubjects(left: String, right: String) {
        let keys = [left, right].map { IdentityKey(provider: key.provider, scope: key.scope, subject: $0) }

        #expect(keys[0] != keys[1])
        #expect(Set(keys).count == 2)
    }

    @Test("keeps its parts apart when hashed")
    func hashing() {
        let left = IdentityKey(provider: key.provider, scope: "1", subject: "23")
        let right = IdentityKey(provider: key.provider, scope: "12", subject: "3")

        #expect(left != right)
        #expect(left.hashValue != right.hashValue)
    }
}
