// SPDX-License-Identifier: Apache-2.0

/// Which of a person's tokens an order is about.
enum TokenKind: String, Sendable, CaseIterable {
    case access
    case refresh
    case all
}
