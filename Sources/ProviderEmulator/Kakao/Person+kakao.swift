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
}
