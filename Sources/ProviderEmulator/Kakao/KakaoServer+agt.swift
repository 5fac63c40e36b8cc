// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

extension KakaoServer {
    /// `POST /api/agt`: a token with which one authorize request speaks for a person who has signed in already, so that a
    /// page can ask for more consents with no browser session.
    func consentTicket(_ request: HTTPRequest) -> HTTPResponse {
        do throws(KakaoOAuthError) {
            let form = try KakaoForm(request)
            let now = clock.now
            let ticket = try world.change { world throws(KakaoOAuthError) in
                try world.kakao.makeConsentTicket(form, fresh: fresh, now: now)
            }
            return secretJSON(["agt": .string(ticket)])
        } catch {
            return error.response(rules: rules)
        }
    }
}

extension KakaoRecords {
    /// Makes a ticket for the owner of an access token of the same key.
    fileprivate mutating func makeConsentTicket(_ form: KakaoForm, fresh: FreshText, now: Date) throws(KakaoOAuthError)
        -> String
    {
        guard let (key, app) = key(try form.required("client_id")) else { throw .unknownKey }
        guard key.kind != .admin else { throw .wrongKeyKind }
        guard app.isLoginOn else { throw .loginOff }
        let text = try form.required("access_token")
        guard let token = accessTokens[text], token.expiresAt > now, let login = login(token.login), login.key == key
        else { throw .badAccessToken }
        let ticket = KakaoConsentTicket(text: fresh.token(), login: login, issuedAt: now)
        consentTickets[ticket.text] = ticket
        return ticket.text
    }

    /// The ticket of that text, while it can be used by a key.
    func consentTicket(_ text: String, for key: KakaoKey, now: Date) -> KakaoConsentTicket? {
        guard let ticket = consentTickets[text], ticket.login.key == key, links.isLive(ticket.login),
            now.timeIntervalSince(ticket.issuedAt) <= rules.consentTicketLife
        else { return nil }
        return ticket
    }
}
