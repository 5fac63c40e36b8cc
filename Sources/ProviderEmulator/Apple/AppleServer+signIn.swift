// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
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
            return show(world.withLock { $0.apple.cancel(id, now: now) }, of: id, visit)
        }
        let (step, isSignedIn) = world.withLock { world -> (AppleSignInStep, Bool) in
            guard let signIn = world.apple.openSignIn(id, now: now) else { return (.expired, false) }
            if let outcome = signIn.outcome { return (.answer(outcome), false) }
            guard let person = form["person"].flatMap({ Int64($0) }) ?? world.people.create(form, at: now) else {
                return (.chooseAccount, false)
            }
            let step = world.apple.choose(person, in: id, people: world.people, fresh: fresh, now: now)
            guard world.people[person] != nil else { return (step, false) }
            world.apple.browserSessions[session] = BrowserSession(person: person, authenticatedAt: now)
            return (step, true)
        }
        var response = show(step, of: id, visit)
        if isSignedIn { response.set(cookie(session, visit)) }
        return response
    }

    /// Shows where a sign-in stands: its consent page, or the form with the answer.
    func showStep(_ visit: Visit) -> HTTPResponse {
        let (id, step) = look(at: visit)
        return show(step, of: id, visit)
    }

    /// Takes agreement or refusal. Sent twice, it is answered twice with the same.
    func takeConsent(_ visit: Visit) -> HTTPResponse {
        let form = PageForm(visit.request)
        let (now, id) = (clock.now, form["sign_in"] ?? "")
        let items = form.all("item")
        let step = world.withLock { world -> AppleSignInStep in
            switch form["decision"] {
            case "cancel":
                return world.apple.cancel(id, now: now)
            case "agree_all":
                return world.apple.agree(to: nil, in: id, people: world.people, fresh: fresh, now: now)
            case "agree":
                let sharing = AppleSharing(name: items.contains("name"), ownEmail: items.contains("email"))
                return world.apple.agree(to: sharing, in: id, people: world.people, fresh: fresh, now: now)
            default:
                return world.apple.step(of: id, people: world.people, now: now)
            }
        }
        return show(step, of: id, visit)
    }
}

// MARK: - What the browser sees next

extension AppleServer {
    /// The sign-in that a GET names, and where it stands. A `lang` in the query changes its language and nothing else.
    private func look(at visit: Visit) -> (id: String, step: AppleSignInStep) {
        let (query, now) = (PageForm(query: visit.request.query), clock.now)
        let id = query["sign_in"] ?? ""
        let step = world.withLock { world in
            if let language = query["lang"].flatMap(Language.init), var signIn = world.apple.signIns[id] {
                signIn.language = language
                world.apple.signIns[id] = signIn
            }
            return world.apple.step(of: id, people: world.people, now: now)
        }
        return (id, step)
    }

    /// Shows where a sign-in stands. After a POST the browser is sent on by 303, so that reloading repeats nothing.
    private func show(_ step: AppleSignInStep, of id: String, _ visit: Visit) -> HTTPResponse {
        let isPost = visit.request.method == .post
        let (signIn, people) = world.withLock { ($0.apple.signIns[id], $0.people) }
        let app = signIn.flatMap { signIn in world.withLock { $0.apple.apps[signIn.request.app] } }
        guard let signIn, let app else { return refusal(.expired, status: 410, visit) }
        let language = signIn.language ?? visit.request.acceptedLanguage
        let page = SignInPage(brand: .apple, visit: visit, language: language, id: id, appName: app.name)
        switch step {
        case .answer(let outcome):
            return answer(outcome, to: signIn.request, on: page, visit)
        case .chooseAccount:
            return isPost
                ? .redirect(to: page.address(SignInPage.accountPath))
                : page.accounts(people.all, hint: nil, creates: false, asksAgain: false).response()
        case .askConsent:
            guard !isPost else { return .redirect(to: page.address(SignInPage.consentPath)) }
            guard let person = signIn.person.flatMap({ people[$0] }) else {
                return .redirect(to: page.address(SignInPage.accountPath))
            }
            let isKnown = world.withLock { $0.apple.links[AppleLinkKey(app: app.id, person: person.id)] != nil }
            let boxes = isKnown ? [] : signIn.request.boxes(for: person, of: app, in: language)
            return page.consent(of: person, boxes: boxes, target: signIn.request.redirectURI, missingRequired: false)
                .response()
        case .unusableAccount(let state):
            var refused = RefusalPage.unusable(state)
            refused.accountAddress = page.address(SignInPage.accountPath)
            return refusal(refused, status: 403, visit, language)
        case .expired:
            return refusal(.expired, status: 410, visit, language)
        }
    }

    /// Sends the browser back to the app, with the answer in the address or in a form.
    private func answer(
        _ outcome: AppleOutcome, to request: AppleAuthorizeRequest, on page: SignInPage, _ visit: Visit
    ) -> HTTPResponse {
        let isPost = visit.request.method == .post
        var fields = outcome.fields
        if let claims = outcome.idClaims { fields.append((name: "id_token", value: sign(claims))) }
        switch request.responseMode {
        case .query:
            let location = request.redirectURI.adding(fields.map { ($0.name, $0.value) })
            return .redirect(to: location, status: isPost ? 303 : 302)
        case .fragment:
            var form = FormFields()
            for field in fields { form.add(field.name, field.value) }
            return .redirect(to: "\(request.redirectURI.text)#\(form.encoded)", status: isPost ? 303 : 302)
        case .formPost:
            return isPost
                ? .redirect(to: page.address(AppleReturnPage.path))
                : page.answer(fields, to: request.redirectURI).response()
        }
    }

    private func refusal(_ page: RefusalPage, status: Int, _ visit: Visit, _ language: Language? = nil)
        -> HTTPResponse
    {
        let chosen = PageForm(query: visit.request.query)["lang"].flatMap(Language.init)
        return page.response(
            status: status, of: .apple, in: chosen ?? language ?? visit.request.acceptedLanguage,
            address: visit.request.method == .get ? { visit.address(in: $0) } : nil)
    }
}

extension AppleAuthorizeRequest {
    /// What the person can share or keep: the name, and the own address or one that Apple forwards from.
    fileprivate func boxes(for person: Person, of app: AppleApp, in language: Language) -> [ConsentBox] {
        var boxes: [ConsentBox] = []
        if wantsName {
            let name = person.appleName
            boxes.append(
                ConsentBox(
                    field: "item", value: "name", isRequired: false, name: AppleItem.name.text(in: language),
                    detail: name.family.isEmpty ? name.given : person.name ?? person.nickname))
        }
        if wantsEmail, let email = person.email {
            let relay = person.appleRelayAddress(team: app.teamID)
            boxes.append(
                ConsentBox(
                    field: "item", value: "email", isRequired: false,
                    name: language.text("나의 이메일 공유하기", "Share my email"),
                    detail: language.text(
                        "\(email) · 고르지 않으면 가린 주소 \(relay)", "\(email) · left out, the app gets \(relay)")))
        }
        return boxes
    }
}
