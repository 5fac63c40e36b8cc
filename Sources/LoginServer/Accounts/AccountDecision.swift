// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginStore

/// What a verified sign-in leads to, for the two cases that there are: the person is known, or new.
///
/// A pure function of the profile that the provider vouched for. Which case it is only the transaction that writes it knows, and it
/// looks for nothing but the identity's key: an equal e-mail address leads nowhere (security rule: no automatic linking).
struct AccountDecision: Sendable {
    /// What changes in the account of a known person.
    let ifKnown: AccountChange
    /// What a new person is offered to begin with.
    let ifNew: SignUpSuggestion

    /// Decides on a profile out of a verified identity.
    init(_ profile: Profile, nicknameLimit: Int) {
        // The nickname is the person's own since sign-up. An address changes only for one that is known to be hers, and
        // what the provider leaves out never overwrites anything.
        let email = profile.email.flatMap { $0.isVerified ? $0 : nil }
        let picture = profile.pictureURL ?? profile.thumbnailURL
        ifKnown = AccountChange(email: email, picture: picture)
        ifNew = SignUpSuggestion(
            nickname: Nickname(told: profile.nickname ?? profile.name, limit: nicknameLimit)?.text,
            email: profile.email, picture: picture, missingConsents: (profile.needsAgreement ?? []).sorted())
    }
}

/// What the sign-up form begins with.
struct SignUpSuggestion: Sendable, Hashable {
    /// The name the provider told.
    let nickname: String?
    /// The address it told, and whether it counts as verified.
    let email: EmailAddress?
    /// The picture it told.
    let picture: String?
    /// What the person has not agreed to share, by the provider's names.
    let missingConsents: [String]
}
