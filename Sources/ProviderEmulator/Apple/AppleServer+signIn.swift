// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension AppleServer {
    /// `GET /auth/authorize`: begins a sign-in and shows its first page. Nobody is let through without a page.
    func authorize(_ visit: Visit) -> HTTPResponse {
        let (now, id) = (clock.now, fresh.id())
        let cookie = Cookies(visit.request)[Self.cookieName]
        do throws(AppleError) {
            let step = try world.change { world throws(AppleError) in
                let request = try AppleAuthorizeRequest(visit.request.query, in: world.apple)
                return world.apple.begin(request, id: id, cookie: cookie, people: world.people, now: now)
            }
            return show(step, of: id, visit)
        } catch {
            // Programs get what Apple documents, people in a browser a page that says the same.
            let wantsPage = visit.request.headers["Accept"]?.contains("text/html") ?? false
            return wantsPage ? refusal(RefusalPage(error), status: error.status, visit) : error.response
        }
    }

    /// Sends the browser back to the app, with the answer in the address or in a form.
    func answer(_ outcome: AppleOutcome, to request: AppleAuthorizeRequest, from page: SignInPage) -> HTTPResponse {
        var fields = outcome.fields
        if let claims = outcome.idClaims { fields.append((name: "id_token", value: sign(claims))) }
        switch request.responseMode {
        case .query:
            return page.redirect(to: request.redirectURI.adding(fields.map { ($0.name, $0.value) }))
        case .fragment:
            var form = FormFields()
            for field in fields { form.add(field.name, field.value) }
            return page.redirect(to: "\(request.redirectURI.text)#\(form.encoded)")
        case .formPost:
            return page.visit.request.method == .post
                ? .redirect(to: page.address(AppleReturnPage.path))
                : page.answer(fields, to: request.redirectURI).response()
        }
    }
}
