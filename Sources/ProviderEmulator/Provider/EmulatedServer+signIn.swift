// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension EmulatedServer {
    /// Shows the accounts again: for another language, or to choose another one.
    func showAccounts(_ visit: Visit) -> HTTPResponse {
        let (id, step) = look(at: visit)
        switch step {
        case .answer, .expired: return show(step, of: id, visit)
        default:
            let isBound = world.withLock { $0[Records.self].signIns[id]?.request.isBoundToPerson == true }
            return show(isBound ? step : .chooseAccount, of: id, visit)
        }
    }

    /// Takes the choice of an account, a new account, or a refusal.
    func takeAccount(_ visit: Visit) -> HTTPResponse {
        let form = PageForm(visit.request)
        let (now, id, session) = (clock.now, form["sign_in"] ?? "", fresh.id())
        if form["decision"] == "cancel" {
            return show(world.withLock { $0[Records.self].cancel(id, now: now) }, of: id, visit)
        }
        let (step, isSignedIn) = world.withLock { world -> (Records.Step, Bool) in
            guard let signIn = world[Records.self].openSignIn(id, now: now) else { return (.expired, false) }
            if let outcome = signIn.outcome { return (.answer(outcome), false) }
            guard let person = form["person"].flatMap({ Int64($0) }) ?? world.people.create(form, at: now) else {
                return (.chooseAccount, false)
            }
            let people = world.people
            let step = world[Records.self].choose(person, in: id, people: people, fresh: fresh, now: now)
            guard people[person] != nil else { return (step, false) }
            world[Records.self].browserSessions[session] = BrowserSession(person: person, authenticatedAt: now)
            return (step, true)
        }
        var response = show(step, of: id, visit)
        if isSignedIn { response.set(cookie(session, visit)) }
        return response
    }

    /// Shows where a sign-in stands: its consent page, or the way back to the app.
    func showStep(_ visit: Visit) -> HTTPResponse {
        let (id, step) = look(at: visit)
        return show(step, of: id, visit)
    }

    /// Takes agreement or refusal. Sent twice, it is answered twice with the same.
    func takeConsent(_ visit: Visit) -> HTTPResponse {
        let form = PageForm(visit.request)
        let (now, id) = (clock.now, form["sign_in"] ?? "")
        let step = world.withLock { world -> Records.Step in
            let people = world.people
            switch form["decision"] {
            case "cancel":
                return world[Records.self].cancel(id, now: now)
            case "agree_all":
                return world[Records.self].agree(to: .all, in: id, people: people, fresh: fresh, now: now)
            case "agree":
                return world[Records.self].agree(to: .ticked(form), in: id, people: people, fresh: fresh, now: now)
            default:
                return world[Records.self].step(of: id, people: people, now: now)
            }
        }
        return show(step, of: id, visit)
    }
}

// MARK: - What the browser sees next

extension EmulatedServer {
    /// Shows where a sign-in stands. After a POST the browser is sent on by 303, so that reloading repeats nothing.
    func show(_ step: Records.Step, of id: String, _ visit: Visit) -> HTTPResponse {
        let isPost = visit.request.method == .post
        let (signIn, app, people) = world.withLock { world in
            let signIn = world[Records.self].signIns[id]
            return (signIn, signIn.flatMap { world[Records.self].apps[$0.request.app] }, world.people)
        }
        guard let signIn, let app else { return refusal(.expired, status: 410, visit) }
        let language = signIn.language ?? visit.request.acceptedLanguage
        let page = SignInPage(brand: Self.brand, visit: visit, language: language, id: id, appName: app.name)
        let accounts = page.address(SignInPage.accountPath)
        switch step {
        case .answer(let outcome):
            return answer(outcome, to: signIn.request, from: page)
        case .chooseAccount:
            return isPost ? .redirect(to: accounts) : page.accounts(people.all, for: signIn.request).response()
        case .askConsent(let missingRequired):
            guard missingRequired || !isPost else { return .redirect(to: page.address(SignInPage.consentPath)) }
            guard let person = signIn.session.flatMap({ people[$0.person] }) else { return .redirect(to: accounts) }
            let boxes = world.withLock { $0[Records.self].boxes(of: signIn, for: person, in: language) }
            return page.consent(of: person, boxes: boxes, for: signIn.request, missingRequired: missingRequired)
                .response(status: missingRequired ? 400 : 200)
        case .refuse(var refused, let status):
            refused.accountAddress = accounts
            return refusal(refused, status: status, visit, language)
        case .expired:
            return refusal(.expired, status: 410, visit, language)
        }
    }

    /// A page that says why a sign-in cannot go on.
    func refusal(_ page: RefusalPage, status: Int, _ visit: Visit, _ language: Language? = nil) -> HTTPResponse {
        let chosen = PageForm(query: visit.request.query)["lang"].flatMap(Language.init)
        return page.response(
            status: status, of: Self.brand, in: chosen ?? language ?? visit.request.acceptedLanguage,
            address: visit.request.method == .get ? { visit.address(in: $0) } : nil)
    }

    /// The sign-in that a GET names, and where it stands. A `lang` in the query changes its language and nothing else.
    private func look(at visit: Visit) -> (id: String, step: Records.Step) {
        let (query, now) = (PageForm(query: visit.request.query), clock.now)
        let id = query["sign_in"] ?? ""
        let step = world.withLock { world in
            if let language = query["lang"].flatMap(Language.init), var signIn = world[Records.self].signIns[id] {
                signIn.language = language
                world[Records.self].signIns[id] = signIn
            }
            return world[Records.self].step(of: id, people: world.people, now: now)
        }
        return (id, step)
    }
}

extension EmulatedServer where Records.Outcome == String {
    /// The answer is an address.
    func answer(_ location: String, to request: Records.Request, from page: SignInPage) -> HTTPResponse {
        page.redirect(to: location)
    }
}
