// SPDX-License-Identifier: Apache-2.0

import LoginCore
public import LoginHTTP
public import LoginProviders
public import LoginStore

import LoginAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A login server: answers the API and the pages, and works off its queues.
///
/// It is a handler, so it runs behind `LoginHTTPServer`, inside another server, or in a test with no socket. Two things
/// keep it going: somebody hands it requests, and `run()` runs beside.
public struct LoginServer: HTTPHandler {
    private let routes: Router<RequestContext>
    private let parts: ServerParts
    private let headers: SecurityHeaders

    /// The largest body that any call takes, in bytes.
    public static let bodyLimit = 64 << 10

    /// Opens a server on a database, whose tables are made or brought up to date.
    ///
    /// - Throws: `master_key_wrong` where the database was made with another key; `master_key_missing` where it uses one
    ///   that was not given; `emulator_not_allowed`; the database's own errors.
    public init(
        settings: LoginServerSettings, providers: [Provider], store: LoginStore, masterKeys: MasterKeys,
        environment: ServerEnvironment
    ) async throws {
        guard settings.emulator == nil || settings.isDevelopment else { throw LoginError.emulatorNotAllowed }
        let keys = KeyRing(masterKeys)
        try await store.migrate()
        try await store.check()
        try await keys.join(store, environment)
        let signingKeys = try await ServerSigningKeys(
            store: store, sealing: SealingKeys(ring: keys) { $0.sealing }, life: settings.lives.signingKey,
            environment: environment)
        parts = try ServerParts(
            settings: settings, providers: providers, store: store, keys: keys, signingKeys: signingKeys,
            environment: environment)
        headers = SecurityHeaders(settings, contentPolicy: parts.contentPolicy)
        routes = Router(parts)
    }

    /// Answers one request.
    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        let context = RequestContext(request, cookies: parts.cookies, random: parts.environment.random)
        let match = routes.match(request.method, path: request.path)
        var response = await answer(to: request, match, context)
        if let cookie = await parts.renewedCookie(for: request, answeredBy: response) { response.set(cookie) }
        headers.add(to: &response)
        response.headers["X-Request-ID"] = context.requestID
        parts.environment.log.write(
            .debug, "request.answered",
            [
                "request": context.requestID, "method": request.method.forLog, "route": match.pattern ?? "-",
                "status": response.status,
            ])
        return response
    }

    private func answer(
        to request: HTTPRequest, _ match: Router<RequestContext>.Match, _ context: RequestContext
    ) async -> HTTPResponse {
        guard request.body.count <= Self.bodyLimit else {
            return parts.refusal(Problem(.bodyTooLarge), of: request, context)
        }
        switch match {
        case .found(let answer, let path): return await answer(request, path, context)
        case .otherMethods(let methods):
            var response = parts.refusal(Problem(.methodNotAllowed), of: request, context)
            response.headers["Allow"] = Set(methods.map(\.rawValue)).sorted().joined(separator: ", ")
            return response
        case .unknown: return parts.refusal(Problem(.notFound), of: request, context)
        }
    }

    /// Works off queues, removes what is over, makes the next signing key and probes a database that failed, until the task is cancelled. Run it once beside the listener; several
    /// servers on one database may each run theirs.
    public func run() async {
        await Worker(parts).run()
    }
}

extension Router.Match {
    /// The pattern of the route that was found. The path itself is the caller's, of any length, and may hold a secret.
    fileprivate var pattern: String? {
        if case .found(_, let parameters) = self { parameters.pattern } else { nil }
    }
}

extension HTTPMethod {
    /// The method where it is one that a route may have; whatever else a caller sends in its place is not repeated.
    fileprivate var forLog: String {
        let known: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
        return known.contains(self) ? rawValue : "other"
    }
}

extension LoginServer {
    /// Gives the servers of a database another key to sign access tokens with, while they run.
    ///
    /// - Parameters:
    ///   - store: the database.
    ///   - masterKeys: its master keys.
    ///   - atOnce: whether the other keys are worth nothing from now on, since one of them has leaked. Otherwise the new key
    ///     is published now and signs in two hours, and nobody notices.
    ///   - environment: gives time and randomness.
    /// - Returns: the new key's id and the moment from which it signs.
    /// - Throws: `master_key_wrong` or `master_key_missing`; the database's own errors.
    public static func rotateSigningKey(
        of store: LoginStore, masterKeys: MasterKeys, atOnce: Bool, environment: ServerEnvironment
    ) async throws -> (keyID: String, signsFrom: Date) {
        let keys = KeyRing(masterKeys)
        try await store.migrate()
        try await keys.join(store, environment)
        let sealing = SealingKeys(ring: keys) { $0.sealing }
        // The age does not matter here.
        let rotation = SigningKeyRotation(store: store, sealing: sealing, life: 0, environment: environment)
        guard atOnce else {
            let next = try await rotation.publishNext()
            return (next.keyID, next.usedFrom)
        }
        let record = try await rotation.replaceAll()
        try await store.record(
            AuditEvent(
                .signingKeysReplaced, accountID: nil, sessionID: nil, provider: nil, at: environment.clock.now, nil))
        return (record.keyID, record.usedFrom)
    }

    /// Every method and pattern that the server answers, for the description and its test.
    var table: [(method: HTTPMethod, pattern: String)] { routes.table }
}
