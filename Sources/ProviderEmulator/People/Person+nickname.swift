// SPDX-License-Identifier: Apache-2.0

extension Person {
    /// The nickname on its way into a provider's JSON, with a mark where half an emoji has to stand; see `withCutEmoji`.
    var wireNickname: String {
        hasCutEmoji ? nickname + cutEmojiMark : nickname
    }
}

/// U+FDD0, a noncharacter that no nickname holds (Unicode Standard, section 23.7).
private let cutEmojiMark = String(decoding: [0xEF, 0xB7, 0x90] as [UInt8], as: UTF8.self)

/// Puts the escape of a lone surrogate where the mark stands. A Swift string cannot hold one, but JSON text can
/// (RFC 8259, section 8.2), and providers have sent it.
func withCutEmoji(_ json: [UInt8]) -> [UInt8] {
    let mark = Array(cutEmojiMark.utf8)
    var text: [UInt8] = []
    text.reserveCapacity(json.count)
    var index = 0
    while index < json.count {
        if json[index] == mark[0], json[index...].starts(with: mark) {
            text.append(contentsOf: #"\ud83d"#.utf8)
            index += mark.count
        } else {
            text.append(json[index])
            index += 1
        }
    }
    return text
}
