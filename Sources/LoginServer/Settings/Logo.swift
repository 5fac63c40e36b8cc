// SPDX-License-Identifier: Apache-2.0

public import LoginCore
import LoginCrypto
import LoginHTTP

/// The logo of the service: a picture that this server hands out itself, or one at an https address.
public enum Logo: Sendable, Hashable {
    /// A picture that the server hands out.
    case file(Picture)
    /// Where browsers load it from, without cookies and without a referrer.
    case address(String)

    /// A picture and what kind it is.
    public struct Picture: Sendable, Hashable {
        /// The file's content.
        public let bytes: [UInt8]
        let type: String
        /// The name it is served under. It changes with the content, so browsers may keep it for good.
        let name: String
    }

    /// Takes an https address.
    ///
    /// - Throws: `logo_refused` for any other.
    public init(address: String) throws(LoginError) {
        guard let parts = HTTPAddress(address), parts.scheme == "https", !address.contains("#") else {
            throw .logoRefused
        }
        self = .address(address)
    }

    /// Takes a picture's content: SVG, PNG, JPEG, WebP or GIF, 256 KiB at most.
    ///
    /// - Throws: `logo_refused` for anything else.
    public init(file bytes: [UInt8]) throws(LoginError) {
        guard bytes.count <= 256 << 10, let kind = Self.kind(of: bytes) else { throw .logoRefused }
        let hash = Base64URL.encode(Array(SHA256Hash.hash(bytes).prefix(12)))
        self = .file(Picture(bytes: bytes, type: kind.type, name: "logo-\(hash).\(kind.ending)"))
    }

    /// The address as pages name it.
    var source: String {
        switch self {
        case .file(let picture): PageAddress.asset(picture.name)
        case .address(let address): address
        }
    }

    /// The origin that the pages' policy must allow beside our own.
    var origin: String? {
        if case .address(let address) = self { HTTPAddress(address)?.origin } else { nil }
    }

    private static func kind(of bytes: [UInt8]) -> (type: String, ending: String)? {
        switch true {
        case bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]): return ("image/png", "png")
        case bytes.starts(with: [0xFF, 0xD8, 0xFF]): return ("image/jpeg", "jpg")
        case bytes.starts(with: Array("GIF8".utf8)): return ("image/gif", "gif")
        case bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8)):
            return ("image/webp", "webp")
        default:
            let start = String(strictUTF8: bytes)?.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            guard let start, start.hasPrefix("<svg") || (start.hasPrefix("<?xml") && start.contains("<svg")) else {
                return nil
            }
            return ("image/svg+xml", "svg")
        }
    }
}

extension LoginError.Code {
    /// The logo in the settings is no https address and no picture that browsers show.
    public static let logoRefused = LoginError.Code(rawValue: "logo_refused")
}

extension LoginError {
    fileprivate static let logoRefused = LoginError(
        .logoRefused, advice: .fixSetup,
        message: BilingualText(ko: "이 로고는 쓸 수 없습니다.", en: "This logo cannot be used."),
        remedy: BilingualText(
            ko: "https 주소나 SVG, PNG, JPEG, WebP, GIF 파일(256KiB까지)을 적으세요.",
            en: "Name an https address, or a file that is SVG, PNG, JPEG, WebP or GIF, up to 256 KiB."))
}
