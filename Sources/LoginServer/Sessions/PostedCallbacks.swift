// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Takes callbacks that a browser posts from a provider's page, and hands them on to a request that brings our cookies.
///
/// Such a POST comes from another site, so a browser leaves the transaction's cookie out, which is `SameSite=Lax`. The form is
/// kept and the browser sent on to our own address, and there the cookie comes along. The form alone is worth nothing:
/// without that cookie it is a stranger's callback.
///
/// Anybody may post here. So nothing is kept but an answer to a state that this server gave out for that very provider and
/// whose time is not over, once for each state, and no more of it than an answer needs.
struct PostedCallbacks: Sendable {
    let store: LoginStore
    let sealer: Sealer
    /// Tells this server's states from invented ones.
    let states: StampedText
    /// How long a form waits for the browser, in seconds.
    let life: Int
    let clock: any WallClock

    /// The field of our own address that holds the id.
    private static let field = "posted"
    /// What a field may have as it is sent, in bytes: more than any code, id_token or name of a person. A longer one is left out,
    /// since it is no reason to lose the sign-in.
    private static let fieldLimit = 4096
    /// What a whole form may have.
    private static let sizeLimit = 8192

    /// Keeps a form and gives the address to go on to; nil for what no sign-in waits for.
    func keep(_ request: HTTPRequest, of provider: Provider) async throws -> String? {
        guard let form = try request.formFields(), let state = try form.single("state").map({ Secret($0) }),
            states.accepts(state, for: provider.id.rawValue, at: clock.now)
        else { return nil }
        let body = Array(Self.shortened(form).encoded.utf8)
        guard body.count <= Self.sizeLimit else { return nil }
        let id = PostedCallback.id(of: state, at: provider.id)
        let key = Self.key(of: id)
        try await store.keep(
            key, sealed: sealer.seal(note: body, key), until: clock.now.addingTimeInterval(TimeInterval(life)))
        return "\(request.path)?\(Self.field)=\(id)"
    }

    /// The callback that a request brings by its id, as the browser posted it; nil where it brings none.
    ///
    /// An id that leads nowhere, or no more, is a callback without any field.
    func callback(for request: HTTPRequest, of provider: Provider) async throws -> PostedCallback? {
        guard provider.postsCallbacks, let id = try request.queryFields().single(Self.field) else { return nil }
        let key = Self.key(of: id)
        var callback = request
        callback.method = .post
        callback.query = nil
        callback.headers["Content-Type"] = "application/x-www-form-urlencoded"
        callback.body = try await store.note(key, at: clock.now).flatMap { sealer.note($0, key) } ?? []
        return PostedCallback(id: id, request: callback)
    }

    /// Forgets a form that has been answered for good.
    func forget(_ callback: PostedCallback) async throws {
        try await store.drop(Self.key(of: callback.id))
    }

    private static func shortened(_ form: FormFields) -> FormFields {
        form.fields.reduce(into: FormFields()) { kept, field in
            guard percentEncoded(field.value).utf8.count <= fieldLimit else { return }
            kept.add(field.name, field.value)
        }
    }

    private static func key(of id: String) -> NoteKey {
        NoteKey(.postedCallback, hash: Base64URL.encode(SHA256Hash.hash(id)))
    }
}

/// A callback that a browser posted and that waits, or waited, under an id.
struct PostedCallback: Sendable {
    /// The id, which its state leads to and which does not lead back.
    let id: String
    /// What was posted.
    let request: HTTPRequest

    /// Whether it answers a sign-in of this state, known even where the form itself is gone.
    func answers(_ transaction: BrowserTransaction) -> Bool {
        id == Self.id(of: transaction.state, at: transaction.provider)
    }

    static func id(of state: Secret, at provider: ProviderID) -> String {
        Base64URL.encode(SHA256Hash.hash("\(provider):\(state.exposed)"))
    }
}
