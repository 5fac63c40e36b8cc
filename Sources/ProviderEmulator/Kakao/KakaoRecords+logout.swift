// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension KakaoRecords {
    /// Signs a browser out of Kakao and its person out of the app, and says where the browser goes then.
    mutating func logout(_ query: String?, cookie: String?) throws(KakaoOAuthError) -> String {
        let fields = PageForm(query: query)
        guard let clientID = fields["client_id"] else { throw .missing("client_id") }
        guard let (key, app) = key(clientID) else { throw .unknownKey }
        guard key.kind != .admin else { throw .wrongKeyKind }
        guard let text = fields["logout_redirect_uri"], let target = RedirectURI(text),
            app.logoutRedirectURIs.contains(where: { $0.hasSameBytes(as: text) })
        else { throw .logoutRedirectURI }
        if let cookie, let session = browserSessions[cookie] {
            browserSessions[cookie] = nil
            links.endLogins(of: LinkKey(app: app.id, person: session.person))
        }
        return target.adding([("state", fields["state"])])
    }
}
