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
    /// - Throws: `client_id_refused` for an id with other characters than letters, digits and `-._`;
    ///   `client_redirect_uri_refused` for a redirect URI that has a fragment, is plain http and not loopback, or has a scheme
    ///   that is no name backwards.
    public init(id: String, name: BilingualText, redirectURIs: [String]) throws(LoginError) {
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy(Self.mayStandInID) else { throw .clientIDRefused }
        guard !redirectURIs.isEmpty, redirectURIs.allSatisfy(Self.isRegistrable) else {
            throw .clientRedirectURIRefused
        }
        self.init(known: id, name: name, redirectURIs: redirectURIs)
    }

    private init(known id: String, name: BilingualText, redirectURIs: [String]) {
        self.id = id
        self.name = name
        self.redirectURIs = redirectURIs
    }

    /// The command, and apps of this server's own SDK on a desktop.
    static let builtIn = AppClient(
        known: SessionOpener.builtInClient, name: BilingualText(ko: "이 컴퓨터의 앱", en: "an app on this computer"),
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

    /// Our cookies hold the address while the person is at the provider, so it may not be of any length.
    private static func isRegistrable(_ redirectURI: String) -> Bool {
        guard redirectURI.utf8.count <= 512, !redirectURI.contains("#"),
            // What no address holds would break the header that sends the browser there.
            HTTPAddress("https://host/\(redirectURI)") != nil
        else { return false }
        if let address = HTTPAddress(redirectURI) { return address.scheme == "https" || address.isLoopback }
        // A scheme of an app's own is a name of its owner, backwards; so a browser's own schemes are out, and `http` of
        // an address that is none (RFC 8252, sections 7.1 and 8.4).
        let scheme = redirectURI.prefix { $0 != ":" }
        return scheme.count < redirectURI.count && scheme.contains(".") && !scheme.contains("_")
            && scheme.first?.isLetter == true && scheme.utf8.allSatisfy(mayStandInID)
    }

    private static func mayStandInID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension LoginError.Code {
    /// The id of a client in the settings cannot be registered.
    public static let clientIDRefused = LoginError.Code(rawValue: "client_id_refused")
    /// A client in the settings has no redirect URI, or one that cannot be registered.
    public static let clientRedirectURIRefused = LoginError.Code(rawValue: "client_redirect_uri_refused")
}

extension LoginError {
    fileprivate static let clientIDRefused = LoginError(
        .clientIDRefused, advice: .fixSetup,
        message: BilingualText(ko: "이 클라이언트 ID는 쓸 수 없습니다.", en: "This client id cannot be used."),
        remedy: BilingualText(
            ko: "영문자, 숫자, -._ 로 64자까지 쓰세요.", en: "Write it with letters, digits and -._ only, 64 at most."))

    fileprivate static let clientRedirectURIRefused = LoginError(
        .clientRedirectURIRefused, advice: .fixSetup,
        message: BilingualText(
            ko: "리다이렉트 URI가 없거나 쓸 수 없는 것이 있습니다.",
            en: "There is no redirect URI, or one that cannot be used."),
        remedy: BilingualText(
            ko: "https 주소, com.example.app:/… 처럼 점이 있는 앱의 스킴, 또는 http://127.0.0.1/… 로 적으세요. #와 512자 넘는 주소는 안 됩니다.",
            en: "Write an https address, an app's own scheme with a dot in it like com.example.app:/…, or "
                + "http://127.0.0.1/…; without # and up to 512 characters."))
}
