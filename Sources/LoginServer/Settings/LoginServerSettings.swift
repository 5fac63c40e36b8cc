// SPDX-License-Identifier: Apache-2.0

public import LoginCore
public import LoginHTTP

/// What an operator decides about a login server.
public struct LoginServerSettings: Sendable {
    /// Where people and apps reach the server: scheme, host and port, no path. It is the `iss` of our tokens, and
    /// redirect addresses at providers begin with it.
    public let publicAddress: String
    /// What the service is called.
    public let serviceName: BilingualText
    /// The `aud` of access tokens; the public address unless set.
    public var audience: String
    /// What a new person is asked to agree to.
    public var terms: [Terms]
    /// Which wording of the terms is in force; kept with each account.
    public var termsVersion: String
    /// How many characters a nickname may have.
    public var nicknameLimit = 30
    /// How long things last.
    public var lives = Lives()
    /// Hosts from which pages show profile pictures.
    public var pictureHosts: Set<String> = []
    /// The service's logo, which pages show in place of its first letter.
    public var logo: Logo?
    /// The apps that may sign people in through `/oauth/authorize`, beside the built-in one.
    public var clients: [AppClient] = []
    /// Where browsers are sent in place of a provider's real pages; nil for the real ones.
    public var emulator: EmulatorRouting?

    /// Whether the `--dev` switch is on: plain http on loopback and an emulator are allowed.
    public let isDevelopment: Bool

    /// Whether the server is reached over https, so that cookies are `Secure` and carry the `__Host-` prefix.
    public var isSecure: Bool { publicAddress.hasPrefix("https:") }

    /// Checks and takes the settings that every server needs.
    ///
    /// - Parameters:
    ///   - publicAddress: an https address without a path.
    ///   - serviceName: what people call the service.
    ///   - terms: what everybody is asked to accept at sign-up.
    ///   - termsVersion: changes when the terms do.
    ///   - allowsLoopbackHTTP: the `--dev` switch: takes plain http too, on this machine only.
    /// - Throws: `public_address_refused` for any other address.
    public init(
        publicAddress: String, serviceName: BilingualText, terms: [Terms] = .usual, termsVersion: String = "1",
        allowsLoopbackHTTP: Bool = false
    ) throws(LoginError) {
        guard let address = HTTPAddress(publicAddress), address.path == "/", address.query == nil,
            address.scheme == "https" || (allowsLoopbackHTTP && address.isLoopback)
        else { throw LoginError.publicAddressRefused }
        self.publicAddress = address.origin
        self.serviceName = serviceName
        self.terms = terms
        self.termsVersion = termsVersion
        isDevelopment = allowsLoopbackHTTP
        audience = address.origin
    }
}

extension LoginServerSettings {
    /// Every app, the built-in one first.
    var allClients: [AppClient] { [.builtIn] + clients }
}

extension LoginServerSettings {
    /// How long things last, in seconds.
    public struct Lives: Sendable {
        /// An access token (security rule: 15 minutes at most).
        public var accessToken = 900
        /// A session that nobody uses.
        public var sessionIdle = 30 * 86_400
        /// A session, used or not.
        public var session = 180 * 86_400
        /// The time in which a refresh with the previous token gets the same successor again.
        public var refreshGrace = 120
        /// The time in which a sign-in's answer can be asked for again.
        public var attempt = 600
        /// A nonce.
        public var nonce = 600
        /// A code of an app, from the browser to the token endpoint (security rule: 60 seconds at most).
        public var code = 60
        /// A sign-in in a browser, from the button to the provider's answer.
        public var transaction = 600
        /// A sign-up ticket.
        public var ticket = 1_800
        /// How long a key signs access tokens before the next one, which is published two hours ahead.
        public var signingKey = 90 * 86_400
        /// How long ended sessions and finished events are kept.
        public var history = 30 * 86_400

        /// Takes the usual lives.
        public init() {}
    }
}

extension LoginError.Code {
    /// The server's public address is not an https address without a path.
    public static let publicAddressRefused = LoginError.Code(rawValue: "public_address_refused")
    /// An emulator stands in for a provider although the `--dev` switch is off.
    public static let emulatorNotAllowed = LoginError.Code(rawValue: "emulator_not_allowed")
}

extension LoginError {
    static let publicAddressRefused = LoginError(
        .publicAddressRefused, advice: .fixSetup,
        message: BilingualText(
            ko: "공개 주소는 경로가 없는 https 주소여야 합니다.",
            en: "The public address must be an https address without a path."),
        remedy: BilingualText(
            ko: "https://login.example.com처럼 적으세요. 이 컴퓨터의 http 주소는 --dev를 켰을 때만 쓸 수 있습니다.",
            en: "Write it like https://login.example.com; plain http on this machine works with --dev only."))

    static let emulatorNotAllowed = LoginError(
        .emulatorNotAllowed, advice: .fixSetup,
        message: BilingualText(
            ko: "에뮬레이터는 개발 모드에서만 제공자를 대신할 수 있습니다.",
            en: "An emulator may stand in for a provider in development only."),
        remedy: BilingualText(
            ko: "개발 중이면 --dev를 켜고, 아니면 에뮬레이터 설정을 지우세요.",
            en: "Switch --dev on while developing, or take the emulator out of the settings."))
}
