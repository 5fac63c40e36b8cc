// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

/// Kakao's errors: how they are read, and the one table that says what each of them means.
///
/// kauth answers `{"error", "error_description", "error_code": "KOE…"}`, kapi `{"msg", "code": -401}`; both are looked for
/// in every answer, since gateways in front of either use either form.
enum KakaoError {
    /// Every code of Kakao's documents, `KOE…` and OAuth names of kauth first, then the numbers of kapi.
    static let table: [VendorError] = authorizationServer + authorizationServerNames + api

    private static let rows = Dictionary(table.map { ($0.vendorCode, $0) }) { first, _ in first }

    /// Reads an error answer; nil for success, and for an answer that holds no code of either kind.
    static func read(status: Int, body: JSONValue?) -> LoginError? {
        guard !(200..<300).contains(status), let body else { return nil }
        if let code = number(in: body["code"]) { return apiError(code, status: status, body: body) }
        guard let name = body.text("error") else { return nil }
        return error(body.text("error_code"), orNamed: name, status: status)
    }

    /// Reads the error of a callback.
    static func read(_ callback: FormFields) -> LoginError {
        error(callback.all("error_code").first, orNamed: callback.all("error").first ?? "", status: nil)
    }

    /// The row of the `KOE` code, else of the OAuth name; a `KOE` code that no row has is kept all the same.
    private static func error(_ code: String?, orNamed name: String, status: Int?) -> LoginError {
        if let row = code.flatMap({ rows[$0] }) { return row.error(status: status) }
        if let row = rows[name] { return row.error(status: status, seenAs: code) }
        return VendorError.unknown(code ?? name, status: status, provider: .kakao)
    }

    private static func apiError(_ code: Int64, status: Int, body: JSONValue) -> LoginError {
        guard let row = rows[String(code)] else {
            return VendorError.unknown(String(code), status: status, provider: .kakao)
        }
        let missing = body["required_scopes"]?.array?.compactMap(\.string) ?? []
        let asksConsent = row.code == .consentMissing && !missing.isEmpty
        return row.error(status: status, advice: asksConsent ? .askConsent(scopes: missing) : nil)
    }

    /// Kakao writes the number as a number; a gateway was seen to write it as text.
    private static func number(in value: JSONValue?) -> Int64? {
        value?.integer ?? value?.string.flatMap { Int64($0) }
    }
}

extension BilingualText {
    /// What people call Kakao.
    static let kakao = BilingualText(ko: "카카오", en: "Kakao")
}
