// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
public import LoginHTTP

/// Judges the fields of a callback (RFC 6749, section 4.1.2; RFC 9207).
struct CallbackReader {
    let provider: Provider
    let pending: PendingCallback

    /// The fields that a callback may hold once; whatever else stands there belongs to the redirect URI.
    private static let names = ["code", "state", "error", "error_description", "error_code", "iss", "id_token"]

    static func fields(of request: HTTPRequest) -> FormFields? {
        do throws(FormError) {
            return request.method == .post ? try request.formFields() : try request.queryFields()
        } catch {
            // Broken escapes: no state can be read, so it is nobody's callback.
            return nil
        }
    }

    /// State comes first: nothing else of a callback counts before it is known to be ours.
    func read(_ fields: FormFields) -> CallbackResult {
        guard pending.provider == provider.id,
            fields.all("state").contains(where: { Secret($0).matches(pending.state) })
        else { return .notOurs }
        do throws(FormError) {
            for name in Self.names { _ = try fields.single(name) }
            return try judge(fields)
        } catch {
            return .refused(.callbackMalformed(provider: provider.name))
        }
    }

    private func judge(_ fields: FormFields) throws(FormError) -> CallbackResult {
        if let issuer = try fields.single("iss"), let idToken = provider.rules.idToken,
            !idToken.issuers.contains(where: { sameBytes($0, issuer) })
        {
            return .refused(.callbackOfOtherIssuer(provider: provider.name))
        }
        if let error = try fields.single("error"), !error.isEmpty {
            guard !provider.rules.cancelErrors.contains(error) || !provider.rules.isCancel(fields) else {
                return .cancelled(reason: try fields.single("error_description"))
            }
            return .refused(provider.rules.callbackError(fields))
        }
        // Facebook names a failure by its number alone, now and then.
        if let number = try fields.single("error_code"), !number.isEmpty {
            return .refused(provider.rules.callbackError(fields))
        }
        guard let code = try fields.single("code"), !code.isEmpty else {
            return .refused(.callbackMalformed(provider: provider.name))
        }
        return .code(
            AuthorizationCode(
                Secret(code), idToken: try fields.single("id_token").map(Secret.init),
                remarks: try provider.rules.remarks(fields)))
    }
}

extension Provider {
    /// Reads a callback that reached a server: the query of a GET or the form of a POST.
    ///
    /// That the request came to the right path is the router's doing. With several attempts pending, ask for each until
    /// one is not `notOurs`.
    public func readCallback(_ request: HTTPRequest, for pending: PendingCallback) -> CallbackResult {
        guard let fields = CallbackReader.fields(of: request) else { return .notOurs }
        return CallbackReader(provider: self, pending: pending).read(fields)
    }

    /// Reads a callback that reached an app as an address, of whatever scheme.
    public func readCallback(address: String, for pending: PendingCallback) -> CallbackResult {
        guard let callback = RedirectAddress(address), let registered = RedirectAddress(pending.redirectURI),
            registered.isBase(of: callback), let fields = callback.fields
        else { return .notOurs }
        return CallbackReader(provider: self, pending: pending).read(fields)
    }
}

extension LoginError {
    static func callbackMalformed(provider name: BilingualText) -> LoginError {
        LoginError(
            .callbackMalformed, advice: .signInAgain,
            message: BilingualText(
                ko: "\(name.korean)에서 돌아온 주소의 매개변수가 빠졌거나 중복되었습니다.",
                en: "The address that came back from \(name.english) lacks a parameter or repeats one."),
            remedy: BilingualText(ko: "로그인을 처음부터 다시 시작하세요.", en: "Start the sign-in again from the beginning."))
    }

    static func callbackOfOtherIssuer(provider name: BilingualText) -> LoginError {
        LoginError(
            .callbackOfOtherIssuer, advice: .signInAgain,
            message: BilingualText(
                ko: "돌아온 주소의 발급자(iss)가 \(name.korean) 서버가 아닙니다.",
                en: "The issuer (iss) of the callback is not \(name.english)."),
            remedy: BilingualText(
                ko: "로그인을 처음부터 다시 시작하세요. 반복되면 제공자별로 다른 리다이렉트 URI를 쓰는지 확인하세요.",
                en: "Start the sign-in again; if it repeats, give each provider a redirect URI of its own."))
    }
}
