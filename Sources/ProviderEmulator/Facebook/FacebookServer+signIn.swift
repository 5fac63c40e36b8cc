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

    /// A Limited Login's id_token comes in the fragment, as their own SDK reads it.
    func answer(
        _ outcome: FacebookOutcome, to request: FacebookAuthorizeRequest, from page: SignInPage
    ) -> HTTPResponse {
        switch outcome {
        case .location(let location): return page.redirect(to: location)
        case .limited(let claims):
            let fields: FormFields = ["id_token": sign(claims), "state": request.state, "graph_domain": "facebook"]
            return page.redirect(to: "\(request.redirectURI.text)#\(fields.encoded)")
        }
    }
}
