// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import ProviderEmulator

extension PersonSummary {
    /// Number, name and address on one line, for people.
    var line: String {
        ["  \(id)", shownName(nickname), email].compactMap { $0 }.joined(separator: "  ")
    }

    /// The same for programs.
    var json: JSONValue {
        ["id": JSONValue(id), "nickname": .string(nickname), "email": email.map { .string($0) } ?? .null]
    }
}
