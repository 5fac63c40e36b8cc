// SPDX-License-Identifier: Apache-2.0

import LoginAPI

extension Device {
    /// A browser as its owner knows it, read from what it says of itself: `Safari`, on `iPhone`.
    ///
    /// Only known words are taken over; most browsers name several others too, so the rarer name wins.
    init(browser userAgent: String?) {
        let agent = userAgent ?? ""
        let browsers = [
            ("KAKAOTALK", "KakaoTalk"), ("NAVER", "NAVER"), ("Whale/", "Whale"),
            ("SamsungBrowser/", "Samsung Internet"),
            ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
            ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ]
        let platforms = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
            ("CrOS", "ChromeOS"), ("Macintosh", "macOS"), ("Linux", "Linux"),
        ]
        self.init(
            name: browsers.first { agent.contains($0.0) }?.1, platform: platforms.first { agent.contains($0.0) }?.1)
    }
}
