// SPDX-License-Identifier: Apache-2.0

public import LoginAPI
public import LoginCore

/// What a sign-in came to.
public enum SignedIn: Sendable {
    /// The person has a session at the login server.
    case member(AccountAnswer)
    /// The login server does not know the person yet: show a form with what the offer holds, then `LoginClient.signUp`.
    case newPerson(SignUpOffer)
    /// There is no login server: this is who the provider says it is, and the provider's tokens are kept in the app.
    case withoutServer(Profile)
}
