// SPDX-License-Identifier: Apache-2.0

/// Why a text is not acceptable JSON, and where; the text itself is not repeated.
public struct JSONError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Reason: String, Sendable {
        /// The text ended too early.
        case endOfText
        /// A byte stands where no such byte may.
        case unexpectedByte
        /// Something follows the value.
        case trailingBytes
        /// One object names a member twice.
        case duplicateName
        /// Arrays and objects stand too deep inside each other.
        case tooDeep
        /// The text is longer than allowed.
        case tooLarge
        /// The text is not UTF-8.
        case invalidUTF8
        /// A backslash is followed by something unknown.
        case invalidEscape
        /// A control character stands unescaped in a string.
        case controlCharacter
        /// A number is not written as JSON writes numbers.
        case invalidNumber
    }

    /// What is wrong.
    public let reason: Reason
    /// The offset of the first wrong byte.
    public let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    /// What is wrong and where, without the text itself.
    public var description: String { "JSON is not acceptable: \(reason.rawValue) at byte \(offset)" }
}
