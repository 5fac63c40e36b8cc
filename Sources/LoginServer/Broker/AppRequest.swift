// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders

/// What an app asked for: where the answer goes, and what the code will be bound to (RFC 6749, section 4.1.1; RFC 7636).
struct AppRequest: Sendable {
    /// Who asks.
    let clientID: String
    /// Where the answer goes.
    let redirectURI: String
    /// What the answer must repeat; nil where the app sent none.
    let state: Secret?
    /// The S256 challenge.
    let challenge: String
    /// What the provider is to show in any case.
    var prompts: [Prompt] = []
    /// Whom the app expects; the provider fills it in.
    var loginHint: String?

    /// Whether the person is to be asked at the provider, whoever this browser knows.
    var asksProvider: Bool { !prompts.isEmpty }
}

/// What a request to `/oauth/authorize` turned out to be.
enum AuthorizeReading: Sendable {
    /// A good one, perhaps with the provider to go to at once.
    case request(AppRequest, provider: String?)
    /// A refusal that the app may be told.
    case refused(AppReturn)
    /// A refusal for the person alone: where the answer would go is not certain (RFC 6749, section 4.1.2.1).
    case unanswerable(Problem)
}

extension AuthorizeReading {
    /// Reads a request; client and redirect URI come first, since before them nobody can be answered.
    init(_ request: HTTPRequest, clients: [AppClient], issuer: String) {
        do {
            let fields = try request.queryFields()
            guard let client = try fields.single("client_id").flatMap({ id in clients.first { $0.id == id } }) else {
                self = .unanswerable(Problem(.invalidClient))
                return
            }
            guard let redirectURI = try fields.single("redirect_uri"), client.allows(redirectURI) else {
                self = .unanswerable(Problem(.redirectRefused))
                return
            }
            self = Self.read(fields, client, redirectURI, issuer)
        } catch {
            self = .unanswerable(Problem(error))
        }
    }

    private static func read(
        _ fields: FormFields, _ client: AppClient, _ redirectURI: String, _ issuer: String
    ) -> AuthorizeReading {
        var answer = AppReturn(redirectURI: redirectURI, state: nil, issuer: issuer, outcome: .error("invalid_request"))
        do throws(FormError) {
            answer.state = try fields.single("state").map { Secret($0) }
            if let fault = try fault(in: fields) { return .refused(answer.with(.error(fault))) }
            guard let challenge = try fields.single("code_challenge") else { return .refused(answer) }
            let prompts = try prompts(in: fields)
            return .request(
                AppRequest(
                    clientID: client.id, redirectURI: redirectURI, state: answer.state, challenge: challenge,
                    prompts: [.login, .selectAccount, .consent].filter(prompts.contains),
                    loginHint: try fields.single("login_hint")),
                provider: try fields.single("provider"))
        } catch {
            return .refused(answer)
        }
    }

    /// OAuth's name for what is wrong with a request whose client and redirect URI are right; nil where nothing is.
    private static func fault(in fields: FormFields) throws(FormError) -> String? {
        switch try fields.single("response_type") {
        case "code": break
        case nil: return "invalid_request"
        default: return "unsupported_response_type"
        }
        guard try fields.single("response_mode") ?? "query" == "query" else { return "invalid_request" }
        // Only S256: a plain challenge is the verifier itself, and none is no binding (RFC 9700, section 2.1.1).
        guard try fields.single("code_challenge_method") == "S256",
            let challenge = try fields.single("code_challenge"), PKCE.isChallenge(challenge)
        else { return "invalid_request" }
        // A cookie carries these while the person is at the provider, and browsers drop one beyond 4 KiB.
        for (name, limit) in [("state", 512), ("login_hint", 320)] {
            if try fields.single(name)?.utf8.count ?? 0 > limit { return "invalid_request" }
        }
        // An app that asks for a scope, such as openid, waits for something that it would not get.
        guard try fields.single("scope") ?? "" == "" else { return "invalid_scope" }
        // An app on a device cannot be told apart from another one there, so nothing happens unseen (RFC 8252, section
        // 8.6).
        return try prompts(in: fields).contains(.none) ? "interaction_required" : nil
    }

    private static func prompts(in fields: FormFields) throws(FormError) -> [Prompt] {
        (try fields.single("prompt") ?? "").split(separator: " ").map { Prompt(rawValue: String($0)) }
    }
}

extension AuthorizationOptions {
    /// What an app's request asks of the provider.
    init(_ app: AppRequest?) {
        self.init(prompts: app?.prompts ?? [], loginHint: app?.loginHint)
    }
}
