// SPDX-License-Identifier: Apache-2.0

extension Person {
    /// The name in its two parts: a Korean one is cut behind its first character, any other before its last word.
    var nameParts: (given: String, family: String) {
        let whole = name ?? nickname
        let words = whole.split(separator: " ").map(String.init)
        if words.count > 1 { return (words.dropLast().joined(separator: " "), words[words.count - 1]) }
        let isHangul = whole.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
        guard isHangul, (2...4).contains(whole.count) else { return (whole, "") }
        return (String(whole.dropFirst()), String(whole.prefix(1)))
    }
}
