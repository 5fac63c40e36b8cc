// SPDX-License-Identifier: Apache-2.0

package import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What is kept of a person: one account, whatever the number of providers that lead to it.
package struct AccountRecord: Sendable, Hashable {
    /// The account's own id, which says nothing of the person.
    package let id: String
    /// When the person signed up.
    package let createdAt: Date
    /// The name that the person chose to show.
    package let nickname: String
    /// Where to write to; nil where the person shared no address. Never a key: two accounts may hold the same one.
    package let email: EmailAddress?
    /// The address of the profile picture.
    package let picture: String?
    /// The version of the terms that the person accepted.
    package let termsVersion: String
    /// Whether the person agreed to be sent advertising.
    package let acceptsMarketing: Bool
    /// When the account was last changed.
    package let updatedAt: Date

    static let columns = """
        accounts.id, accounts.created_at, accounts.nickname, accounts.email, accounts.email_verified, accounts.picture,
        accounts.terms_version, accounts.marketing, accounts.updated_at
        """

    init(_ row: inout RowReader) throws(LoginError) {
        id = try row.text()
        createdAt = try row.moment()
        nickname = try row.text()
        let address = try row.optionalText()
        let isVerified = try row.truth()
        email = address.map { EmailAddress($0, isVerified: isVerified) }
        picture = try row.optionalText()
        termsVersion = try row.text()
        acceptsMarketing = try row.truth()
        updatedAt = try row.moment()
    }
}

/// An account that a sign-up makes.
package struct NewAccount: Sendable {
    /// The account's own id; random, made by the caller.
    package let id: String
    /// The name to show.
    package let nickname: String
    /// Where to write to, if the person shared an address.
    package let email: EmailAddress?
    /// The address of the profile picture.
    package let picture: String?
    /// The version of the terms that the person accepted.
    package let termsVersion: String
    /// Whether the person agreed to be sent advertising.
    package let acceptsMarketing: Bool

    /// Puts the parts together.
    package init(
        id: String, nickname: String, email: EmailAddress?, picture: String?, termsVersion: String,
        acceptsMarketing: Bool
    ) {
        self.id = id
        self.nickname = nickname
        self.email = email
        self.picture = picture
        self.termsVersion = termsVersion
        self.acceptsMarketing = acceptsMarketing
    }
}

/// What changes in an account; nil leaves a field as it is.
package struct AccountChange: Sendable {
    /// Another name to show.
    package var nickname: String?
    /// Another address.
    package var email: EmailAddress?
    /// Another picture.
    package var picture: String?
    /// Another answer to advertising.
    package var acceptsMarketing: Bool?

    /// Puts a change together.
    package init(
        nickname: String? = nil, email: EmailAddress? = nil, picture: String? = nil, acceptsMarketing: Bool? = nil
    ) {
        self.nickname = nickname
        self.email = email
        self.picture = picture
        self.acceptsMarketing = acceptsMarketing
    }

    /// Whether nothing changes.
    package var isEmpty: Bool { nickname == nil && email == nil && picture == nil && acceptsMarketing == nil }
}
