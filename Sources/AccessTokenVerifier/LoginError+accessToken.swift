// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension LoginError.Code {
    /// The access token was a good one and has ended.
    public static let accessTokenExpired = LoginError.Code(rawValue: "access_token_expired")
    /// What was presented is no access token of ours, or not for us.
    public static let accessTokenInvalid = LoginError.Code(rawValue: "access_token_invalid")
    /// The login server's keys cannot be had.
    public static let keysUnavailable = LoginError.Code(rawValue: "keys_unavailable")
    /// The issuer in the configuration is not an address that keys may be fetched from.
    public static let issuerNotAllowed = LoginError.Code(rawValue: "issuer_not_allowed")
}

extension LoginError {
    static let accessTokenExpired = LoginError(
        .accessTokenExpired, advice: .fixRequest,
        message: BilingualText(ko: "액세스 토큰의 기한이 지났습니다.", en: "The access token has ended."),
        remedy: BilingualText(
            ko: "토큰을 새로 고친 뒤 같은 요청을 다시 보내세요.", en: "Refresh the token, then send the request again."),
        httpStatus: 401)

    static let accessTokenInvalid = LoginError(
        .accessTokenInvalid, advice: .fixRequest,
        message: BilingualText(
            ko: "이 서비스를 위해 발급된 액세스 토큰이 아닙니다.", en: "This is not an access token issued for this service."),
        remedy: BilingualText(
            ko: "로그인 서버가 준 access_token을 `Authorization: Bearer`로 보내세요.",
            en: "Send the access_token from the login server as `Authorization: Bearer`."),
        httpStatus: 401)

    static let keysUnavailable = LoginError(
        .keysUnavailable, advice: .tryLater,
        message: BilingualText(
            ko: "로그인 서버의 공개 키를 가져올 수 없습니다.", en: "The login server's public keys cannot be fetched."),
        remedy: BilingualText(
            ko: "로그인 서버 주소의 /.well-known/jwks.json이 열리는지 확인하고 잠시 후 다시 하세요.",
            en: "See whether /.well-known/jwks.json at the login server opens, and try again shortly."),
        httpStatus: 503)

    static let issuerNotAllowed = LoginError(
        .issuerNotAllowed, advice: .fixSetup,
        message: BilingualText(
            ko: "발급자가 https 주소가 아닙니다.", en: "The issuer is not an https address."),
        remedy: BilingualText(
            ko: "로그인 서버의 공개 https 주소를 넣으세요. http는 이 컴퓨터 자신의 주소에만 쓸 수 있습니다.",
            en: "Put in the login server's public https address; http may only be this machine itself."))
}
