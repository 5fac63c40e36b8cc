// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value that goes into a statement or comes out of a row.
public enum SQLValue: Sendable, Hashable {
    /// NULL.
    case null
    /// BIGINT or SMALLINT.
    case integer(Int64)
    /// TEXT; a driver refuses NUL in it, since PostgreSQL cannot keep it and no key may be cut short there.
    case text(String)
    /// BYTEA.
    case bytes([UInt8])
}

extension SQLValue {
    /// A moment, in milliseconds since 1970.
    static func moment(_ moment: Date) -> SQLValue { .integer(moment.milliseconds) }

    /// A number of something, for LIMIT and counters.
    static func count(_ count: Int) -> SQLValue { .integer(Int64(count)) }

    /// A truth value as SMALLINT.
    static func truth(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }

    /// A text that people read, such as a nickname, without the NULs that it may hold.
    static func shown(_ text: String) -> SQLValue {
        guard text.utf8.contains(0) else { return .text(text) }
        return .text(String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self))
    }

    /// The value, or NULL for nil.
    static func optional<Value>(_ value: Value?, _ wrap: (Value) -> SQLValue) -> SQLValue {
        value.map(wrap) ?? .null
    }
}

extension Date {
    /// Milliseconds since 1970, to the nearest: a moment read back gives the same number again.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// The moment that is so many milliseconds after 1970 began.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
