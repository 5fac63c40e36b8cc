// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ServerParts {
    /// The session cookie made anew, for a browser that still holds one of an older master key; nil for all others.
    ///
    /// A cookie says the same for as long as its session lasts, so without this no master key could ever be retired without
    /// signing people out. An answer that caches may keep for everybody never brings one.
    func renewedCookie(for request: HTTPRequest, answeredBy response: HTTPResponse) async -> SetCookie? {
        guard response.headers["Cache-Control"]?.hasPrefix("public") != true,
            let text = callers.cookie(in: request), let read = cookieTokens.read(text),
            let fresh = cookieTokens.text(id: read.id, counter: read.counter), fresh != text,
            !response.headers.all("Set-Cookie").contains(where: { $0.hasPrefix("\(cookies.session)=") })
        else { return nil }
        let now = environment.clock.now
        do {
            guard let session = try await store.session(read.id)?.session, session.isLive(at: now) else { return nil }
            return cookies.keep(
                cookies.session, fresh.exposed, for: Int(session.endsAt.timeIntervalSince(now)))
        } catch {
            // The old cookie is as good for now; the next page tries again.
            return nil
        }
    }
}
