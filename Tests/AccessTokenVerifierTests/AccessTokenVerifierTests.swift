// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import Testing

@testable import AccessTokenVerifier

@Suite("Access token verifier")
struct AccessTokenVerifierTests {
    private static let issuer = "https://login.example.com"
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private static let key = SigningKey.generateES256(id: "key-1")

    private let clock = ManualWallClock(at: start)
    private let server = KeyServer(keys: [key])

    private func verifier(leeway: TimeInterval = 30) throws -> AccessTokenVerifier {
        try AccessTokenVerifier(
            rules: AccessTokenRules(issuer: Self.issuer, leeway: leeway), transport: HandlerTransport(server),
            clock: clock)
    }

    private static func claims() -> JSONObject {
        let claims = AccessTokenClaims(
            issuer: issuer, audiences: [issuer], accountID: "account-1", sessionID: "session-1", clientID: "app-1",
            tokenID: "token-1", issuedAt: start, expiresAt: start.addingTimeInterval(900))
        return claims.json.object ?? JSONObject()
    }

    private static func token(
        _ claims: JSONObject = claims(), type: String = "at+jwt", key: SigningKey = key
    ) -> Secret {
        signJWT(claims: claims, type: type, key: key)
    }

    @Test("A token of the login server is taken, and its keys are fetched once for many")
    func goodToken() async throws {
        let verifier = try verifier()

        let first = try await verifier.verify(Self.token())
        let second = try await verifier.verify(Self.token())

        #expect(first.accountID == "account-1")
        #expect(first.sessionID == "session-1")
        #expect(first.clientID == "app-1")
        #expect(first.tokenID == "token-1")
        #expect(first.expiresAt == Self.start.addingTimeInterval(900))
        #expect(first == second)
        #expect(server.paths.value == ["/.well-known/jwks.json"])
    }

    @Test("S27: an id_token, a token of another type, and a refresh token are no access tokens")
    func otherKinds() async throws {
        let verifier = try verifier()

        for token in [
            Self.token(type: "JWT"), Self.token(type: "application/at+jwt"), Self.token(type: ""),
            Secret("slr1.AAECAwQFBgcICQoLDA0ODwAAAAAAAAAB"), Secret(""),
        ] {
            await #expect(throws: LoginError.self) { try await verifier.verify(token) }
            #expect(await code(of: token, verifier) == .accessTokenInvalid)
        }
    }

    @Test(
        "S27: a token that lacks a claim is refused, whichever it is",
        arguments: ["iss", "aud", "sub", "sid", "client_id", "jti", "iat", "exp"])
    func missingClaim(name: String) async throws {
        var claims = Self.claims()
        claims[name] = nil

        let code = await code(of: Self.token(claims), try verifier())

        #expect(code == .accessTokenInvalid)
    }

    @Test(
        "A claim with a value that does not hold is refused",
        arguments: [
            ("iss", "https://login.example.com/"), ("iss", "https://LOGIN.example.com"),
            ("iss", "https://other.example.com"), ("aud", "https://other.example.com"), ("aud", []),
            ("aud", ["https://other.example.com"]), ("sub", ""), ("sub", 1001), ("exp", "1800000900"),
            ("exp", 1_799_999_999), ("iat", 1_800_000_031), ("iat", nil),
        ] as [(String, JSONValue)])
    func wrongClaim(name: String, value: JSONValue) async throws {
        var claims = Self.claims()
        claims[name] = value

        let code = await code(of: Self.token(claims), try verifier())

        #expect(code == .accessTokenInvalid)
    }

    @Test("Our audience may be one of several")
    func severalAudiences() async throws {
        var claims = Self.claims()
        claims["aud"] = ["https://other.example.com", .string(Self.issuer)]

        let verified = try await verifier().verify(Self.token(claims))

        #expect(verified.audiences.count == 2)
    }

    @Test(
        "A token ends at exp plus the leeway and not a second earlier, and the leeway is 60 seconds at most",
        arguments: [
            (0.0, 899.0, true), (0, 900, false), (30, 929, true), (30, 930, false), (60, 959, true), (60, 960, false),
            (600, 959, true), (600, 960, false), (-10, 899, true), (-10, 900, false),
        ])
    func end(leeway: TimeInterval, age: TimeInterval, isTaken: Bool) async throws {
        clock.advance(by: age)

        let code = await code(of: Self.token(), try verifier(leeway: leeway))

        #expect(code == (isTaken ? nil : .accessTokenExpired))
    }

    @Test("A token from the future is taken within the leeway only", arguments: [(-30.0, true), (-31, false)])
    func future(age: TimeInterval, isTaken: Bool) async throws {
        clock.advance(by: age)

        let code = await code(of: Self.token(), try verifier())

        #expect(code == (isTaken ? nil : .accessTokenInvalid))
    }

    @Test("A token that another key signed is refused, under its own id and under ours")
    func otherKey() async throws {
        let verifier = try verifier()

        let stranger = await code(of: Self.token(key: .generateES256(id: "key-2")), verifier)
        let impostor = await code(of: Self.token(key: .generateES256(id: "key-1")), verifier)

        #expect(stranger == .accessTokenInvalid)
        #expect(impostor == .accessTokenInvalid)
    }

    @Test("A token that a provider's kind of key signed is refused even where that key is published")
    func otherAlgorithm() async throws {
        let rsa = SigningKey.generateRS256(id: "key-rsa")
        let verifier = AccessTokenVerifier(
            rules: AccessTokenRules(issuer: Self.issuer), keys: try JWKSet([rsa.publicJWK]), clock: clock)

        let code = await code(of: Self.token(key: rsa), verifier)

        #expect(code == .accessTokenInvalid)
    }

    @Test("S53: a key that the server begins to use is found, and tokens of the old one go on being taken")
    func rotation() async throws {
        let verifier = try verifier()
        _ = try await verifier.verify(Self.token())
        let next = SigningKey.generateES256(id: "key-2")
        server.keys.withLock { $0.append(next) }

        let claims = try await verifier.verify(Self.token(key: next))

        #expect(claims.accountID == "account-1")
        #expect(await code(of: Self.token(), verifier) == nil)
        #expect(server.paths.value.count == 2)
    }

    @Test(
        "Keys that cannot be had are the server's fault, to be tried again, not the token's",
        arguments: [500, 404, 302])
    func noKeys(status: Int) async throws {
        server.status.withLock { $0 = status }
        let verifier = try verifier()

        await #expect {
            try await verifier.verify(Self.token())
        } throws: { error in
            let error = error as? LoginError
            return error?.code == .keysUnavailable && error?.advice == .tryLater && error?.httpStatus == 503
        }
    }

    @Test("No refusal signs anybody out or repeats the token")
    func errorText() async throws {
        let token = Self.token(type: "JWT")
        let verifier = try verifier()

        await #expect {
            try await verifier.verify(token)
        } throws: { error in
            guard let error = error as? LoginError else { return false }
            let text = error.description + error.message.korean + error.remedy.korean
            return !error.isDefiniteRefusal && !text.contains(token.exposed)
        }
    }

    @Test(
        "C17: an issuer without TLS is refused unless it is this machine",
        arguments: [
            ("http://login.example.com", false), ("ftp://login.example.com", false), ("login.example.com", false),
            ("http://127.0.0.1:8080", true), ("http://localhost:8080", true), ("https://login.example.com", true),
        ])
    func issuer(address: String, isTaken: Bool) {
        let verifier = try? AccessTokenVerifier(
            rules: AccessTokenRules(issuer: address), transport: HandlerTransport(server), clock: clock)

        #expect((verifier != nil) == isTaken)
    }

    private func code(of token: Secret, _ verifier: AccessTokenVerifier) async -> LoginError.Code? {
        do throws(LoginError) {
            _ = try await verifier.verify(token)
            return nil
        } catch {
            return error.code
        }
    }
}

/// A login server that does nothing but publish its keys, and counts who asks.
private final class KeyServer: HTTPHandler {
    let keys: Locked<[SigningKey]>
    let status = Locked(200)
    let paths = Locked<[String]>([])

    init(keys: [SigningKey]) {
        self.keys = Locked(keys)
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        paths.withLock { $0.append(request.path) }
        let keys = JSONValue.array(keys.value.map(\.publicJWK.json))
        return .json(["keys": keys], status: status.value)
    }
}
