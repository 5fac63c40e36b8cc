// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore

/// The addresses that pages link and post to; routes answer exactly these.
enum PageAddress {
    /// The sign-in page.
    static let signIn = "/"
    /// Where apps send people to sign in.
    static let authorize = "/oauth/authorize"
    /// The sign-up form, and where it is posted.
    static let signUp = "/sign-up"
    /// The form of one of the sign-ups that wait in a browser.
    static func signUp(_ shortID: String) -> String { "\(signUp)?\(PageField.signUp)=\(shortID)" }
    /// The account page.
    static let account = "/account"
    /// Takes a changed nickname and changed consents.
    static let changeProfile = "/account/profile"
    /// Ends one session, named by `PageField.session`.
    static let endSession = "/account/sessions/end"
    /// Ends every session but this one.
    static let endOtherSessions = "/account/sessions/end-others"
    /// Ends this session.
    static let signOut = "/sign-out"
    /// The page that asks before an account is deleted, and where its form is posted.
    static let withdraw = "/account/withdraw"

    /// An error page that can be asked for again.
    static func problem(_ reference: FaultReference) -> String {
        "/problem?code=\(reference.code.rawValue)&request=\(reference.requestID)"
    }

    /// A file that belongs to the pages.
    static func asset(_ name: String) -> String { "/assets/\(name)" }

    /// Starts a sign-in with a provider.
    ///
    /// - Parameter appRequest: the sealed request of the app that the person comes from; nil for the browser itself.
    static func start(_ provider: ProviderID, for appRequest: String? = nil) -> String {
        "/auth/\(percentEncodedID(provider))\(appRequest.map { "?\(PageField.appRequest)=\($0)" } ?? "")"
    }

    /// Asks somebody who is signed in for more consents of a provider.
    static func consent(_ provider: String) -> String { "/auth/\(provider)/consent" }

    /// The address of a page in another language: the server keeps the choice and answers with the page again.
    static func page(_ path: String, in language: Language) -> String {
        "\(path)\(path.contains("?") ? "&" : "?")lang=\(language.rawValue)"
    }

    // Ids are letters and digits by their rule; whoever breaks it must not break out of the path.
    private static func percentEncodedID(_ provider: ProviderID) -> String {
        provider.rawValue.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}

/// The names of the form fields that pages send.
enum PageField {
    /// The value that proves that one of our own pages made the form.
    static let proof = "form_proof"
    /// The nickname a person wants.
    static let nickname = "nickname"
    /// Present when the button that agrees to everything was pressed.
    static let agreeToAll = "agree_to_all"
    /// The sealed request of an app, as it stands in the address of a provider's button.
    static let appRequest = "request"
    /// The language that a form is to be shown in, when its button for that was pressed.
    static let language = "lang"
    /// Names the sign-up that a form belongs to, where several wait in one browser.
    static let signUp = "form"
    /// Names the consents to ask for, with commas between them.
    static let scopes = "scopes"
    /// Names the page to come back to.
    static let back = "back"
    /// Names the session to end.
    static let session = "session"

    /// Present when the box of a consent is ticked.
    static func consent(_ name: String) -> String { "agree_\(name)" }
}
