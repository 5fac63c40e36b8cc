// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

extension AuthorizationOptions {
    /// Asks Facebook to put permissions before the person again that were declined once; without it Facebook asks for none
    /// of those a second time.
    ///
    /// - Parameter permissions: their names, for example `email`.
    public mutating func askAgainInFacebook(for permissions: [String]) {
        scopes = permissions
        additional.add("auth_type", "rerequest")
    }
}

/// What Facebook wants beside OAuth's own fields, and what its callback tells.
enum FacebookAuthorization {
    /// Asks for the lists of what was granted and declined, and for the one wish that Facebook takes as `auth_type`. It has no
    /// page for choosing an account; the nearest to a choice is the password again, which offers to be somebody else.
    @Sendable static func fields(_ options: AuthorizationOptions) -> FormFields {
        var fields: FormFields = ["return_scopes": "true"]
        let words: [(Prompt, String)] = [
            (.login, "reauthenticate"), (.selectAccount, "reauthenticate"), (.consent, "rerequest"),
        ]
        fields.add("auth_type", words.first { options.prompts.contains($0.0) }?.1)
        return fields
    }

    /// Facebook puts before the person again what was declined once, for the asking alone.
    @Sendable static func furtherConsent(
        _ scopes: [String], _ person: ConsentingPerson, _ caller: ProviderCaller
    ) async throws(LoginError) -> AuthorizationOptions {
        var options = AuthorizationOptions()
        options.askAgainInFacebook(for: scopes)
        return options
    }

    /// Key and, on a server, secret as form fields. An app has none: there the verifier stands for it.
    static func client(_ clientID: String, settings: FacebookSettings) -> FormFields {
        ["client_id": clientID, "client_secret": settings.appSecret?.exposed]
    }

    /// Reads which permissions were granted and declined; lists joined by commas.
    @Sendable static func remarks(_ fields: FormFields) throws(FormError) -> CallbackRemarks {
        CallbackRemarks(
            grantedScopes: try fields.single("granted_scopes").map(list),
            declinedScopes: try fields.single("denied_scopes").map(list))
    }

    /// Names out of a list that came through the browser: only what a permission may be called.
    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map(String.init)
            .filter {
                $0.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") }
            }
    }
}
