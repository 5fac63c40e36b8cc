// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A provider as our server sees it: its real rules, a key set, token answers that are made ready before, and one profile
/// for each access token.
///
/// It does next to nothing of its own, so that what is measured is the server's work.
struct BenchProvider: Sendable {
    let part: ProviderPart
    let provider: Provider
    private let signer: SigningKey
    private let answers: ReadyAnswers
    private let clock = SystemWallClock()
    private let random = SystemRandomSource()

    init(_ part: ProviderPart) throws {
        signer = SigningKey.generateRS256(id: "bench")
        answers = ReadyAnswers(part: part, keySet: try JWKSet([signer.publicJWK]).json)
        let environment = ProviderEnvironment(
            transport: HandlerTransport(answers), clock: clock, random: random, log: .silent)
        let providers = try ProviderCatalogue.providers(
            settings: JSONObject([.init(name: part.id.rawValue, value: part.settings)]),
            secret: { _, name in part.secrets[name] }, environment: environment)
        guard let provider = providers.first else { throw BenchError("\(part.id) is not in the catalogue") }
        self.part = part
        self.provider = provider
    }

    /// Makes what a client brings for a person ready: tokens signed, the answer to a code laid down.
    func credential(_ kind: CredentialKind, of person: Int, nonce: Secret) -> SignInCredential {
        switch kind {
        case .code:
            .code(
                code(of: person, nonce: nonce), redirectURI: "http://localhost/callback",
                verifier: Secret(Base64URL.encode(random.bytes(32))), nonce: nonce)
        case .idToken: .idToken(idToken(of: person, nonce: nonce), nonce: nonce)
        case .idTokenAndCode:
            .idToken(idToken(of: person, nonce: nonce), nonce: nonce, code: code(of: person, nonce: nonce))
        case .accessToken: .accessToken(Secret(accessToken(of: person)))
        }
    }

    /// Signs an id_token as the provider does.
    func idToken(of person: Int, nonce: Secret) -> Secret {
        let now = Int64(clock.now.timeIntervalSince1970)
        var claims = part.claims.object ?? JSONObject()
        claims["iss"] = .string(part.issuer)
        claims["aud"] = .string(provider.clientID)
        claims["sub"] = .string(subject(of: person))
        claims["iat"] = JSONValue(now)
        claims["exp"] = JSONValue(now + 3600)
        claims["nonce"] = .string(
            part.hashesNonce ? Hex.encode(SHA256Hash.hash(nonce.exposed)) : nonce.exposed)
        return signJWT(claims: claims, type: "JWT", key: signer)
    }

    private func code(of person: Int, nonce: Secret) -> Secret {
        var tokens = part.tokens.object ?? JSONObject()
        tokens["token_type"] = "bearer"
        tokens["access_token"] = .string(accessToken(of: person))
        if part.givesIDTokenForCode { tokens["id_token"] = .string(idToken(of: person, nonce: nonce).exposed) }
        let (code, answer) = (Base64URL.encode(random.bytes(12)), JSONValue.object(tokens))
        answers.byCode.withLock { $0[code] = answer }
        return Secret(code)
    }

    private func subject(of person: Int) -> String { "\(part.subjectPrefix)\(person)" }

    private func accessToken(of person: Int) -> String { ReadyAnswers.tokenPrefix + subject(of: person) }
}

/// Answers of a provider that are only looked up; nothing for whoever does not show that they know the app's secret.
private struct ReadyAnswers: HTTPHandler {
    /// What makes an access token of a person's id.
    static let tokenPrefix = "access-"

    let part: ProviderPart
    let keySet: JSONValue
    let byCode = Locked([String: JSONValue]())

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        switch request.path {
        case part.keysPath: .json(keySet)
        case part.tokenPath: tokens(for: request)
        default: person(behind: request)
        }
    }

    private func tokens(for request: HTTPRequest) -> HTTPResponse {
        guard let form = try? request.formFields(), form.has("client_secret"), let code = try? form.single("code"),
            let answer = byCode.withLock({ $0.removeValue(forKey: code) })
        else { return .json(["error": "invalid_grant"], status: 400) }
        return .json(answer)
    }

    private func person(behind request: HTTPRequest) -> HTTPResponse {
        guard let answer = part.api[request.path], let query = try? FormFields(parsing: request.query ?? ""),
            part.proofField.map(query.has) ?? true,
            // Who inspects a token names it beside their own.
            let token = (try? query.single("input_token")) ?? request.bearerToken?.exposed,
            token.hasPrefix(Self.tokenPrefix)
        else { return .json(["error": "refused"], status: 401) }
        return .json(answer(String(token.dropFirst(Self.tokenPrefix.count))))
    }
}

extension FormFields {
    fileprivate func has(_ name: String) -> Bool { fields.contains { $0.name == name } }
}
