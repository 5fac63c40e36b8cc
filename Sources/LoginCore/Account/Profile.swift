// SPDX-License-Identifier: Apache-2.0

/// What a provider said of a person; everything but the subject may be missing.
///
/// A field is nil when the provider has no value or the person did not agree to share it; `needsAgreement` tells the
/// second case apart where the provider says so. Values that a provider may extend keep their raw text beside the typed form.
public struct Profile: Sendable, Hashable {
    /// The provider's id of the person, as text.
    public var subject: String
    /// The name a person chose to show.
    public var nickname: String?
    /// The person's real name.
    public var name: String?
    /// Where to write to; see `EmailAddress` for what it proves.
    public var email: EmailAddress?
    /// The address of the profile picture, never an empty text.
    public var pictureURL: String?
    /// The address of a small profile picture.
    public var thumbnailURL: String?
    /// Gender as the provider put it.
    public var gender: Gender?
    /// The span of years the person's age lies in.
    public var ageRange: AgeRange?
    /// Day and month of birth.
    public var birthday: Birthday?
    /// Year of birth, four digits.
    public var birthYear: Int?
    /// The phone number in international form.
    public var phoneNumber: PhoneNumber?
    /// What the provider said word for word of gender, age, birthday, birth year and phone number, by its own names: a typed
    /// form is nil for what it cannot read.
    public var told = ToldDetails()
    /// The provider's names of the items that exist but which the person has not agreed to share; nil where the
    /// provider does not tell.
    public var needsAgreement: Set<String>?

    /// Makes a profile that holds nothing but the subject.
    public init(subject: String) {
        self.subject = subject
    }
}
