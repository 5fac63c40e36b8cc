// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// Why an id_token was refused, as a reason that code can switch over and a sentence can name.
public enum IDTokenRefusal: Error, Sendable, Hashable {
    /// It is no signed token, or a claim that must be there is missing or of the wrong type.
    case malformed
    /// Its header names an algorithm that the provider does not use.
    case algorithm
    /// Its header names no key.
    case keyMissing
    /// The provider publishes no such key.
    case keyUnknown
    /// The signature is wrong.
    case signature
    /// Another issuer made it.
    case issuer
    /// It was made for other keys than ours; the ones it names.
    case audience([String])
    /// It was requested by another party than its audience; the one it names.
    case authorizedParty(String?)
    /// Its life is over.
    case expired
    /// It says that it was issued later than now.
    case issuedInFuture
    /// It is good from a later moment on only (RFC 7519, section 4.1.5).
    case notYetGood
    /// It was issued too long ago.
    case tooOld
    /// None came for the code, and nothing else ties the code to its sign-in.
    case absent
    /// A nonce was sent and the token holds none.
    case nonceMissing
    /// It holds another nonce than the one that was sent.
    case nonceDiffers
    /// It was issued with another access token (`at_hash`).
    case accessTokenDiffers
    /// It was issued with another code (`c_hash`).
    case codeDiffers

    /// The stable name, for example `id_token_audience`.
    public var code: LoginError.Code {
        switch self {
        case .malformed: .init(rawValue: "id_token_malformed")
        case .algorithm: .init(rawValue: "id_token_algorithm")
        case .keyMissing: .init(rawValue: "id_token_key_missing")
        case .keyUnknown: .init(rawValue: "id_token_key_unknown")
        case .signature: .init(rawValue: "id_token_signature")
        case .issuer: .init(rawValue: "id_token_issuer")
        case .audience: .init(rawValue: "id_token_audience")
        case .authorizedParty: .init(rawValue: "id_token_authorized_party")
        case .expired: .init(rawValue: "id_token_expired")
        case .issuedInFuture: .init(rawValue: "id_token_issued_in_future")
        case .notYetGood: .init(rawValue: "id_token_not_yet_good")
        case .tooOld: .init(rawValue: "id_token_too_old")
        case .absent: .init(rawValue: "id_token_absent")
        case .nonceMissing: .init(rawValue: "id_token_nonce_missing")
        case .nonceDiffers: .init(rawValue: "id_token_nonce_differs")
        case .accessTokenDiffers: .init(rawValue: "id_token_access_token_differs")
        case .codeDiffers: .init(rawValue: "id_token_code_differs")
        }
    }

    /// What to do about it: a wrong audience is a matter of settings, everything else of a new sign-in.
    var advice: LoginError.Advice {
        switch self {
        case .audience, .authorizedParty, .issuer: .fixSetup
        default: .signInAgain
        }
    }

    /// The refusal as everybody else sees it.
    func error(provider name: BilingualText) -> LoginError {
        LoginError(
            code, advice: advice,
            message: BilingualText(
                ko: "\(name.korean) id_token을 받아들일 수 없습니다: \(reason.korean)",
                en: "The id_token of \(name.english) is refused: \(reason.english)"),
            remedy: remedy)
    }

    private var reason: BilingualText {
        switch self {
        case .malformed:
            BilingualText(ko: "형식이 올바르지 않습니다.", en: "it is not well formed.")
        case .algorithm:
            BilingualText(ko: "허용하지 않는 서명 알고리즘입니다.", en: "its signature algorithm is not one of the provider's.")
        case .keyMissing:
            BilingualText(ko: "헤더에 키 ID(kid)가 없습니다.", en: "its header names no key (kid).")
        case .keyUnknown:
            BilingualText(ko: "공개 키 목록에 없는 키로 서명되었습니다.", en: "the provider publishes no key of that id.")
        case .signature:
            BilingualText(ko: "서명이 맞지 않습니다.", en: "the signature is wrong.")
        case .issuer:
            BilingualText(ko: "발급자(iss)가 설정한 값과 다릅니다.", en: "its issuer (iss) is not a configured one.")
        case .audience(let seen):
            BilingualText(
                ko: "대상(aud)이 이 앱의 키가 아닙니다. 토큰의 aud: \(shown(seen))",
                en: "its audience (aud) is none of this app's keys. It names: \(shown(seen)).")
        case .authorizedParty(let seen):
            BilingualText(
                ko: "요청자(azp)가 이 앱의 키가 아닙니다. 토큰의 azp: \(shown(seen.map { [$0] } ?? []))",
                en:
                    "its authorized party (azp) is none of this app's keys. It names: \(shown(seen.map { [$0] } ?? []))."
            )
        case .expired:
            BilingualText(ko: "만료되었습니다.", en: "it has expired.")
        case .issuedInFuture:
            BilingualText(ko: "발급 시각이 미래입니다.", en: "it was issued in the future.")
        case .notYetGood:
            BilingualText(ko: "아직 쓸 수 없는 토큰입니다 (nbf).", en: "it is not good yet (nbf).")
        case .absent:
            BilingualText(
                ko: "코드로 받지 못했고, 코드가 이 로그인의 것이라는 다른 증거도 없습니다.",
                en: "none came for the code, and nothing else ties the code to this sign-in.")
        case .tooOld:
            BilingualText(ko: "발급된 지 너무 오래되었습니다.", en: "it was issued too long ago.")
        case .nonceMissing:
            BilingualText(ko: "nonce가 들어 있지 않습니다.", en: "it holds no nonce.")
        case .nonceDiffers:
            BilingualText(ko: "nonce가 이 로그인의 값과 다릅니다.", en: "its nonce is not the one of this sign-in.")
        case .accessTokenDiffers:
            BilingualText(ko: "함께 받은 액세스 토큰의 것이 아닙니다.", en: "it belongs to another access token.")
        case .codeDiffers:
            BilingualText(ko: "함께 받은 인가 코드의 것이 아닙니다.", en: "it belongs to another code.")
        }
    }

    private var remedy: BilingualText {
        switch self {
        case .audience, .authorizedParty:
            BilingualText(
                ko: "그 키가 이 앱의 것이면 서버 설정의 키 목록(네이티브, REST, JavaScript)에 추가하세요.",
                en: "If that key is this app's, add it to the keys in the server's settings (native, REST, JavaScript)."
            )
        case .issuer:
            BilingualText(
                ko: "제공자의 발급자 값이 바뀌었으면 설정에 추가하세요.",
                en: "If the provider changed its issuer, add the new value to the settings.")
        case .expired, .issuedInFuture, .notYetGood, .tooOld:
            BilingualText(
                ko: "다시 로그인하세요. 반복되면 서버와 기기의 시각을 맞추세요.",
                en: "Sign in again; if it repeats, set the clocks of server and device.")
        case .nonceMissing, .nonceDiffers:
            BilingualText(
                ko: "모든 로그인 경로(앱, 웹)에서 이 로그인을 위해 발급받은 nonce를 보내는지 확인하고 다시 로그인하세요.",
                en: "Send the nonce issued for this sign-in on every path, app and web, then sign in again.")
        case .absent:
            BilingualText(
                ko: "제공자에게 보내는 요청에 scope openid와 nonce를, 되는 곳에서는 PKCE도 넣으세요.",
                en: "Ask the provider with the scope openid and a nonce, and with PKCE where it knows that.")
        default:
            BilingualText(ko: "다시 로그인하세요.", en: "Sign in again.")
        }
    }

    /// Audiences come from a token, if a signed one: only what a key may hold is shown, and not much of it.
    private func shown(_ texts: [String]) -> String {
        let safe = texts.prefix(4).map { text in
            String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-._:/".contains($0)) }.prefix(80))
        }
        return safe.isEmpty ? "-" : safe.joined(separator: ", ")
    }
}
