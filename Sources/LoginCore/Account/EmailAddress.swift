// SPDX-License-Identifier: Apache-2.0

/// An e-mail address and what is known of it.
public struct EmailAddress: Sendable, Hashable {
    /// The address as the provider gave it.
    public let address: String
    /// Whether the provider's own rules let us trust that the person owns it. Never a reason to link accounts by itself.
    public let isVerified: Bool

    /// Makes an address; the verdict is the provider rule's.
    public init(_ address: String, isVerified: Bool) {
        self.address = address
        self.isVerified = isVerified
    }
}

extension EmailAddress: CustomStringConvertible, CustomReflectable {
    /// Only what is known of it: an address in a log is personal data.
    public var description: String { isVerified ? "verified e-mail address" : "unverified e-mail address" }
    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
