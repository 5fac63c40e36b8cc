// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP

/// A sign-in through the login server's own pages: the server is the authorization server, the app its public client
/// (RFC 6749, section 4.1; RFC 7636; RFC 8252). Nothing of the provider reaches the app.
struct BrokeredRoute: SignInRoute {
    let providerID: ProviderID
    let target: CallbackTarget
    let server: ServerCalls
    let session: TokenKeeper<StoredSession>
    let environment: LoginEnvironment

    func page(for attempt: AttemptID, redirectURI: String) async throws(LoginError) -> SignInPage {
        let pkce = PKCE(random: environment.random)
        let state = Secret(Base64URL.encode(environment.random.bytes(32)))
        let fields: FormFields = [
            "response_type": "code", "client_id": server.clientID, "redirect_uri": redirectURI,
            "state": state.exposed, "code_challenge": pkce.challenge, "code_challenge_method": "S256",
            "provider": providerID.rawValue,
        ]
        return SignInPage(
            address: "\(server.base)/oauth/authorize?\(fields.encoded)", redirectURI: redirectURI, state: state,
            nonce: nil, verifier: pkce.verifier)
    }

    /// State first, then the issuer (RFC 9207, section 2.4), then what it says.
    func judge(_ address: String, for page: SignInPage) -> CallbackJudgement {
        guard let fields = callbackFields(of: address, at: page.redirectURI),
            fields.all("state").contains(where: { Secret($0).matches(page.state) })
        else { return .notOurs }
        do throws(FormError) {
            _ = try fields.single("state")
            guard try fields.single("iss") == server.base else { return .refused(.callbackOfOtherServer) }
            if let error = try fields.single("error") {
                return error == "access_denied" ? .cancelled : .refused(.serverRefused(error))
            }
            guard let code = try fields.single("code") else { return .refused(.callbackBroken) }
            return .answer(AuthorizationAnswer(code: Secret(code)))
        } catch {
            return .refused(.callbackBroken)
        }
    }

    func finish(_ answer: AuthorizationAnswer, of page: SignInPage, attempt: AttemptID) async throws(LoginError)
        -> Granted
    {
        let tokens = try await server.exchange(
            code: answer.code, redirectURI: page.redirectURI, verifier: page.verifier)
        do throws(LoginError) {
            let account = try await server.account(tokens.accessToken)
            await describeDevice(tokens.accessToken)
            return session.granted(
                StoredSession(tokens: tokens, receivedAt: environment.clock.now, account: account))
        } catch {
            await session.giveBack(tokens.refreshToken)
            throw error
        }
    }

    /// The code came by a browser: without this, the person's list of devices would not say whose session it is.
    private func describeDevice(_ token: Secret) async {
        do throws(LoginError) {
            try await server.describe(environment.device, token)
        } catch {
            // A session without a name is a session all the same.
            environment.log.write(.info, "session.not_described", ["code": error.code.rawValue])
        }
    }

    /// The fields of an address that stands where callbacks are expected; for a redirect URI without a path, none and
    /// `/` are the same (RFC 3986, section 6.2.3).
    private func callbackFields(of address: String, at redirectURI: String) -> FormFields? {
        let beforeFragment = address.prefix { $0 != "#" }
        let halves = beforeFragment.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let place = halves.first, place == redirectURI || place == "\(redirectURI)/" else { return nil }
        // A broken escape means that no state can be read: then it is nobody's callback.
        return halves.count == 2 ? try? FormFields(parsing: halves[1]) : nil
    }
}

extension LoginError {
    static let callbackBroken = LoginError(
        Code(rawValue: "callback_malformed"), advice: .signInAgain,
        message: BilingualText(
            ko: "돌아온 주소의 매개변수가 빠졌거나 중복되었어요.", en: "The address that came back lacks a parameter or repeats one."),
        remedy: BilingualText(ko: "로그인을 처음부터 다시 시작하세요.", en: "Start the sign-in again."))

    static let callbackOfOtherServer = LoginError(
        Code(rawValue: "callback_of_other_issuer"), advice: .signInAgain,
        message: BilingualText(
            ko: "돌아온 주소의 발급자(iss)가 로그인 서버가 아니에요.", en: "The issuer (iss) of the callback is not the login server."),
        remedy: BilingualText(
            ko: "서버 주소가 서버 설정의 public_url과 글자까지 같은지 확인하고 다시 시작하세요.",
            en: "Check that the server's address is exactly its public_url, then start again."))

    static func serverRefused(_ error: String) -> LoginError {
        let isBusy = error == "temporarily_unavailable" || error == "server_error"
        return LoginError(
            Code(rawValue: "server_refused"), advice: isBusy ? .tryLater : .fixRequest,
            message: BilingualText(ko: "로그인 서버가 로그인을 거절했어요.", en: "The login server refused the sign-in."),
            remedy: BilingualText(
                ko: "다시 시도하고, 계속되면 앱의 클라이언트 ID와 리다이렉트 URI를 확인하세요.",
                en: "Try again; if it stays, check this app's client id and redirect URI."),
            vendorCode: String(error.filter { $0.isASCII && ($0.isLetter || $0 == "_") }.prefix(40)))
    }
}
