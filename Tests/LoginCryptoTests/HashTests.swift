// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@testable import LoginCrypto

@Suite("Hashes")
struct HashTests {
    @Test(
        "SHA-256 gives the digests of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ])
    func sha256(text: String, digest: String) {
        #expect(Hex.encode(SHA256Hash.hash(text)) == digest)
    }

    @Test("B74: the hash form of a nonce is lower-case hex, and base64url of the same digest is another text")
    func nonceHash() {
        let digest = SHA256Hash.hash("nonce-0001")

        #expect(Hex.encode(digest) == "d3668b1e104f62fa90db942864a6e676638a29a10f4e92d62895ebf0ee6557fc")
        #expect(Base64URL.encode(digest) == "02aLHhBPYvqQ25QoZKbmdmOKKaEPTpLWKJXr8O5lV_w")
    }

    @Test(
        "HMAC-SHA-256 gives the values of RFC 4231",
        arguments: [
            (
                String(repeating: "0b", count: 20), Hex.encode(Array("Hi There".utf8)),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Hex.encode(Array("Jefe".utf8)), Hex.encode(Array("what do ya want for nothing?".utf8)),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                String(repeating: "aa", count: 20), String(repeating: "dd", count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                "0102030405060708090a0b0c0d0e0f10111213141516171819", String(repeating: "cd", count: 50),
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
            ),
            (
                String(repeating: "aa", count: 131),
                Hex.encode(Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            (
                String(repeating: "aa", count: 131),
                Hex.encode(
                    Array(
                        ("This is a test using a larger than block-size key and a larger than block-size data. "
                            + "The key needs to be hashed before being used by the HMAC algorithm.").utf8)),
                "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
            ),
        ])
    func hmac(key: String, message: String, expected: String) throws {
        let mac = hmacSHA256(try #require(Hex.decode(message)), key: try #require(Hex.decode(key)))

        #expect(Hex.encode(mac) == expected)
    }

    @Test("HMAC takes an empty key and an empty message")
    func emptyHMAC() {
        let mac = hmacSHA256([], key: [])

        #expect(Hex.encode(mac) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test(
        "HKDF gives the values of RFC 5869, appendix A",
        arguments: [
            (
                salt: "000102030405060708090a0b0c", info: "f0f1f2f3f4f5f6f7f8f9", length: 42,
                expected: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
            ),
            (
                salt: "", info: "", length: 42,
                expected: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
            ),
        ])
    func hkdf(salt: String, info: String, length: Int, expected: String) throws {
        let key = [UInt8](repeating: 0x0b, count: 22)

        let derived = hkdfSHA256(
            key: key, salt: try #require(Hex.decode(salt)), info: try #require(Hex.decode(info)), length: length)

        #expect(Hex.encode(derived) == expected)
    }

    @Test("HKDF gives the long value of RFC 5869, appendix A.2")
    func longHKDF() {
        let derived = hkdfSHA256(
            key: Array(0x00...0x4f), salt: Array(0x60...0xaf), info: Array(0xb0...0xff), length: 82)

        #expect(
            Hex.encode(derived)
                == "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
                + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87")
    }

    @Test("Keys for two purposes have nothing in common, and the same purpose gives the same key")
    func purposes() {
        let master = [UInt8](repeating: 7, count: 32)

        let sealing = hkdfSHA256(key: master, info: "sealing", length: 32)

        #expect(sealing == hkdfSHA256(key: master, info: "sealing", length: 32))
        #expect(sealing != hkdfSHA256(key: master, info: "refresh", length: 32))
    }
}
