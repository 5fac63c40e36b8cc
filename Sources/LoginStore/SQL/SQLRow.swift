// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One row of a result, its columns in the order in which the statement names them.
public struct SQLRow: Sendable, Hashable {
    /// The columns.
    public let values: [SQLValue]

    /// Makes a row; drivers do.
    public init(_ values: [SQLValue]) {
        self.values = values
    }
}

/// Reads a row from left to right; a record takes its own columns and leaves the rest to the next one.
struct RowReader {
    private let values: [SQLValue]
    private var position = 0

    init(_ row: SQLRow) {
        values = row.values
    }

    mutating func text() throws(LoginError) -> String {
        guard let text = try optionalText() else { throw unexpected("text") }
        return text
    }

    mutating func optionalText() throws(LoginError) -> String? {
        switch try next() {
        case .text(let text): return text
        case .null: return nil
        default: throw unexpected("text")
        }
    }

    mutating func integer() throws(LoginError) -> Int64 {
        guard let integer = try optionalInteger() else { throw unexpected("an integer") }
        return integer
    }

    mutating func optionalInteger() throws(LoginError) -> Int64? {
        switch try next() {
        case .integer(let integer): return integer
        case .null: return nil
        default: throw unexpected("an integer")
        }
    }

    mutating func bytes() throws(LoginError) -> [UInt8] {
        guard let bytes = try optionalBytes() else { throw unexpected("bytes") }
        return bytes
    }

    mutating func optionalBytes() throws(LoginError) -> [UInt8]? {
        switch try next() {
        case .bytes(let bytes): return bytes
        case .null: return nil
        default: throw unexpected("bytes")
        }
    }

    mutating func truth() throws(LoginError) -> Bool { try integer() != 0 }
    mutating func moment() throws(LoginError) -> Date { Date(milliseconds: try integer()) }
    mutating func optionalMoment() throws(LoginError) -> Date? { try optionalInteger().map(Date.init(milliseconds:)) }

    /// Whether the next column is NULL, without taking it: how a record behind a LEFT JOIN shows that it is missing.
    var isAtNull: Bool { position < values.count && values[position] == .null }

    private mutating func next() throws(LoginError) -> SQLValue {
        guard position < values.count else { throw unexpected("another column") }
        defer { position += 1 }
        return values[position]
    }

    private func unexpected(_ kind: String) -> LoginError {
        .databaseFailed("column \(position): expected \(kind)")
    }
}
