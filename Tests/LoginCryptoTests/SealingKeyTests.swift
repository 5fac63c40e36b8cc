// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@testable import LoginCrypto

@Suite("Sealing")
struct SealingKeyTests {
    private let random = SystemRandomSource()
    private let plain = Array("refresh token of 김서연".utf8)

    private func key(_ byte: UInt8 = 1) throws -> SealingKey {
        try #require(SealingKey(bytes: [UInt8](repeating: byte, count: 32)))
    }

    @Test("What was sealed opens with the same key and context", arguments: [0, 1, 15, 16, 17, 4096, 1 << 20])
    func roundTrip(length: Int) throws {
        let key = try key()
        let plain = SeededRandomSource(seed: 1).bytes(length)

        let sealed = key.seal(plain, context: "sessions/1", random: random)

        #expect(key.open(sealed, context: "sessions/1") == plain)
        #expect(sealed.count == 5 + 12 + length + 16)
    }

    @Test("The encryption is AES-256-GCM: test case 14 of its specification comes out")
    func knownAnswer() throws {
        let zeroes = [UInt8](repeating: 0, count: 32)

        let sealed = AESGCM.seal(
            Array(zeroes.prefix(16)), key: zeroes, nonce: Array(zeroes.prefix(12)), authenticating: [])

        #expect(Hex.encode(sealed) == "cea7403d4d606b6e074ec5d3baf39d18" + "d0d1c8a799996bf0265b98b5d48ab919")
    }

    @Test("The encryption is AES-256-GCM: test case 16, with authenticated context, comes out")
    func knownAnswerWithContext() throws {
        let key = try #require(Hex.decode("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"))
        let nonce = try #require(Hex.decode("cafebabefacedbaddecaf888"))
        let context = try #require(Hex.decode("feedfacedeadbeeffeedfacedeadbeefabaddad2"))
        let plain = try #require(
            Hex.decode(
                "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                    + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"))

        let sealed = AESGCM.seal(plain, key: key, nonce: nonce, authenticating: context)

        #expect(
            Hex.encode(sealed)
                == "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662" + "76fc6ece0f4e1768cddf8853bb2d551b")
    }

    @Test("Nothing opens with another key or in another place")
    func wrongKeyOrContext() throws {
        let sealed = try key().seal(plain, context: "sessions/1", random: random)

        #expect(try key(2).open(sealed, context: "sessions/1") == nil)
        #expect(try key().open(sealed, context: "sessions/2") == nil)
        #expect(try key().open(sealed, context: "") == nil)
    }

    @Test("A single changed bit anywhere, version byte included, and any cut keep it shut")
    func tampering() throws {
        let key = try key()
        let sealed = key.seal(plain, context: "c", random: random)

        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << bit
                #expect(key.open(changed, context: "c") == nil)
            }
            #expect(key.open(Array(sealed.prefix(index)), context: "c") == nil)
        }
        #expect(key.open(sealed + [0], context: "c") == nil)
    }

    @Test(
        "A value says which key sealed it, and is no other key's for being told so", arguments: [1, 2, 256, UInt32.max])
    func numbers(number: UInt32) throws {
        let bytes = [UInt8](repeating: 1, count: 32)
        let key = try #require(SealingKey(bytes: bytes, number: number))
        let twin = try #require(SealingKey(bytes: bytes, number: number ^ 7))

        let sealed = key.seal(plain, context: "c", random: random)

        #expect(SealingKey.number(of: sealed) == number)
        #expect(SealingKey.number(of: key.head) == number && sealed.starts(with: key.head))
        #expect(key.open(sealed, context: "c") == plain)
        #expect(twin.open(sealed, context: "c") == nil, "the same bytes under another number")
        let renamed = twin.head + sealed.dropFirst(SealingKey.headLength)
        #expect(twin.open(renamed, context: "c") == nil, "the number is authenticated")
    }

    @Test("What the first release sealed names no key, and opens by key 1 alone")
    func firstRelease() throws {
        let bytes = [UInt8](repeating: 1, count: 32)
        let nonce = random.bytes(12)
        let sealed =
            [1] + nonce + AESGCM.seal(plain, key: bytes, nonce: nonce, authenticating: [1] + Array("c".utf8))

        #expect(SealingKey.number(of: sealed) == 1)
        #expect(try key().open(sealed, context: "c") == plain)
        #expect(try #require(SealingKey(bytes: bytes, number: 2)).open(sealed, context: "c") == nil)
        #expect(SealingKey.number(of: []) == nil && SealingKey.number(of: [3, 0, 0, 0, 1]) == nil)
        #expect(SealingKey.number(of: [2, 0, 0, 0]) == nil)
    }

    @Test("The same bytes seal differently each time")
    func freshNonce() throws {
        let key = try key()

        let sealed = Set((0..<100).map { _ in key.seal(plain, context: "c", random: random) })

        #expect(sealed.count == 100)
    }

    @Test("A key has 32 bytes, and shows none of them", arguments: [0, 16, 31, 32, 33, 64])
    func keyLength(length: Int) throws {
        let key = SealingKey(bytes: [UInt8](repeating: 171, count: length))

        #expect((key != nil) == (length == 32))

        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains("171"))
        #expect(!"\(String(reflecting: key))".contains("171"))
    }
}
