// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Takes callbacks that a browser posts from a provider's page, and hands them on to a request that brings our cookies.
///
/// Such a POST comes from another site, so a browser leaves the transaction's cookie out, which is `SameSite=Lax`. The form is
/// kept under an id that nobody can guess and the browser sent on to our own address, and there the cookie comes along. The
/// form alone is worth nothing: without that cookie it is a stranger's callback.
struct PostedCallbacks: Sendable {
    let store: LoginStore
    let sealer: Sealer
    let opener: SessionOpener
    /// How long a form waits for the browser, in seconds.
    let life: Int
    let clock: any WallClock

    /// The field of our own address that holds the id.
    private static let field = "posted"
    /// More than any provider's form needs: code, state, id_token and a name.
    private static let sizeLimit = 16_384

    /// Keeps a form and gives the address to go on to; nil for what is no callback.
    func keep(_ request: HTTPRequest) async throws -> String? {
        guard request.body.count <= Self.sizeLimit, let fields = try request.formFields(),
            !fields.all("state").isEmpty
        else { return nil }
        let id = opener.newID()
        let key = Self.key(of: id)
        try await store.keep(
            key, sealed: sealer.seal(note: request.body, key),
            until: clock.now.addingTimeInterval(TimeInterval(life)))
        return "\(request.path)?\(Self.field)=\(id)"
    }

    /// The callback that a request brings by its id, as the browser posted it; nil where it brings none.
    ///
    /// An id that leads nowhere, or no more, is a callback without any field.
    func callback(for request: HTTPRequest) async throws -> HTTPRequest? {
        guard let id = try id(in: request) else { return nil }
        let key = Self.key(of: id)
        var callback = request
        callback.method = .post
        callback.query = nil
        callback.headers["Content-Type"] = "application/x-www-form-urlencoded"
        callback.body = try await store.note(key, at: clock.now).flatMap { sealer.note($0, key) } ?? []
        return callback
    }

    /// Forgets a form that has been answered for good.
    func forget(_ request: HTTPRequest) async throws {
        guard let id = try id(in: request) else { return }
        try await store.drop(Self.key(of: id))
    }

    private func id(in request: HTTPRequest) throws -> String? {
        try request.queryFields().single(Self.field)
    }

    private static func key(of id: String) -> NoteKey {
        NoteKey(.postedCallback, hash: Base64URL.encode(SHA256Hash.hash(id)))
    }
}
