// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// The answer of `POST /v1/sign-in`: a session for a known person, or the way to sign up for a new one.
public enum SignInAnswer: Sendable {
    /// The person is known and is signed in now.
    case session(SessionTokens, AccountAnswer)
    /// The person is new: `POST /v1/sign-up` with the ticket makes the account.
    case newPerson(SignUpOffer)

    /// Reads the answer.
    public init(json: JSONValue) throws(DocumentError) {
        let document = try DocumentReader(json)
        guard let isNew = try document.optionalTruth("is_new") else { throw document.error("is_new", .missing) }
        if isNew {
            self = .newPerson(try SignUpOffer(document: try document.document("sign_up")))
        } else {
            self = .session(
                try SessionTokens(document: try document.document("session")),
                try AccountAnswer(document: try document.document("account")))
        }
    }

    /// The answer's body.
    public var json: JSONValue {
        switch self {
        case .session(let tokens, let account):
            ["is_new": false, "session": tokens.json, "account": account.json]
        case .newPerson(let offer):
            ["is_new": true, "sign_up": offer.json]
        }
    }
}
