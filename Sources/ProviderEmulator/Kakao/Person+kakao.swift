// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension Person {
    /// The two sizes in which pictures are handed out.
    enum PictureSize: String, Sendable {
        /// 640 pixels.
        case large = "640"
        /// 110 pixels.
        case small = "110"
    }

    /// Where the person's picture is; somebody without one gets the stand-in that everybody shares.
    func pictureURL(_ size: PictureSize, isSecure: Bool) -> String {
        let scheme = isSecure ? "https" : "http"
        guard hasPicture else {
            let source = "\(scheme)://\(KakaoHost.pictureSource)/account_images/default_profile.jpeg"
            let form = "R\(size.rawValue)x\(size.rawValue).q70"
            return "\(scheme)://\(KakaoHost.defaultPicture)/thumb/\(form)/?fname=\(source)"
        }
        return "\(scheme)://\(KakaoHost.pictures)/emulator/\(id)/img_\(size.rawValue).svg"
    }

    /// The nickname on its way into kapi's JSON, with a mark where half an emoji has to stand; see `withCutEmoji`.
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
