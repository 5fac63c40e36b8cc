// SPDX-License-Identifier: Apache-2.0

import AccessTokenVerifier
import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import LoginStore

/// Everything that a route may use, put together once at the start.
struct ServerParts: Sendable {
    let settings: LoginServerSettings
    let providers: [Provider]
    let store: LoginStore
    let environment: ServerEnvironment

    let keys: KeyRing
    let nonces: SignInNonces
    let states: StampedText
    let cookies: CookiePolicy
    let cookieTokens: NumberedToken
    let tickets: NumberedToken
    let refreshTokens: NumberedToken
    let signingKeys: ServerSigningKeys
    let transactions: TransactionCookies
    let signUps: SignUpCookies

    let callers: CallerCheck
    let forms: FormCheck
    let opener: SessionOpener
    let sealer: Sealer
    let issuer: SessionTokenIssuer
    let signIn: SignInFlow
    let signUp: SignUpFlow
    let withdrawal: WithdrawalFlow
    let accounts: AccountReader
    let unlinks: UnlinkQueue
    let bell: WorkerBell
    let posted: PostedCallbacks
    let codes: CodeIssuer
    let contentPolicy: ContentPolicy
    let appSeal: AppRequestSeal
    let pages: PageWriter

    init(
        settings: LoginServerSettings, providers: [Provider], store: LoginStore, keys: KeyRing,
        signingKeys: ServerSigningKeys, environment: ServerEnvironment
    ) throws {
        let (clock, random, log) = (environment.clock, environment.random, environment.log)
        let lives = settings.lives
        let sealer = Sealer(key: SealingKeys(ring: keys) { $0.sealing }, random: random)
        let transaction = SealingKeys(ring: keys) { $0.transaction }
        let opener = SessionOpener(lives: lives, sealer: sealer, random: random)
        let nonces = SignInNonces(key: MACKeys(ring: keys) { $0.nonce }, life: lives.nonce)
        let states = StampedText(key: MACKeys(ring: keys) { $0.state }, purpose: "state", life: lives.transaction)
        let bell = WorkerBell()

        self.settings = settings
        self.providers = providers
        self.store = store
        self.environment = environment
        self.signingKeys = signingKeys
        self.keys = keys
        self.nonces = nonces
        self.states = states
        self.bell = bell
        self.opener = opener
        self.sealer = sealer
        cookies = CookiePolicy(isSecure: settings.isSecure)
        cookieTokens = .sessionCookie(keys)
        tickets = .signUpTicket(keys)
        refreshTokens = .refreshToken(keys)
        transactions = TransactionCookies(key: transaction, policy: cookies, life: lives.transaction)
        callers = CallerCheck(
            accessTokens: AccessTokenVerifier(
                rules: AccessTokenRules(issuer: settings.publicAddress, audience: settings.audience),
                keys: signingKeys, clock: clock),
            cookieTokens: cookieTokens, cookies: cookies, store: store, lives: lives, clock: clock)
        forms = FormCheck(proof: FormProof(key: MACKeys(ring: keys) { $0.form }), origin: settings.publicAddress)
        issuer = SessionTokenIssuer(
            issuer: settings.publicAddress, audience: settings.audience, life: lives.accessToken,
            signingKeys: signingKeys, refreshTokens: refreshTokens, clock: clock, random: random)
        signIn = SignInFlow(
            check: CredentialCheck(providers: providers, nonces: nonces), opener: opener, sealer: sealer, store: store,
            lives: lives, nicknameLimit: settings.nicknameLimit,
            names: ToldNames(store: store, sealer: sealer, life: lives.history), keys: keys, clock: clock,
            log: log)
        signUp = SignUpFlow(
            tickets: tickets, opener: opener, sealer: sealer, store: store, settings: settings, clock: clock, log: log)
        withdrawal = WithdrawalFlow(
            store: store, opener: opener, sealer: sealer, providers: providers, clock: clock, log: log,
            wake: { bell.ring() })
        accounts = AccountReader(store: store)
        unlinks = UnlinkQueue(store: store, providers: providers, sealer: sealer, clock: clock, log: log)
        posted = PostedCallbacks(
            store: store, sealer: sealer, states: states, life: lives.transaction, clock: clock)
        codes = CodeIssuer(
            codes: .appCode(keys), store: store, opener: opener, lives: lives, issuer: settings.publicAddress,
            clock: clock)
        appSeal = AppRequestSeal(key: transaction, random: random, clock: clock, life: lives.ticket)
        signUps = SignUpCookies(tickets: tickets, appSeal: appSeal, policy: cookies)
        pages = PageWriter(settings: settings, providers: providers)
        contentPolicy = ContentPolicy(pictures: pages.pictures, logo: settings.logo)
    }

    /// The answer to a request that no route takes: a document for programs, a page for people.
    func refusal(_ problem: Problem, of request: HTTPRequest, _ context: RequestContext) -> HTTPResponse {
        let forPrograms = ["/v1/", "/.well-known/", "/health/"].contains { request.path.hasPrefix($0) }
        if request.path.hasPrefix("/oauth/") { return .oauthProblem(problem, context) }
        return forPrograms
            ? .problem(problem, context) : pages.error(problem, isSignedIn: callers.cookie(in: request) != nil, context)
    }
}
