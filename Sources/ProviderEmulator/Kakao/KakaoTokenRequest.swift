// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A form sent to a kauth endpoint, each field once.
struct KakaoForm: Sendable {
    private let fields: [String: String]

    /// Reads a form body; anything else is refused.
    init(_ request: HTTPRequest) throws(KakaoOAuthError) {
        var fields: [String: String] = [:]
        do {
            for field in try request.formFields()?.fields ?? [] {
                guard fields.updateValue(field.value, forKey: field.name) == nil else {
                    throw KakaoOAuthError.invalid("A parameter that stands there twice")
                }
            }
        } catch let error as KakaoOAuthError {
            throw error
        } catch {
            throw .malformed
        }
        self.fields = fields
    }

    /// The value of a field; empty counts as absent.
    subscript(name: String) -> String? {
        fields[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a field that has to be there.
    func required(_ name: String) throws(KakaoOAuthError) -> String {
        guard let value = self[name] else { throw .missing(name) }
        return value
    }
}

extension KakaoRecords {
    /// Finds out which app a token request comes from, and whether it really does.
    ///
    /// Kakao takes the secret in the form only: HTTP Basic is refused. Keys for devices and browsers have no secret.
    func client(of form: KakaoForm, authorization: String?) throws(KakaoOAuthError) -> KakaoKey {
        if let authorization, authorization.lowercased().hasPrefix("basic "), !rules.lets(.basicAuthentication) {
            throw .badSecret
        }
        guard let clientID = form["client_id"] else { throw .missing("client_id") }
        guard let (key, app) = key(clientID) else { throw .unknownKey }
        guard key.kind != .admin else { throw .wrongKeyKind }
        guard app.isLoginOn else { throw .loginOff }
        try check(form["client_secret"], of: key, app)
        if key.kind == .native, !app.iosBundleIDs.isEmpty {
            guard let bundle = form["ios_bundle_id"], app.iosBundleIDs.contains(bundle) else { throw .platform }
        }
        return key
    }

    private func check(_ secret: String?, of key: KakaoKey, _ app: KakaoApp) throws(KakaoOAuthError) {
        guard !rules.lets(.anyClientSecret) else { return }
        let wanted = key.kind == .rest ? app.clientSecret : nil
        switch (wanted, secret) {
        case (nil, nil): return
        case (let wanted?, let secret?) where wanted.matches(Secret(secret)): return
        default: throw .badSecret
        }
    }
}
