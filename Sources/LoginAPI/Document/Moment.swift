// SPDX-License-Identifier: Apache-2.0

package import LoginCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension DocumentReader {
    /// A moment that must be there, written as RFC 3339 has it.
    package func moment(_ name: String) throws(DocumentError) -> Date {
        let text = try text(name, limit: 40)
        // A text that is no moment is an error of the document, whatever the parser had to say about it.
        guard let date = try? Date(text, strategy: .iso8601) else { throw error(name, .notAllowed) }
        return date
    }
}

extension JSONValue {
    /// A moment in UTC to the second, for example `2026-01-02T03:04:05Z`.
    package static func moment(_ date: Date) -> JSONValue {
        .string(date.formatted(.iso8601))
    }
}
