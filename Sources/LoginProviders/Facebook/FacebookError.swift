// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

/// Facebook's errors: how they are read, and the one table that says what each of them means.
///
/// Graph answers `{"error": {"code", "error_subcode", "is_transient", …}}`. The HTTP status says nothing reliable, so the
/// code decides, and before it `is_transient`: where that is true the fault passes, whatever the code would mean.
enum FacebookError {
    static let table: [VendorError] = passing + tokens + setup + names

    private static let rows = Dictionary(table.map { ($0.vendorCode, $0) }) { first, _ in first }

    /// Reads an error answer, whatever its status; nil where the body holds none.
    static func read(status: Int, body: JSONValue?) -> LoginError? {
        guard let error = body?["error"] else { return nil }
        if let code = number(error["code"]) { return self.error(code, in: error, status: status) }
        guard !(200..<300).contains(status), let name = body?.text("error") ?? error.text("type") else { return nil }
        return named(name, status: status)
    }

    /// Reads the error of a callback. Its number says more than its name, where it has one.
    static func read(_ callback: FormFields) -> LoginError {
        if let code = callback.all("error_code").first.flatMap({ Int64($0) }), let row = row(code, subcode: nil) {
            return row.error(status: nil, seenAs: String(code))
        }
        return named(callback.all("error").first ?? "", status: nil)
    }

    /// Reads why `/debug_token` calls a token dead; nil where it does not say.
    static func refusal(inspected data: JSONValue) -> LoginError? {
        guard let error = data["error"] else { return nil }
        guard let code = number(error["code"]) else { return nil }
        return row(code, subcode: number(error["subcode"]) ?? number(error["error_subcode"]))?.error(status: nil)
    }

    private static func error(_ code: Int64, in error: JSONValue, status: Int) -> LoginError {
        if error["is_transient"]?.bool == true {
            return transient.error(status: status, seenAs: String(code))
        }
        if let row = described(code, by: error.text("message")) {
            return row.error(status: status)
        }
        guard let row = row(code, subcode: number(error["error_subcode"])) else {
            return VendorError.unknown(String(code), status: status, provider: .facebook)
        }
        return row.error(status: status, seenAs: row.vendorCode == permissionMissing.vendorCode ? String(code) : nil)
    }

    /// What a sentence of Facebook's tells of a code that says nearly everything.
    private static func described(_ code: Int64, by sentence: String?) -> VendorError? {
        guard let text = sentence?.lowercased() else { return nil }
        return sentences.first { $0.row.vendorCode == String(code) && text.contains($0.words) }?.row
    }

    /// The error where Facebook refuses the app's own token: id or secret is wrong, whoever signs in.
    static func appTokenRefused(_ error: LoginError) -> LoginError {
        let row = appUnknown
        return LoginError(
            row.code, advice: row.advice, message: row.message, remedy: row.remedy,
            vendorCode: error.vendorCode, httpStatus: error.httpStatus)
    }

    /// The row of a code with its subcode, else of the code; 200 to 299 are all permissions.
    private static func row(_ code: Int64, subcode: Int64?) -> VendorError? {
        if let subcode, let row = rows["\(code)/\(subcode)"] { return row }
        return rows[String(code)] ?? ((200...299).contains(code) ? permissionMissing : nil)
    }

    private static func named(_ name: String, status: Int?) -> LoginError {
        rows[name]?.error(status: status) ?? VendorError.unknown(name, status: status, provider: .facebook)
    }

    /// Facebook writes numbers as numbers, and as text where they come by a form.
    private static func number(_ value: JSONValue?) -> Int64? {
        value?.integer ?? value?.string.flatMap { Int64($0) }
    }
}

extension BilingualText {
    /// What people call Facebook.
    static let facebook = BilingualText(ko: "Facebook", en: "Facebook")
}
