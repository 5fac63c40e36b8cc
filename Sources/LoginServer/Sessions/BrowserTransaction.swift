// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginCrypto
import LoginHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A sign-in that a browser is in the middle of: what was sent to the provider, to be held against what comes back.
///
/// It lives in a sealed cookie of that browser and nowhere else, so an answer that was started in another browser finds
/// nothing to belong to (RFC 9700, section 2.1), and two tabs have one each.
struct BrowserTransaction: Sendable {
    /// Its id, which is also the id of the attempt.
    let attemptID: AttemptID
    /// Who was asked.
    let provider: ProviderID
    /// What the answer must repeat.
    let state: Secret
    /// What the id_token must repeat.
    let nonce: Secret
    /// What the code can be redeemed with; nil where the provider takes none.
    let verifier: Secret?
    /// Where the answer was asked to come.
    let redirectURI: String
    /// When it began.
    let createdAt: Date
    /// The app that the person goes back to; nil where the browser signs in for itself.
    let app: AppRequest?
    /// What somebody who is signed in is asked for, in place of a sign-in.
    var errand: ConsentErrand?
    /// How it ended, where a callback that comes once more is to get the same answer; nil while it is under way.
    var ending: Ending?

    /// The answers that the browser's own Back or reload asks for again.
    enum Ending: Sendable, Hashable {
        /// The person said no.
        case cancelled
        /// The person is new: the form of this name waits for them.
        case signUp(String)
    }

    /// The part of the id that stands in the cookie's name.
    var shortID: String { String(attemptID.secret.exposed.prefix(8)) }
}

/// Keeps browser transactions in sealed cookies, at most five in a browser.
struct TransactionCookies: Sendable {
    let key: SealingKeys
    let policy: CookiePolicy
    /// How long a transaction may take, in seconds.
    let life: Int

    private static let limit = 5
    private static let context = "transaction cookie"
    private var prefix: String { policy.name("login-tx-") }

    /// The cookie for a new transaction, and those that drop what it displaces.
    func begin(_ transaction: BrowserTransaction, in request: HTTPRequest, random: any RandomSource) -> [SetCookie] {
        let living = all(in: request, at: transaction.createdAt)
        let readable = Set(living.map(\.name))
        let stale = names(in: request).filter { !readable.contains($0) }
        let oldest = living.sorted { Self.goesBefore($0.transaction, $1.transaction) }
            .prefix(max(0, living.count - Self.limit + 1)).map(\.name)
        return (stale + oldest).map(policy.drop) + [cookie(for: transaction, life, random)]
    }

    /// The cookie of a transaction that is over, for the rest of its time: without it the same answer, loaded once more by the
    /// browser's own Back, would look like a stranger's, and with it it leads to nobody else's form.
    func end(
        _ transaction: BrowserTransaction, as ending: BrowserTransaction.Ending, at now: Date,
        random: any RandomSource
    ) -> SetCookie {
        var over = transaction
        over.ending = ending
        let rest = life - Int(now.timeIntervalSince(transaction.createdAt))
        return cookie(for: over, max(1, rest), random)
    }

    /// Takes the cookies away that lead to a sign-up form which has been sent.
    func drop(leadingTo form: String, in request: HTTPRequest, at now: Date) -> [SetCookie] {
        all(in: request, at: now).filter { $0.transaction.ending == .signUp(form) }.map { policy.drop($0.name) }
    }

    private func cookie(for transaction: BrowserTransaction, _ seconds: Int, _ random: any RandomSource) -> SetCookie {
        let sealed = key.seal(transaction.bytes, context: Self.context, random: random)
        return policy.keep(prefix + transaction.shortID, Base64URL.encode(sealed), for: seconds)
    }

    /// Which of two is displaced first: one that is over, then the older one.
    private static func goesBefore(_ one: BrowserTransaction, _ other: BrowserTransaction) -> Bool {
        let isOneOver = one.ending != nil
        return isOneOver == (other.ending != nil) ? one.createdAt < other.createdAt : isOneOver
    }

    /// The transactions of this browser that wait for an answer of one provider, with the names of their cookies.
    func waiting(
        for provider: ProviderID, in request: HTTPRequest, at now: Date
    ) -> [(transaction: BrowserTransaction, name: String)] {
        all(in: request, at: now).filter { $0.transaction.provider == provider }
    }

    private func names(in request: HTTPRequest) -> [String] {
        Cookies(request).names.filter { $0.hasPrefix(prefix) }
    }

    private func all(in request: HTTPRequest, at now: Date) -> [(transaction: BrowserTransaction, name: String)] {
        let cookies = Cookies(request)
        // More cookies than a browser of ours would hold are somebody's attempt to make us work.
        return names(in: request).prefix(Self.limit * 2).compactMap { name in
            guard let sealed = cookies[name].flatMap(Base64URL.decode),
                let bytes = key.open(sealed, context: Self.context),
                let transaction = BrowserTransaction(bytes: bytes), name == prefix + transaction.shortID,
                now < transaction.createdAt.addingTimeInterval(TimeInterval(life))
            else { return nil }
            return (transaction, name)
        }
    }
}

extension BrowserTransaction {
    fileprivate var bytes: [UInt8] {
        var members = JSONObject()
        members["id"] = .string(attemptID.secret.exposed)
        members["provider"] = .string(provider.rawValue)
        members["state"] = .string(state.exposed)
        members["nonce"] = .string(nonce.exposed)
        members["verifier"] = verifier.map { .string($0.exposed) }
        members["redirect_uri"] = .string(redirectURI)
        members["app"] = app.map { .object($0.json) }
        members["errand"] = errand?.json
        switch ending {
        case nil: break
        case .cancelled: members["cancelled"] = true
        case .signUp(let form): members["sign_up"] = .string(form)
        }
        members["created_at"] = JSONValue(Int64(createdAt.timeIntervalSince1970))
        return JSONValue.object(members).serialized()
    }

    /// Nil for what an earlier release may have written; such a sign-in is started again.
    fileprivate init?(bytes: [UInt8]) {
        do {
            let json = try JSONValue(parsing: bytes)
            let document = try DocumentReader(json)
            guard let attemptID = AttemptID(try document.text("id")) else { return nil }
            self.init(
                attemptID: attemptID, provider: try document.provider(), state: try document.secret("state"),
                nonce: try document.secret("nonce"), verifier: try document.optionalSecret("verifier"),
                redirectURI: try document.text("redirect_uri"),
                createdAt: Date(timeIntervalSince1970: TimeInterval(try document.integer("created_at"))),
                app: json["app"].flatMap(AppRequest.init(json:)),
                errand: try document.optionalDocument("errand").map(ConsentErrand.init(document:)),
                ending: try document.truth("cancelled", or: false)
                    ? .cancelled : document.optionalText("sign_up").map(Ending.signUp))
        } catch {
            // The reason does not matter: a cookie that cannot be read is one that is not there.
            return nil
        }
    }
}
