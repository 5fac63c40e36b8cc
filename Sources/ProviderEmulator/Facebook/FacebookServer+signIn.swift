// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension FacebookServer {
    /// `GET /dialog/oauth`: begins a sign-in and shows its first page, or answers at once where nobody has to be asked.
    func authorize(_ visit: Visit) -> HTTPResponse {
        let (now, id) = (clock.now, fresh.id())
        let cookie = Cookies(visit.request)[Self.cookieName]
        do throws(FacebookError) {
            let step = try world.change { world throws(FacebookError) in
                let request = try FacebookAuthorizeRequest(visit.request.query, in: world.facebook)
                let people = world.people
                return world.facebook.begin(request, id: id, cookie: cookie, people: people, fresh: fresh, now: now)
            }
            return show(step, of: id, visit)
        } catch {
            return refusal(RefusalPage(error), status: error.status, visit)
        }
    }

    /// Sends the browser back to the app: tokens come in the fragment, as Facebook's own SDK reads them.
    func answer(
        _ outcome: FacebookOutcome, to request: FacebookAuthorizeRequest, from page: SignInPage
    ) -> HTTPResponse {
        guard outcome.standsInFragment else {
            let junk = outcome.hasJunk ? "#_=_" : ""
            return page.redirect(to: request.redirectURI.adding(outcome.fields) + junk)
        }
        var fields: FormFields = ["id_token": outcome.idClaims.map { sign($0) }]
        for field in outcome.fields { fields.add(field.name, field.value) }
        return page.redirect(to: "\(request.redirectURI.text)#\(fields.encoded)")
    }
}
