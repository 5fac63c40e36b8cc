// SPDX-License-Identifier: Apache-2.0

public import LoginCore
import LoginHTTP

/// An app that signs people in through this server: an OAuth client without a secret (RFC 6749, section 2.1).
public struct AppClient: Sendable {
    /// Its id in requests.
    public let id: String
    /// What people call it; pages show it.
    public let name: BilingualText
    /// Where answers may go, each exactly as the app will send it. A plain-http loopback address stands without a port
    /// and allows any (RFC 8252, section 7.3).
    public let redirectURIs: [String]

    /// Registers an app.
    ///
    /// - Throws: `client_refused` for an id with other characters than letters, digits and `-._`, or a redirect URI that
    ///   has a fragment, or is plain http and not loopback.
    public init(id: String, name: BilingualText, redirectURIs: [String]) throws(LoginError) {
        guard !id.isEmpty, id.utf8.allSatisfy(Self.isAllowed) else { throw .clientRefused(id: "?") }
        guard !redirectURIs.isEmpty, redirectURIs.allSatisfy(Self.isRegistrable) else { throw .clientRefused(id: id) }
        self.init(known: id, name: name, redirectURIs: redirectURIs)
    }

    private init(known id: String, name: BilingualText, redirectURIs: [String]) {
        self.id = id
        self.name = name
        self.redirectURIs = redirectURIs
    }

    /// The command, and apps of this server's own SDK on a desktop.
    static let builtIn = AppClient(
        known: SessionOpener.builtInClient, name: BilingualText(ko: "이 컴퓨터의 앱", en: "The app on this computer"),
        redirectURIs: ["http://127.0.0.1/callback", "http://[::1]/callback"])

    /// Whether an answer may go there: exactly a registered address, but for the port of a loopback one (RFC 9700,
    /// section 2.1).
    func allows(_ redirectURI: String) -> Bool {
        redirectURIs.contains { registered in
            registered.utf8.elementsEqual(redirectURI.utf8)
                || Self.isLoopback(redirectURI, likeRegistered: registered)
        }
    }

    private static func isLoopback(_ redirectURI: String, likeRegistered registered: String) -> Bool {
        guard !redirectURI.contains("#"), let asked = HTTPAddress(redirectURI), let known = HTTPAddress(registered)
        else { return false }
        // `localhost` may be somebody else's by a changed hosts file, so only addresses go without their port.
        return asked.scheme == "http" && known.scheme == "http" && asked.isLoopback && asked.host != "localhost"
            && asked.host == known.host && known.authority == known.host && asked.path == known.path
            && asked.query == known.query
    }

    private static func isRegistrable(_ redirectURI: String) -> Bool {
        guard !redirectURI.contains("#") else { return false }
        if let address = HTTPAddress(redirectURI) { return address.scheme == "https" || address.isLoopback }
        // A scheme of an app's own (RFC 8252, section 7.1).
        let scheme = redirectURI.prefix { $0 != ":" }
        return scheme.count < redirectURI.count && !["http", "https", "javascript", "data", "file"].contains(scheme)
            && scheme.utf8.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension LoginError.Code {
    /// A client in the settings cannot be registered.
    public static let clientRefused = LoginError.Code(rawValue: "client_refused")
}

extension LoginError {
    fileprivate static func clientRefused(id: String) -> LoginError {
        LoginError(
            .clientRefused, advice: .fixSetup,
            message: BilingualText(
                ko: "클라이언트 \(id)의 설정이 올바르지 않습니다.", en: "The client \(id) cannot be registered."),
            remedy: BilingualText(
                ko: "ID는 영문자, 숫자, -._ 로 쓰고, 리디렉션 URI는 https 주소, 앱의 스킴, 또는 포트 없는 http://127.0.0.1/… 로 적으세요.",
                en: """
                    Write the id with letters, digits and -._ and each redirect URI as an https address, a scheme of                     the app's own, or http://127.0.0.1/… without a port.
                    """))
    }
}
