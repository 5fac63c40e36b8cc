// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

/// What Apple wants beside OAuth's own fields, and what its callback tells.
enum AppleAuthorization {
    /// Whoever asks for a scope must take the answer as a form that the browser posts; Apple refuses anything else.
    static func fields(_ options: AuthorizationOptions, settings: AppleSettings) -> FormFields {
        (options.scopes ?? settings.scopes).isEmpty ? FormFields() : ["response_mode": "form_post"]
    }

    /// Reads the field `user`, which holds a JSON text and comes at the first sign-in only. It is unsigned, so the name is
    /// all that is taken from it: an address counts only where the id_token names it. One that cannot be read is as good as
    /// none, and no sign-in fails for that.
    @Sendable static func remarks(_ fields: FormFields) throws(FormError) -> CallbackRemarks {
        guard let text = try fields.single("user") else { return CallbackRemarks() }
        let limits = JSONValue.Limits(depth: 8, bytes: 4096)
        // The name is lost then, as it is at every later sign-in.
        let user = try? JSONValue(parsing: text, limits: limits)
        return CallbackRemarks(name: user?["name"].flatMap(fullName))
    }

    /// Family name and given name as people write them: in one word and family name first where both are Korean, Chinese or
    /// Japanese, else the given name first.
    static func fullName(_ name: JSONValue) -> String? {
        let given = part("firstName", of: name)
        let family = part("lastName", of: name)
        guard let given, let family else { return given ?? family }
        return isEastAsian(given) && isEastAsian(family) ? family + given : "\(given) \(family)"
    }

    private static func part(_ member: String, of name: JSONValue) -> String? {
        guard let text = name[member]?.string?.filter({ $0 != "\0" }) else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    private static func isEastAsian(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x1100...0x11FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x3FFFF: true
            default: false
            }
        }
    }
}
