// SPDX-License-Identifier: Apache-2.0

internal import LoginCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension TokenSet {
    /// Reads a token endpoint's answer (RFC 6749, section 5.1); nil where it has no usable access token.
    ///
    /// Lives are seconds and become moments at once. A member that is null, empty or of another type counts as absent.
    init?(answer: JSONValue, receivedAt now: Date) {
        guard let accessToken = answer.text("access_token"),
            answer["token_type"]?.string.map({ $0.lowercased() == "bearer" }) ?? true
        else { return nil }
        let refreshToken = answer.text("refresh_token")
        self.init(
            accessToken: Secret(accessToken),
            expiresAt: answer.life("expires_in").map(now.addingTimeInterval),
            refreshToken: refreshToken.map(Secret.init),
            refreshTokenExpiresAt: refreshToken.flatMap { _ in
                answer.life("refresh_token_expires_in").map(now.addingTimeInterval)
            },
            idToken: answer.text("id_token").map(Secret.init),
            scopes: answer["scope"]?.string.map { text in
                text.split { $0 == " " || $0 == "," }.map(String.init)
            })
    }
}

extension JSONValue {
    /// A member that is a text and not empty.
    func text(_ name: String) -> String? {
        self[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A text for people, without the NUL characters that no database takes; nil where nothing is left.
    func words(_ name: String) -> String? {
        guard let text = self[name]?.string else { return nil }
        let clean = text.contains("\0") ? text.filter { $0 != "\0" } : text
        return clean.isEmpty ? nil : clean
    }

    /// A member that counts seconds, as a number or as digits (Naver sends text); nil for anything else.
    ///
    /// Lives beyond a century are no lives: nil, so that no later sum can overflow.
    fileprivate func life(_ name: String) -> TimeInterval? {
        let seconds: Int64? =
            switch self[name] {
            case .number(let number): number.integer
            case .string(let digits) where digits.utf8.allSatisfy { (0x30...0x39).contains($0) }: Int64(digits)
            default: nil
            }
        guard let seconds, (0...3_155_760_000).contains(seconds) else { return nil }
        return TimeInterval(seconds)
    }
}
