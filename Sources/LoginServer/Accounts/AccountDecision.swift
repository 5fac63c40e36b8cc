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

    /// The longest address (RFC 5321, section 4.5.3.1), and the longest picture address and name of a consent that clients read,
    /// in bytes.
    private static let (longestEmail, longestPicture, longestConsent) = (320, 2_048, 200)

    /// Decides on a profile out of a verified identity. What is too long to be kept is as good as not told: it is for show,
    /// and no sign-in fails for that.
    init(_ profile: Profile, nicknameLimit: Int) {
        // The nickname is the person's own since sign-up. An address changes only for one that is known to be hers, and
        // what the provider leaves out never overwrites anything.
        let told = profile.email.flatMap { $0.address.utf8.count <= Self.longestEmail ? $0 : nil }
        let email = told.flatMap { $0.isVerified ? $0 : nil }
        let picture = [profile.pictureURL, profile.thumbnailURL].lazy.compactMap(\.self)
            .first { $0.utf8.count <= Self.longestPicture }
        let missing = (profile.needsAgreement ?? []).filter { $0.utf8.count <= Self.longestConsent }
        ifKnown = AccountChange(email: email, picture: picture)
        ifNew = SignUpSuggestion(
            nickname: Nickname(told: profile.nickname ?? profile.name, limit: nicknameLimit)?.text,
            email: told, picture: picture, missingConsents: Array(missing.sorted().prefix(50)))
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
