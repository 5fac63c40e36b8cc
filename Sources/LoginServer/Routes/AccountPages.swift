// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import LoginStore

extension Router<RequestContext> {
    /// The account page and its forms. Nothing here changes by GET.
    mutating func addAccountPages(_ parts: ServerParts) {
        page(.get, PageAddress.account, parts) { call in
            guard let caller = try await parts.callers.browser(call.request) else {
                return .redirect(to: PageAddress.signIn)
            }
            let notice = try call.request.queryFields().single("notice").flatMap(AccountNotice.init(rawValue:))
            return try await parts.showAccount(of: caller, notice: notice, call)
        }

        page(.post, PageAddress.changeProfile, parts) { call in
            let (caller, fields) = try await parts.form(call)
            return try await parts.changeProfile(of: caller, fields, call)
        }

        page(.post, PageAddress.endSession, parts) { call in
            let (caller, fields) = try await parts.form(call)
            guard let id = try fields.single(PageField.session) else {
                throw DocumentError(PageField.session, .missing)
            }
            try await parts.end(id, of: caller, call.context)
            return .redirect(to: "\(PageAddress.account)?notice=\(AccountNotice.deviceSignedOut.rawValue)")
        }

        page(.post, PageAddress.endOtherSessions, parts) { call in
            let (caller, _) = try await parts.form(call)
            try await parts.endOthers(of: caller, call.context)
            return .redirect(to: "\(PageAddress.account)?notice=\(AccountNotice.othersSignedOut.rawValue)")
        }

        page(.post, PageAddress.signOut, parts) { call in
            let (caller, _) = try await parts.form(call)
            try await parts.end(caller.session.id, of: caller, call.context)
            return parts.leave(notice: "signed-out")
        }

        page(.get, PageAddress.withdraw, parts) { call in
            guard let caller = try await parts.callers.browser(call.request) else {
                return .redirect(to: PageAddress.signIn)
            }
            return try await parts.showWithdrawal(of: caller, call)
        }

        page(.post, PageAddress.withdraw, parts) { call in
            do {
                let (caller, _) = try await parts.form(call)
                try await parts.withdrawal.withdraw(caller.account.id, call.context)
            } catch let problem as Problem where problem.code == .sessionEnded {
                // The button was pressed twice: the second press ends where the first one does.
                guard try await parts.callers.browserWithdrew(call.request) else { throw problem }
            }
            return parts.leave(notice: "withdrawn")
        }
    }
}

extension ServerParts {
    /// Who sent a form of the account page, and its fields.
    fileprivate func form(_ call: Call) async throws -> (Caller, FormFields) {
        guard let cookie = callers.cookie(in: call.request), let caller = try await callers.browser(call.request)
        else { throw Problem(.sessionExpired) }
        return (caller, try forms.fields(of: call, cookie: cookie))
    }

    /// Sends a browser that is signed out to the sign-in page.
    fileprivate func leave(notice: String) -> HTTPResponse {
        var response = HTTPResponse.redirect(to: "\(PageAddress.signIn)?notice=\(notice)")
        response.set(cookies.drop(cookies.session))
        return response
    }

    fileprivate func showAccount(
        of caller: Caller, notice: AccountNotice? = nil, typed: String? = nil, fault: Nickname.Fault? = nil,
        _ call: Call
    ) async throws -> HTTPResponse {
        let now = environment.clock.now
        let identities = try await store.identities(of: caller.account.id)
        let sessions = try await store.sessions(of: caller.account.id, at: now)
        let account = caller.account
        let accepted: Set<String> = account.acceptsMarketing ? [Terms.marketing.name] : []
        let model = AccountPage(
            frame: pages.frame(path: PageAddress.account), proof: proof(call), now: now, nickname: account.nickname,
            nicknameLimit: settings.nicknameLimit, email: account.email, picture: account.picture,
            consents: pages.consents(settings.terms.filter { $0.name == Terms.marketing.name }, accepted: accepted),
            identities: identities.map { identity in
                LinkedIdentity(provider: pages.button(identity.key.provider), linkedAt: identity.linkedAt)
            },
            devices: sessions.map { SignedInDevice($0, isThisOne: $0.id == caller.session.id, pages) },
            notice: notice, fault: fault, typedNickname: typed)
        let page = accountPage(model, in: call.context.language)
        return pages.answer(page, status: fault == nil ? 200 : 422, call.context)
    }

    fileprivate func changeProfile(
        of caller: Caller, _ fields: FormFields, _ call: Call
    ) async throws -> HTTPResponse {
        let typed = try fields.single(PageField.nickname) ?? ""
        do throws(Nickname.Fault) {
            _ = try Nickname(typed: typed, limit: settings.nicknameLimit)
        } catch {
            return try await showAccount(of: caller, typed: typed, fault: error, call)
        }
        let optional = settings.terms.filter { $0.name == Terms.marketing.name }
        let accepted = try Set(acceptedIn: fields, of: optional)
        let change = AccountChangeRequest(
            nickname: typed, acceptsMarketing: optional.isEmpty ? nil : !accepted.isEmpty)
        _ = try await self.change(caller.account, change, call.context)
        return .redirect(to: "\(PageAddress.account)?notice=\(AccountNotice.saved.rawValue)")
    }

    fileprivate func showWithdrawal(of caller: Caller, _ call: Call) async throws -> HTTPResponse {
        let identities = try await store.identities(of: caller.account.id)
        let sessions = try await store.sessions(of: caller.account.id, at: environment.clock.now)
        let model = WithdrawPage(
            frame: pages.frame(path: PageAddress.withdraw), proof: proof(call),
            providers: identities.map { pages.button($0.key.provider) },
            left: withdrawal.leaves(identities).map { ($0.id, $0.endsAtProvider) }, deviceCount: sessions.count)
        return pages.answer(withdrawPage(model, in: call.context.language), call.context)
    }

    private func proof(_ call: Call) -> String {
        callers.cookie(in: call.request).map(forms.proof.value) ?? ""
    }
}

extension SignedInDevice {
    fileprivate init(_ session: SessionRecord, isThisOne: Bool, _ pages: PageWriter) {
        self.init(
            sessionID: session.id, name: session.device.name, platform: session.device.platform,
            isBrowser: session.kind == .browser, provider: pages.button(session.provider).name,
            lastUsedAt: session.lastUsedAt, isThisOne: isThisOne)
    }
}
