// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

extension NaverServer {
    /// `/oauth2.0/authorize`, or `/oauth2/authorize` for OpenID Connect, by GET or POST: begins a sign-in and shows its first
    /// page, or answers at once where nobody has to be asked.
    func authorize(_ visit: Visit, isOpenID: Bool) -> HTTPResponse {
        let (now, id) = (clock.now, fresh.id())
        let cookie = Cookies(visit.request)[Self.cookieName]
        let outcome = world.withLock { world -> Result<NaverSignInStep, NaverAuthorizeRefusal> in
            do throws(NaverAuthorizeRefusal) {
                let fields = try Self.fields(of: visit.request)
                let request = try NaverAuthorizeRequest(fields, isOpenID: isOpenID, in: world.naver)
                let people = world.people
                return .success(
                    world.naver.begin(request, id: id, cookie: cookie, people: people, fresh: fresh, now: now))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let step): return show(step, of: id, visit)
        case .failure(.redirect(let location)):
            return .redirect(to: location, status: visit.request.method == .post ? 303 : 302)
        case .failure(.page(let error)): return refusal(RefusalPage(error), status: error.status, visit)
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
            return show(world.withLock { $0.naver.cancel(id, now: now) }, of: id, visit)
        }
        let (step, isSignedIn) = world.withLock { world -> (NaverSignInStep, Bool) in
            guard let signIn = world.naver.openSignIn(id, now: now) else { return (.expired, false) }
            if let outcome = signIn.outcome { return (.answer(outcome), false) }
            guard let person = form["person"].flatMap({ Int64($0) }) ?? world.people.create(form, at: now) else {
                return (.chooseAccount, false)
            }
            let people = world.people
            let step = world.naver.choose(person, in: id, people: people, fresh: fresh, now: now)
            guard people[person] != nil else { return (step, false) }
            world.naver.browserSessions[session] = BrowserSession(person: person, authenticatedAt: now)
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
        let step = world.withLock { world -> NaverSignInStep in
            let people = world.people
            switch form["decision"] {
            case "cancel": return world.naver.cancel(id, now: now)
            case "agree_all": return world.naver.agree(to: nil, in: id, people: people, fresh: fresh, now: now)
            case "agree":
                let chosen = Set(form.all("item"))
                return world.naver.agree(to: chosen, in: id, people: people, fresh: fresh, now: now)
            default: return world.naver.step(of: id, people: people, now: now)
            }
        }
        return show(step, of: id, visit)
    }

    /// `GET /nidlogin.logout`: signs the browser out of Naver; no app is told, and no token ends.
    func logoutOfBrowser(_ visit: Visit) -> HTTPResponse {
        var response = HTTPResponse.text("")
        response.set(cookie("", visit, maxAge: 0))
        return response
    }
}

// MARK: - What the browser sees next

extension NaverServer {
    private static func fields(of request: HTTPRequest) throws(NaverAuthorizeRefusal) -> FormFields {
        do {
            guard request.method == .post, let form = try request.formFields() else { return try request.queryFields() }
            return form
        } catch {
            throw .page(.malformed)
        }
    }

    /// The sign-in that a GET names, and where it stands. A `lang` in the query changes its language and nothing else.
    private func look(at visit: Visit) -> (id: String, step: NaverSignInStep) {
        let (query, now) = (PageForm(query: visit.request.query), clock.now)
        let id = query["sign_in"] ?? ""
        let step = world.withLock { world in
            if let language = query["lang"].flatMap(Language.init), var signIn = world.naver.signIns[id] {
                signIn.language = language
                world.naver.signIns[id] = signIn
            }
            return world.naver.step(of: id, people: world.people, now: now)
        }
        return (id, step)
    }

    /// Shows where a sign-in stands. After a POST the browser is sent on by 303, so that reloading repeats nothing.
    private func show(_ step: NaverSignInStep, of id: String, _ visit: Visit) -> HTTPResponse {
        let isPost = visit.request.method == .post
        let (signIn, people) = world.withLock { ($0.naver.signIns[id], $0.people) }
        let app = signIn.flatMap { signIn in world.withLock { $0.naver.apps[signIn.request.app] } }
        guard let signIn, let app else { return refusal(.expired, status: 410, visit) }
        let language = signIn.language ?? visit.request.acceptedLanguage
        let page = SignInPage(brand: .naver, visit: visit, language: language, id: id, appName: app.name)
        let other = page.address(SignInPage.accountPath)
        switch step {
        case .answer(let location):
            return .redirect(to: location, status: isPost ? 303 : 302)
        case .chooseAccount:
            return isPost
                ? .redirect(to: other)
                : page.accounts(people.all, asksAgain: signIn.request.kind == .reauthenticate).response()
        case .askConsent(let missingRequired):
            guard missingRequired || !isPost else { return .redirect(to: page.address(SignInPage.consentPath)) }
            guard let person = signIn.person.flatMap({ people[$0] }) else { return .redirect(to: other) }
            let asked = world.withLock { $0.naver.askedItems(signIn) }
            return page.consent(
                of: person, boxes: asked.map { $0.box(in: language) }, target: signIn.request.redirectURI,
                missingRequired: missingRequired
            ).response(status: missingRequired ? 400 : 200)
        case .notMember:
            var refused = RefusalPage.notMember
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

    private func refusal(_ page: RefusalPage, status: Int, _ visit: Visit, _ language: Language? = nil) -> HTTPResponse
    {
        let chosen = PageForm(query: visit.request.query)["lang"].flatMap(Language.init)
        return page.response(
            status: status, of: .naver, in: chosen ?? language ?? visit.request.acceptedLanguage,
            address: visit.request.method == .get ? { visit.address(in: $0) } : nil)
    }
}
