// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import Testing

@Suite("Signing keys")
struct SigningKeyTests {
    private static let keys = [SigningKey.generateES256(id: "ec"), SigningKey.generateRS256(id: "rsa")]

    @Test("A key that was kept signs for the same public key", arguments: keys)
    func keptKey(key: SigningKey) throws {
        let message = Array("signed".utf8)

        let read = try SigningKey(pkcs8: key.pkcs8, id: key.keyID)

        #expect(read.publicJWK.json == key.publicJWK.json)
        #expect(
            key.publicKey.verify(signature: read.sign(message), message: message, algorithm: key.algorithm))
    }

    @Test("A signature holds for its message, key and algorithm, and for nothing else", arguments: keys)
    func signature(key: SigningKey) {
        let message = Array("signed".utf8)
        let other = SigningKey.generateES256()

        let signature = key.sign(message)

        #expect(key.publicKey.verify(signature: signature, message: message, algorithm: key.algorithm))
        #expect(!key.publicKey.verify(signature: signature, message: message + [0], algorithm: key.algorithm))
        #expect(!key.publicKey.verify(signature: signature + [0], message: message, algorithm: key.algorithm))
        #expect(!key.publicKey.verify(signature: [], message: message, algorithm: key.algorithm))
        #expect(!other.publicKey.verify(signature: signature, message: message, algorithm: .es256))
        for algorithm in SignatureAlgorithm.allCases where algorithm != key.algorithm {
            #expect(!key.publicKey.verify(signature: signature, message: message, algorithm: algorithm))
        }
    }

    @Test("One key signs and verifies in many tasks at once", arguments: keys)
    func manyTasks(key: SigningKey) async {
        let holding = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let message = [UInt8(number)]
                    let signature = key.sign(message)
                    return key.publicKey.verify(signature: signature, message: message, algorithm: key.algorithm)
                        && !key.publicKey.verify(signature: signature, message: message + [0], algorithm: key.algorithm)
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }

        #expect(holding == 200)
    }

    @Test("An ES256 signature is always 64 bytes, also where r or s begins with zeroes")
    func rawLength() {
        let key = SigningKey.generateES256()

        // One signature in 128 has a leading zero byte in r or s.
        let signatures = (0..<1000).map { key.sign([UInt8($0 & 0xff), UInt8($0 >> 8)]) }

        #expect(signatures.allSatisfy { $0.count == 64 })
        #expect(signatures.contains { $0[0] == 0 || $0[32] == 0 })
    }

    @Test("A key without an id is named by its thumbprint")
    func thumbprintID() {
        let key = SigningKey.generateES256()

        #expect(key.keyID == key.publicJWK.thumbprint)
    }

    @Test("Bytes that are no key, or a key of another kind, are refused")
    func noKey() {
        let pkcs8 = Self.keys[0].pkcs8

        #expect(throws: JWKError.self) { try SigningKey(pkcs8: []) }
        #expect(throws: JWKError.self) { try SigningKey(pkcs8: Array(pkcs8.dropLast())) }
        #expect(throws: JWKError.self) { try SigningKey(pkcs8: [0x30, 0x00]) }
        #expect(throws: JWKError.self) { try SigningKey(pkcs8: Self.ed25519) }
    }

    // RFC 8410, section 10.3: an Ed25519 key that is published as an example.
    private static let ed25519 = Base64.decode("MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC") ?? []
}

@Suite("Private key text")
struct PrivateKeyTextTests {
    private static let key = SigningKey.generateES256()
    private static let pem = key.pem.exposed

    @Test(
        "B78: a key text that the environment has bent loads as the same key",
        arguments: [
            ("as it is", pem), ("literal backslash-n", pem.replacing("\n", with: "\\n")),
            ("CRLF", pem.replacing("\n", with: "\r\n")), ("literal backslash-r-n", pem.replacing("\n", with: "\\r\\n")),
            ("no final newline", String(pem.dropLast())), ("spaces around", "  \n\t" + pem + "  \n"),
            ("one line", pem.replacing("\n", with: " ")), ("indented", pem.replacing("\n", with: "\n    ")),
        ])
    func bentText(how: String, text: String) throws {
        let key = try SigningKey(pem: Secret(text))

        #expect(key.keyID == Self.key.keyID)
    }

    @Test("B78: base64 of the whole file is a clear error that says what to do")
    func wrappedText() {
        let wrapped = Base64.encode(Array(Self.pem.utf8))

        let error = refusal(of: wrapped)

        #expect(error?.code == .signingKeyUnreadable)
        #expect(error?.advice == .fixSetup)
        #expect(error?.remedy.english.contains("base64 -d") ?? false)
        #expect(error?.remedy.korean.contains("base64 -d") ?? false)
    }

    @Test(
        "B78: a text that is no usable key is an error that repeats nothing of it",
        arguments: [
            "", "key", pem.replacing("-----BEGIN PRIVATE KEY-----", with: ""),
            pem.replacing("-----END PRIVATE KEY-----", with: ""), String(pem.prefix(100)),
            pem.replacing("PRIVATE", with: "ENCRYPTED PRIVATE"), pem.replacing("PRIVATE", with: "EC PRIVATE"),
            pem.replacing("PRIVATE", with: "PUBLIC"), "# my key\n" + pem, pem + pem, pem.replacing("M", with: "*"),
            "-----END PRIVATE KEY-----\n-----BEGIN PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY----------END PRIVATE KEY-----",
        ])
    func unusableText(text: String) throws {
        let error = try #require(refusal(of: text))

        let words = [error.description, error.message.korean, error.remedy.korean].joined()
        let body = Self.pem.split(separator: "\n").dropFirst().dropLast()
        #expect(error.code == .signingKeyUnreadable)
        #expect(body.allSatisfy { line in !words.contains(line.prefix(16)) })
    }

    @Test("A key is never printed")
    func unprinted() {
        var dumped = ""
        dump(Self.key, to: &dumped)

        #expect(dumped == "- SigningKey(\(Self.key.keyID))\n")
        #expect("\(Self.key.pem)" == "••••")
    }

    private func refusal(of text: String) -> LoginError? {
        do throws(LoginError) {
            _ = try SigningKey(pem: Secret(text))
            return nil
        } catch {
            return error
        }
    }
}
