// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

/// Naver's errors: how they are read, and the one table that says what each of them means.
///
/// nid answers `{"error", "error_description"}`, often with HTTP 200, so the member decides and not the status. openapi
/// answers `{"resultcode": "024", "message"}`, and a gateway in front of it `{"errorCode", "errorMessage"}`.
enum NaverError {
    /// The `resultcode` of a success: a text, not the number 0.
    static let success = "00"

    /// Every code that Naver documents, those of nid first.
    static let table: [VendorError] = authorizationServer + api

    private static let rows = Dictionary(table.map { ($0.vendorCode, $0) }) { first, _ in first }

    /// Reads an error answer; nil for a success, and for an answer that holds no code of any kind.
    @Sendable static func read(status: Int, body: JSONValue?) -> LoginError? {
        guard let body else { return rows[String(status)].map { $0.error(status: status) } }
        if let error = body["error"], !error.isNull, error.string != "" {
            return self.error(error.string ?? "", described: body.text("error_description"), status: status)
        }
        guard let code = code(in: body) else {
            return (200..<300).contains(status) ? nil : rows[String(status)].map { $0.error(status: status) }
        }
        return rows[code]?.error(status: status) ?? VendorError.unknown(code, status: status, provider: .naver)
    }

    /// Reads the error of a callback.
    @Sendable static func read(_ callback: FormFields) -> LoginError {
        error(
            callback.all("error").first ?? "", described: callback.all("error_description").first, status: nil)
    }

    /// Whether `access_denied` is a person's word: what failed because nobody could be asked is not.
    @Sendable static func isCancel(_ callback: FormFields) -> Bool {
        callback.all("error_description").first.flatMap { row(described: $0, in: silentRefusals) } == nil
    }

    private static func error(_ name: String, described description: String?, status: Int?) -> LoginError {
        let particular = description.flatMap { row(described: $0, in: sentences[name] ?? []) }
        return (particular ?? rows[name])?.error(status: status, seenAs: name)
            ?? VendorError.unknown(name, status: status, provider: .naver)
    }

    /// `invalid_request` says nearly everything at Naver, and `access_denied` two things; the sentence beside them says what.
    /// Beside any other word it explains and changes nothing.
    private static let sentences = ["invalid_request": descriptions, "access_denied": silentRefusals]

    private static func row(described description: String, in list: [(words: String, row: VendorError)]) -> VendorError?
    {
        let text = description.lowercased()
        return list.first { text.contains($0.words) }?.row
    }

    /// The code of openapi or its gateway; nil for a success.
    private static func code(in body: JSONValue) -> String? {
        let code = body.text("resultcode") ?? body.text("errorCode")
        return code == success ? nil : code
    }
}

extension BilingualText {
    /// What people call Naver.
    static let naver = BilingualText(ko: "네이버", en: "Naver")
}
