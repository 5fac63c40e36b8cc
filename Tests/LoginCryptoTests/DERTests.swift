// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@testable import LoginCrypto

@Suite("DER")
struct DERTests {
    @Test("An RSA key that the platform wrote is unwrapped and wrapped again, byte for byte")
    func pkcs8() throws {
        let document = SigningKey.generateRS256().pkcs8

        let key = try #require(DER.rsaPrivateKey(inPKCS8: document))

        #expect(DER.pkcs8(rsaPrivateKey: key) == document)
    }

    @Test("A document of another kind of key is told apart")
    func otherKind() {
        #expect(DER.rsaPrivateKey(inPKCS8: SigningKey.generateES256().pkcs8) == nil)
        #expect(DER.rsaPrivateKey(inPKCS8: []) == nil)
    }

    @Test(
        "The numbers of an RSA public key are read as they were written", arguments: [1, 127, 128, 200, 255, 256, 1024])
    func numbers(length: Int) throws {
        for first: UInt8 in [0x01, 0x7f, 0x80, 0xff] {
            let modulus = [first] + SeededRandomSource(seed: 8).bytes(length - 1)

            let read = try #require(
                DER.rsaNumbers(inPublicKey: DER.rsaPublicKey(modulus: modulus, exponent: [1, 0, 1])))

            #expect(read.modulus == modulus)
            #expect(read.exponent == [1, 0, 1])
        }
    }

    @Test(
        "A length that is cut, too long or not in its shortest form is refused",
        arguments: [
            [], [0x02], [0x02, 0x01], [0x02, 0x02, 0x00], [0x02, 0x80], [0x02, 0x81, 0x7f], [0x02, 0x82, 0x00, 0x80],
            [0x02, 0x83, 0x00, 0x00, 0x01, 0x00], [0x03, 0x01, 0x00],
        ] as [[UInt8]])
    func badLength(bytes: [UInt8]) {
        var reader = DERReader(bytes)

        #expect(reader.read(DER.integerTag) == nil)
    }

    @Test("Changed and cut documents crash nothing")
    func changed() {
        let document = SigningKey.generateRS256().pkcs8
        let random = SeededRandomSource(seed: 80)

        for _ in 0..<2000 {
            var changed = document
            let choice = random.bytes(3)
            changed[(Int(choice[0]) << 8 | Int(choice[1])) % 40] = choice[2]
            _ = DER.rsaPrivateKey(inPKCS8: changed)
            _ = DER.rsaNumbers(inPublicKey: Array(changed.prefix(Int(choice[0]))))
        }
    }
}
