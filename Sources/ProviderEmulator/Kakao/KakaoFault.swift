// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

/// Kakao's refusals by code, for those that are answered on order.
enum KakaoFault {
    /// The answer for a code such as `KOE237` or `-10`; nil for one that Kakao does not have.
    static func response(for code: String, rules: KakaoRules = KakaoRules()) -> HTTPResponse? {
        if let error = KakaoOAuthError.byCode[code] { return error.response(rules: rules) }
        return Int(code).flatMap { KakaoAPIError.byCode[$0] }?.response(rules: rules)
    }

    /// Every code there is.
    static let codes =
        KakaoOAuthError.byCode.keys.sorted() + KakaoAPIError.byCode.keys.sorted(by: >).map(String.init)
}
