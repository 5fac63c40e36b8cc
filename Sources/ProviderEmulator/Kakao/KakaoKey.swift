// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// One of an app's keys, as it stands in `client_id`.
struct KakaoKey: Sendable, Hashable {
    /// What a key is for.
    enum Kind: Sendable {
        /// Servers; the only kind that can have a secret.
        case rest
        /// Apps on devices.
        case native
        /// Scripts in a browser.
        case javascript
        /// Acting on any person of the app; never a `client_id`.
        case admin
    }

    /// The key itself.
    let text: String
    /// What it is for.
    let kind: Kind
    /// The app it belongs to.
    let app: Int64
}

extension KakaoApp {
    /// All keys of the app.
    var keys: [KakaoKey] {
        let keys: [(String?, KakaoKey.Kind)] = [
            (restKey, .rest), (nativeKey, .native), (javascriptKey, .javascript), (adminKey?.exposed, .admin),
        ]
        return keys.compactMap { text, kind in text.map { KakaoKey(text: $0, kind: kind, app: id) } }
    }

    /// Whether a key may send a code there. The comparison is of characters, nothing is normalised.
    func allows(_ redirectURI: String, for key: KakaoKey) -> Bool {
        switch key.kind {
        case .rest, .javascript: redirectURIs.contains { $0.hasSameBytes(as: redirectURI) }
        case .native:
            "kakao\(key.text)://oauth".hasSameBytes(as: redirectURI)
                || nativeRedirectURIs.contains { $0.hasSameBytes(as: redirectURI) }
        case .admin: false
        }
    }
}
