// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import Testing

@testable import LoginServer

/// Refresh tokens, cookies and tickets: one form, three labels.
struct NumberedTokenTests {
    private let keys = KeyRing(MasterKeys(MasterKey(random: SeededRandomSource(seed: 1))))
    private let id = Base64URL.encode([UInt8](repeating: 7, count: 16))

    @Test(arguments: [0, 1, 255, 256, 1 << 40, Int64.max])
    func `what was written is read again`(counter: Int64) throws {
        let form = NumberedToken.refreshToken(keys)

        let token = try #require(form.text(id: id, counter: counter))

        let read = try #require(form.read(token))
        #expect(read.id == id)
        #expect(read.counter == counter)
    }

    @Test func `S28: the same session and counter give the same token, so nothing usable needs to be stored`() throws {
        let form = NumberedToken.refreshToken(keys)

        #expect(form.text(id: id, counter: 3) == form.text(id: id, counter: 3))
        #expect(form.text(id: id, counter: 3) != form.text(id: id, counter: 4))
    }

    @Test func `S28: without the key no token can be made`() throws {
        let form = NumberedToken.refreshToken(keys)
        let otherKeys = KeyRing(MasterKeys(MasterKey(random: SeededRandomSource(seed: 2))))

        let forged = try #require(NumberedToken.refreshToken(otherKeys).text(id: id, counter: 0))

        #expect(form.read(forged) == nil)
    }

    @Test func `a changed character anywhere makes a token worthless`() throws {
        let form = NumberedToken.refreshToken(keys)
        let token = try #require(form.text(id: id, counter: 9)).exposed

        for place in token.indices {
            var characters = Array(token)
            let offset = token.distance(from: token.startIndex, to: place)
            characters[offset] = characters[offset] == "A" ? "B" : "A"
            #expect(form.read(Secret(String(characters))) == nil, "changed at \(offset)")
        }
    }

    @Test func `one kind never passes for another`() throws {
        let forms: [NumberedToken] = [.refreshToken(keys), .sessionCookie(keys), .signUpTicket(keys)]
        let bodies = try forms.map { try #require($0.text(id: id, counter: 0)).exposed.dropFirst(5) }

        for (form, own) in zip(forms, bodies) {
            for body in bodies where body != own {
                #expect(form.read(Secret(form.prefix + body)) == nil)
            }
        }
    }

    @Test(arguments: ["", "slr1.", "slr1.AAAA", String(repeating: "x", count: 20_000), "slr1.\u{0}", "가나다"])
    func `what is no token is none`(text: String) {
        #expect(NumberedToken.refreshToken(keys).read(Secret(text)) == nil)
    }
}
