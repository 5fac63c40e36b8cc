// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@testable import LoginCrypto

@Suite("S59: random and changed input")
struct FuzzTests {
    private static let p256 = SigningKey.generateES256(id: "ec")
    private static let rsa = SigningKey.generateRS256(id: "rsa")

    @Test(
        "A signed token with any one character changed, taken out or doubled is never believed", arguments: [p256, rsa])
    func oneCharacter(key: SigningKey) throws {
        let keys = try JWKSet([Self.p256.publicJWK, Self.rsa.publicJWK])
        let claims = JSONObject([.init(name: "sub", value: "1001"), .init(name: "name", value: "김서연")])
        let token = Array(signJWT(claims: claims, type: "JWT", key: key).exposed.utf8)
        let random = Bytes(seed: 59)

        for index in token.indices {
            var changed = token
            changed[index] = random.next(differentFrom: token[index])
            var shorter = token
            shorter.remove(at: index)
            var longer = token
            longer.insert(token[index], at: index)

            for bytes in [changed, shorter, longer] {
                #expect(!isBelieved(bytes, keys), "at \(index) of \(token.count)")
            }
        }
    }

    @Test("Tokens of two signers, cut and joined anywhere, are never believed")
    func spliced() throws {
        let keys = try JWKSet([Self.p256.publicJWK, Self.rsa.publicJWK])
        let one = Array(
            signJWT(claims: JSONObject([.init(name: "sub", value: "1")]), type: "JWT", key: Self.p256).exposed.utf8)
        let two = Array(
            signJWT(claims: JSONObject([.init(name: "sub", value: "2")]), type: "JWT", key: Self.p256).exposed.utf8)
        let random = Bytes(seed: 60)

        for _ in 0..<3000 {
            let spliced = Array(one.prefix(random.next(below: one.count)) + two.suffix(random.next(below: two.count)))
            guard spliced != one, spliced != two else { continue }
            #expect(!isBelieved(spliced, keys))
        }
    }

    @Test("Random texts from a token's alphabet are refused and crash nothing")
    func randomTokens() throws {
        let keys = try JWKSet([Self.p256.publicJWK])
        let alphabet = Array("eyJhbGciOiJFUzI1NiJ9.._-AZaz09=\u{0}{}\"".utf8)
        let random = Bytes(seed: 61)

        for _ in 0..<4000 {
            let text = (0..<random.next(below: 200)).map { _ in alphabet[random.next(below: alphabet.count)] }
            #expect(!isBelieved(text, keys))
        }
    }

    @Test("Key sets with changed bytes are read or refused, crash nothing, and never hold an unsound key")
    func changedKeySets() throws {
        let set = try JWKSet([Self.p256.publicJWK, Self.rsa.publicJWK]).json.serialized()
        let random = Bytes(seed: 62)

        for _ in 0..<1000 {
            var text = set
            for _ in 0...random.next(below: 4) {
                text[random.next(below: text.count)] = UInt8(random.next(below: 256))
            }
            guard let json = try? JSONValue(parsing: text), let keys = try? JWKSet(parsing: json) else { continue }
            for key in keys.keys {
                guard case .rsa(let modulus, _) = key.key.numbers else { continue }
                #expect(modulus.count * 8 - modulus[0].leadingZeroBitCount >= 2048)
            }
        }
    }

    @Test("Private key texts with changed bytes load or are refused, and crash nothing")
    func changedPrivateKeys() throws {
        let pem = Array(Self.p256.pem.exposed.utf8)
        let der = Self.rsa.pkcs8
        let random = Bytes(seed: 63)

        for _ in 0..<3000 {
            var text = pem
            text[random.next(below: text.count)] = UInt8(random.next(below: 128))
            var document = der
            document[random.next(below: document.count)] = UInt8(random.next(below: 256))

            let fromText = try? SigningKey(pem: Secret(String(decoding: text, as: UTF8.self)))
            let fromDocument = try? SigningKey(pkcs8: document)

            #expect(fromText.map { $0.sign([1]).count == 64 } ?? true)
            #expect(fromDocument?.publicKey.numbers != nil || fromDocument == nil)
        }
    }

    private func isBelieved(_ token: [UInt8], _ keys: JWKSet) -> Bool {
        let token = Secret(String(decoding: token, as: UTF8.self))
        return (try? UnverifiedJWT(parsing: token).verified(with: keys, algorithms: [.es256, .rs256])) != nil
    }
}

/// Repeatable choices from one seed.
private struct Bytes {
    private let source: SeededRandomSource

    init(seed: UInt64) {
        source = SeededRandomSource(seed: seed)
    }

    func next(below limit: Int) -> Int {
        source.bytes(4).reduce(0) { $0 << 8 | Int($1) } % limit
    }

    func next(differentFrom byte: UInt8) -> UInt8 {
        byte ^ UInt8(1 + next(below: 127))
    }
}
