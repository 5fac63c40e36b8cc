// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

/// Apple's errors: how they are read, and the one table that says what each of them means.
///
/// Apple answers 400 and `{"error"}` with one of OAuth's names, mostly without a description.
enum AppleError {
    /// Every name of Apple's page "ErrorResponse", and the one of a callback.
    static let table: [VendorError] = [
        VendorError(
            "user_cancelled_authorize", .signInCancelled, .respectRefusal,
            ko: ("로그인을 취소했습니다.", "원할 때 다시 로그인하세요."),
            en: ("The sign-in was cancelled.", "Sign in again whenever you like.")),
        VendorError(
            "invalid_request", .requestRefused, .fixRequest,
            ko: (
                "매개변수가 빠졌거나, 중복되었거나, 지원되지 않습니다.",
                "보낸 매개변수의 이름과 값을 확인하세요. name이나 email을 요청하면 response_mode는 form_post여야 합니다."
            ),
            en: (
                "A parameter is missing, repeated or not supported.",
                "Check names and values of the parameters; with the scopes name or email response_mode must be form_post."
            )),
        VendorError(
            "invalid_client", .clientRefused, .fixSetup,
            ko: (
                "클라이언트를 확인하지 못했습니다.",
                "팀 ID, 키 ID와 키 파일이 한 벌인지, 서비스 ID나 번들 ID와 리다이렉트 URI가 등록한 값과 같은지, 서버 시각이 맞는지 확인하세요."
            ),
            en: (
                "Apple does not accept who is asking.",
                "Check that team id, key id and key file belong together, that Services ID or bundle id and redirect URI are as "
                    + "registered, and that the server's clock is right."
            )),
        VendorError(
            "invalid_grant", .grantRefused, .signInAgain,
            ko: ("코드나 리프레시 토큰이 만료되었거나, 이미 쓰였거나, 다른 클라이언트의 것입니다.", "다시 로그인하세요."),
            en: ("Code or refresh token has expired, was used, or belongs to another client.", "Sign in again.")),
        VendorError(
            "unauthorized_client", .clientRefused, .fixSetup,
            ko: ("이 클라이언트에는 허용되지 않은 요청입니다.", "서비스 ID에서 ‘Apple로 로그인’이 켜져 있는지 확인하세요."),
            en: (
                "The client may not make this request.",
                "Check that Sign in with Apple is switched on for the Services ID."
            )),
        VendorError(
            "unsupported_grant_type", .requestRefused, .fixRequest,
            ko: ("지원되지 않는 grant_type입니다.", "authorization_code나 refresh_token을 보내세요."),
            en: ("The grant_type is not supported.", "Send authorization_code or refresh_token.")),
        VendorError(
            "unsupported_response_type", .requestRefused, .fixRequest,
            ko: ("지원되지 않는 response_type입니다.", "code를 보내세요. id_token만 요청할 수는 없습니다."),
            en: ("The response_type is not supported.", "Send code; an id_token alone cannot be asked for.")),
        VendorError(
            "invalid_scope", .appNotSetUp, .fixSetup,
            ko: ("Apple이 모르는 scope입니다.", "설정의 scopes에 name과 email만 넣으세요."),
            en: ("Apple does not know the scope.", "Let the scopes in the settings be name and email only.")),
        VendorError(
            "server_error", .providerUnavailable, .tryLater,
            ko: ("Apple 서버에 일시적인 문제가 있습니다.", "잠시 후 다시 시도하세요."),
            en: ("Apple has a passing fault.", "Try again in a moment.")),
        VendorError(
            "temporarily_unavailable", .providerUnavailable, .tryLater,
            ko: ("Apple 서버가 잠시 요청을 받지 않습니다.", "잠시 후 다시 시도하세요."),
            en: ("Apple takes no requests for now.", "Try again in a moment.")),
    ]

    private static let rows = Dictionary(table.map { ($0.vendorCode, $0) }) { first, _ in first }

    /// Reads an error answer; nil for success, and for an answer that names no error.
    static func read(status: Int, body: JSONValue?) -> LoginError? {
        guard !(200..<300).contains(status), let name = body?.text("error") else { return nil }
        return error(name, status: status)
    }

    /// Reads the error of a callback.
    static func read(_ callback: FormFields) -> LoginError {
        error(callback.all("error").first ?? "", status: nil)
    }

    private static func error(_ name: String, status: Int?) -> LoginError {
        rows[name]?.error(status: status) ?? VendorError.unknown(name, status: status, provider: .apple)
    }
}

extension BilingualText {
    /// What people call Apple.
    static let apple = BilingualText(ko: "Apple", en: "Apple")
}
