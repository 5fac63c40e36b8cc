// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP

/// What somebody who is signed in is sent to the provider for: more consents, and then back to the page that needed them.
struct ConsentErrand: Sendable, Hashable {
    /// Whose consents they are.
    let accountID: String
    /// What is asked for: exactly these, by the provider's names.
    let scopes: [String]
    /// The path and query of a page of ours.
    let back: String

    /// Reads what a page asks for; without a way back it is the account page.
    ///
    /// - Throws: `invalid_request` for scopes that are none, and for a way back that is no path of this server.
    init(_ fields: FormFields, of accountID: String) throws {
        let scopes = (try fields.single(PageField.scopes) ?? "").split(separator: ",").map { String($0) }
        guard (1...20).contains(scopes.count), scopes.allSatisfy(Self.isScope) else {
            throw DocumentError(PageField.scopes, .notAllowed)
        }
        self.accountID = accountID
        self.scopes = scopes
        back = try Self.page(try fields.single(PageField.back) ?? PageAddress.account)
    }

    /// The same way back with a word on how it went in place of an earlier one, so that the page does not ask again.
    func back(with notice: AccountNotice) -> String {
        "\(back)\(back.contains("?") ? "&" : "?")notice=\(notice.rawValue)"
    }

    /// A page of this server: one slash first, and nothing that a browser reads as another host or drops on its way (URL
    /// Standard, section 4.4: it takes a backslash for a slash, and removes tabs and line breaks).
    private static func page(_ text: String) throws -> String {
        guard text.utf8.count <= 512, text.hasPrefix("/"), !text.hasPrefix("//"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#") })
        else { throw DocumentError(PageField.back, .notAllowed) }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var rest = FormFields()
        for field in try FormFields(parsing: parts.count == 2 ? String(parts[1]) : "").fields
        where field.name != "notice" { rest.add(field.name, field.value) }
        return rest.fields.isEmpty ? String(parts[0]) : "\(parts[0])?\(rest.encoded)"
    }

    private static func isScope(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                Character(UnicodeScalar(byte)).isASCII
                    && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
                        || "_.:-".utf8.contains(byte))
            }
    }
}

extension ConsentErrand {
    /// The errand as it stands in a browser's transaction.
    var json: JSONValue {
        [
            "account": .string(accountID), "scopes": .array(scopes.map { .string($0) }), "back": .string(back),
        ]
    }

    /// Reads what `json` made.
    init(document: DocumentReader) throws(DocumentError) {
        accountID = try document.text("account")
        scopes = try document.texts("scopes")
        back = try document.text("back")
    }
}
