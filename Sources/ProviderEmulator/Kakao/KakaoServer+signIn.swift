// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

extension KakaoServer {
    /// `GET /oauth/authorize`: begins a sign-in and shows its first page, or answers at once where nobody has to be asked.
    func authorize(_ visit: Visit) -> HTTPResponse {
        let (now, id) = (clock.now, fresh.id())
        let cookie = Cookies(visit.request)[Self.cookieName]
        let outcome = world.withLock { world -> Result<KakaoSignInStep, KakaoAuthorizeRefusal> in
            do throws(KakaoAuthorizeRefusal) {
                let request = try KakaoAuthorizeRequest(visit.request.query, in: world.kakao, now: now)
                return .success(
                    world.kakao.begin(
                        request, id: id, cookie: cookie, people: world.people, fresh: fresh, now: now))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let step): return show(step, of: id, visit)
        case .failure(.redirect(let location)): return .redirect(to: location, status: 302)
        case .failure(.page(let error)): return refusal(RefusalPage(error), status: error.status, visit)
        }
    }

    /// Shows the accounts again: for another language, or to choose another one.
    func showAccounts(_ visit: Visit) -> HTTPResponse {
        let (id, step) = look(at: visit)
        switch step {
        case .answer, .expired: return show(step, of: id, visit)
        default:
            let isBound = world.withLock { $0.kakao.signIns[id]?.isBoundToPerson == true }
            return show(isBound ? step : .chooseAccount, of: id, visit)
        }
    }

    /// Takes the choice of an account, a new account, or a refusal.
    func takeAccount(_ visit: Visit) -> HTTPResponse {
        let form = PageForm(visit.request)
        let (now, id, session) = (clock.now, form["sign_in"] ?? "", fresh.id())
        if form["decision"] == "cancel" {
            return show(world.withLock { $0.kakao.cancel(id, now: now) }, of: id, visit)
        }
        let (step, isSignedIn) = world.withLock { world -> (KakaoSignInStep, Bool) in
            guard let signIn = world.kakao.openSignIn(id, now: now) else { return (.expired, false) }
            if let outcome = signIn.outcome { return (.answer(outcome), false) }
            guard let person = form["person"].flatMap({ Int64($0) }) ?? world.people.create(form, at: now) else {
                return (.chooseAccount, false)
            }
            let step = world.kakao.choose(person, in: id, people: world.people, fresh: fresh, now: now)
            guard world.people[person] != nil else { return (step, false) }
            world.kakao.browserSessions[session] = BrowserSession(person: person, authenticatedAt: now)
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
        let step = world.withLock { world -> KakaoSignInStep in
            switch form["decision"] {
            case "cancel":
                return world.kakao.cancel(id, now: now)
            case "agree_all":
                return world.kakao.agree(to: .all, in: id, people: world.people, fresh: fresh, now: now)
            case "agree":
                let chosen = KakaoAgreement.some(items: Set(form.all("item")), terms: Set(form.all("term")))
                return world.kakao.agree(to: chosen, in: id, people: world.people, fresh: fresh, now: now)
            default:
                return world.kakao.step(of: id, people: world.people, now: now)
            }
        }
        return show(step, of: id, visit)
    }

    /// `GET /oauth/logout`: signs the browser out, and the person out of the app.
    func logoutOfBrowser(_ visit: Visit) -> HTTPResponse {
        let cookie = Cookies(visit.request)[Self.cookieName]
        let outcome = world.withLock { world -> Result<String, KakaoOAuthError> in
            do throws(KakaoOAuthError) {
                return .success(try world.kakao.logout(visit.request.query, cookie: cookie))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let location):
            var response = HTTPResponse.redirect(to: location, status: 302)
            response.set(self.cookie("", visit, maxAge: 0))
            return response
        case .failure(let error):
            return refusal(RefusalPage(error), status: error.status, visit)
        }
    }
}

// MARK: - What the browser sees next

extension KakaoServer {
    /// The sign-in that a GET names, and where it stands. A `lang` in the query changes its language and nothing else.
    private func look(at visit: Visit) -> (id: String, step: KakaoSignInStep) {
        let (query, now) = (PageForm(query: visit.request.query), clock.now)
        let id = query["sign_in"] ?? ""
        let step = world.withLock { world in
            if let language = query["lang"].flatMap(Language.init), var signIn = world.kakao.signIns[id] {
                signIn.language = language
                world.kakao.signIns[id] = signIn
            }
            return world.kakao.step(of: id, people: world.people, now: now)
        }
        return (id, step)
    }

    /// Shows where a sign-in stands. After a POST the browser is sent on by 303, so that reloading repeats nothing.
    private func show(_ step: KakaoSignInStep, of id: String, _ visit: Visit) -> HTTPResponse {
        let isPost = visit.request.method == .post
        let (signIn, people) = world.withLock { ($0.kakao.signIns[id], $0.people) }
        let app = signIn.flatMap { signIn in world.withLock { $0.kakao.apps[signIn.request.key.app] } }
        guard let signIn, let app else { return refusal(.expired, status: 410, visit) }
        let language = signIn.language ?? visit.request.acceptedLanguage
        let page = SignInPage(
            brand: .kakao, visit: visit, language: language, id: id, appName: app.name)
        switch step {
        case .answer(let location):
            return .redirect(to: location, status: isPost ? 303 : 302)
        case .chooseAccount:
            return isPost
                ? .redirect(to: page.address(SignInPage.accountPath))
                : page.accounts(
                    people.all, hint: signIn.request.loginHint, creates: signIn.request.prompts.contains(.create),
                    asksAgain: signIn.request.prompts.contains(.login)
                ).response()
        case .askConsent(let missingRequired):
            guard missingRequired || !isPost else { return .redirect(to: page.address(SignInPage.consentPath)) }
            guard let person = signIn.person.flatMap({ people[$0] }) else {
                return .redirect(to: page.address(SignInPage.accountPath))
            }
            let asked = world.withLock { ($0.kakao.askedItems(signIn), $0.kakao.askedTerms(signIn)) }
            let boxes = asked.1.map { $0.box(in: language) } + asked.0.map { $0.box(in: language) }
            return page.consent(
                of: person, boxes: boxes, target: signIn.request.redirectURI, missingRequired: missingRequired,
                canChange: !signIn.isBoundToPerson
            ).response(status: missingRequired ? 400 : 200)
        case .refuse(let error):
            var refused = RefusalPage(error)
            refused.accountAddress = page.address(SignInPage.accountPath)
            return refusal(refused, status: error.status, visit, language)
        case .unusableAccount(let state):
            var refused = RefusalPage.unusable(state)
            refused.accountAddress = page.address(SignInPage.accountPath)
            return refusal(refused, status: 403, visit, language)
        case .expired:
            return refusal(.expired, status: 410, visit, language)
        }
    }

    private func refusal(_ page: RefusalPage, status: Int, _ visit: Visit, _ language: Language? = nil)
        -> HTTPResponse
    {
        let chosen = PageForm(query: visit.request.query)["lang"].flatMap(Language.init)
        return page.response(
            status: status, of: .kakao, in: chosen ?? language ?? visit.request.acceptedLanguage,
            address: visit.request.method == .get ? { visit.address(in: $0) } : nil)
    }
}
