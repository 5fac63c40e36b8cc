// SPDX-License-Identifier: Apache-2.0

/// A text that must not be seen: a token, code, verifier, nonce, key or client secret.
///
/// However it is printed, dumped or interpolated it shows as `••••`. Only `exposed` gives the text, so a search for that
/// word finds every place where a secret leaves its box.
public struct Secret: Sendable {
    /// The text itself: to be sent, stored or compared, never logged.
    public let exposed: String

    /// Puts a text under cover.
    public init(_ text: String) {
        exposed = text
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Four dots, whatever the text is.
    public var description: String { "••••" }
    /// Four dots, whatever the text is.
    public var debugDescription: String { "••••" }
    /// A mirror that shows nothing, so that `dump` and debuggers do not either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Hashable {
    /// Whether two secrets are equal, in a time that tells nothing of where they differ.
    public static func == (left: Secret, right: Secret) -> Bool {
        constantTimeEqual(Array(left.exposed.utf8), Array(right.exposed.utf8))
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        for byte in exposed.utf8 { hasher.combine(byte) }
    }

    /// Whether two secrets are equal, in a time that tells nothing of where they differ; the same as `==`, for reading.
    public func matches(_ other: Secret) -> Bool { self == other }
}

/// Whether two byte strings are equal, in a time that depends on their lengths alone.
public func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices {
        difference |= left[index] ^ right[index]
    }
    return difference == 0
}
