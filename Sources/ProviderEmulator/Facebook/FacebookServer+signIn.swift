// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
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

    /// Shows the accounts again: for another language, or to choose another one.
    func showAccounts(_ visit: Visit) -> HTTPResponse {
        let (id, step) = look(at: visit)
        switch step {
        case .answer, .expired: return show(step, of: id, visit)
        default: return show(.chooseAccount, of: id, visit)
        }
    }

    /// Takes the choice of an account, a new account, or a refusal.
    func takeAccount(_ visit: Visit) -> HTTPResponse {
        let form = PageForm(visit.request)
        let (now, id, session) = (clock.now, form["sign_in"] ?? "", fresh.id())
        if form["decision"] == "cancel" {
            return show(world.withLock { $0.facebook.cancel(id, now: now) }, of: id, visit)
        }
        let (step, isSignedIn) = world.withLock { world -> (FacebookSignInStep, Bool) in
            guard let signIn = world.facebook.openSignIn(id, now: now) else { return (.expired, false) }
            if let outcome = signIn.outcome { return (.answer(outcome), false) }
            guard let person = form["person"].flatMap({ Int64($0) }) ?? world.people.create(form, at: now) else {
                return (.chooseAccount, false)
            }
            let people = world.people
            let step = world.facebook.choose(person, in: id, people: people, fresh: fresh, now: now)
            guard people[person] != nil else { return (step, false) }
            world.facebook.browserSessions[session] = BrowserSession(person: person, authenticatedAt: now)
            return (step, true)
        }
        var response = show(step, of: id, visit)
        if isSignedIn { response.set(cookie(session, visit)) }
        return response
    }

    /// Shows the consent page.
    func showConsent(_ visit: Visit) -> HTTPResponse {
        let (id, step) = look(at: visit)
        return show(step, of: id, visit)
    }

    /// Takes agreement or refusal. Sent twice, it is answered twice with the same.
    func takeConsent(_ visit: Visit) -> HTTPResponse {
        let form = PageForm(visit.request)
        let (now, id) = (clock.now, form["sign_in"] ?? "")
        let chosen = Set(form.all("item"))
        let step = world.withLock { world -> FacebookSignInStep in
            let people = world.people
            switch form["decision"] {
            case "cancel": return world.facebook.cancel(id, now: now)
            case "agree_all": return world.facebook.agree(to: nil, in: id, people: people, fresh: fresh, now: now)
            case "agree": return world.facebook.agree(to: chosen, in: id, people: people, fresh: fresh, now: now)
            default: return world.facebook.step(of: id, people: people, now: now)
            }
        }
        return show(step, of: id, visit)
    }
}

// MARK: - What the browser sees next

extension FacebookServer {
    /// The sign-in that a GET names, and where it stands. A `lang` in the query changes its language and nothing else.
    private func look(at visit: Visit) -> (id: String, step: FacebookSignInStep) {
        let (query, now) = (PageForm(query: visit.request.query), clock.now)
        let id = query["sign_in"] ?? ""
        let step = world.withLock { world in
            if let language = query["lang"].flatMap(Language.init), var signIn = world.facebook.signIns[id] {
                signIn.language = language
                world.facebook.signIns[id] = signIn
            }
            return world.facebook.step(of: id, people: world.people, now: now)
        }
        return (id, step)
    }

    /// Shows where a sign-in stands. After a POST the browser is sent on by 303, so that reloading repeats nothing.
    private func show(_ step: FacebookSignInStep, of id: String, _ visit: Visit) -> HTTPResponse {
        let isPost = visit.request.method == .post
        let (signIn, people) = world.withLock { ($0.facebook.signIns[id], $0.people) }
        let app = signIn.flatMap { signIn in world.withLock { $0.facebook.apps[signIn.request.app] } }
        guard let signIn, let app else { return refusal(.expired, status: 410, visit) }
        let language = signIn.language ?? visit.request.acceptedLanguage
        let page = SignInPage(brand: .facebook, visit: visit, language: language, id: id, appName: app.name)
        let other = page.address(SignInPage.accountPath)
        switch step {
        case .answer(let outcome):
            return .redirect(to: location(of: outcome, signIn.request), status: isPost ? 303 : 302)
        case .chooseAccount:
            return isPost
                ? .redirect(to: other)
                : page.accounts(people.all, asksAgain: signIn.request.authType == .reauthenticate).response()
        case .askConsent(let missingRequired):
            guard missingRequired || !isPost else { return .redirect(to: page.address(SignInPage.consentPath)) }
            guard let person = signIn.person.flatMap({ people[$0] }) else { return .redirect(to: other) }
            let boxes = world.withLock { $0.facebook.asked(signIn) }.map { permission in
                ConsentBox(
                    field: "item", value: permission.id, isRequired: permission == .publicProfile,
                    name: permission.name.text(in: language), detail: permission.id)
            }
            return page.consent(
                of: person, boxes: boxes, target: signIn.request.redirectURI, missingRequired: missingRequired
            ).response(status: missingRequired ? 400 : 200)
        case .inDevelopment:
            var refused = RefusalPage.facebookInDevelopment
            refused.accountAddress = other
            return refusal(refused, status: 403, visit, language)
        case .unusableAccount(let state):
            var refused = RefusalPage.unusable(state)
            refused.accountAddress = other
            return refusal(refused, status: 403, visit, language)
        case .expired:
            return refusal(.expired, status: 410, visit, language)
        }
    }

    /// A Limited Login's id_token comes in the fragment, as their own SDK reads it.
    private func location(of outcome: FacebookOutcome, _ request: FacebookAuthorizeRequest) -> String {
        switch outcome {
        case .location(let location): return location
        case .limited(let claims):
            let fields: FormFields = ["id_token": sign(claims), "state": request.state, "graph_domain": "facebook"]
            return "\(request.redirectURI.text)#\(fields.encoded)"
        }
    }

    private func refusal(_ page: RefusalPage, status: Int, _ visit: Visit, _ language: Language? = nil)
        -> HTTPResponse
    {
        let chosen = PageForm(query: visit.request.query)["lang"].flatMap(Language.init)
        return page.response(
            status: status, of: .facebook, in: chosen ?? language ?? visit.request.acceptedLanguage,
            address: visit.request.method == .get ? { visit.address(in: $0) } : nil)
    }
}
