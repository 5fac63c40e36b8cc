// SPDX-License-Identifier: Apache-2.0

/// Who can sign in at the emulator: what a chooser or a banner shows of a person.
public struct PersonSummary: Sendable, Hashable {
    /// The number that providers give out as the person's id.
    public let id: Int64
    /// The name the person chose to show.
    public let nickname: String
    /// The e-mail address; nil where the person has none.
    public let email: String?

    init(_ person: Person) {
        id = person.id
        nickname = person.nickname
        email = person.email
    }
}
