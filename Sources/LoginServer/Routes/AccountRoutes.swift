// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import LoginStore

extension Router<RequestContext> {
    /// `/v1/account`: read, change, withdraw.
    mutating func addAccount(_ parts: ServerParts) {
        let log = parts.environment.log

        api(.get, "/v1/account", log: log) { call in
            let caller = try await parts.callers.bearer(call.request)
            return .json(try await parts.accounts.answer(caller.account).json)
        }

        api(.patch, "/v1/account", log: log) { call in
            let caller = try await parts.callers.bearer(call.request)
            let request = try AccountChangeRequest(json: try call.document())
            let account = try await parts.change(caller.account, request, call.context)
            return .json(try await parts.accounts.answer(account).json)
        }

        api(.delete, "/v1/account", log: log) { call in
            guard let caller = try await parts.callers.withdrawing(call.request) else {
                return HTTPResponse(status: 204)
            }
            let left = try await parts.withdrawal.withdraw(caller.account.id, call.context)
            guard !left.isEmpty else { return HTTPResponse(status: 204) }
            let links = left.map { provider in
                WithdrawalAnswer.Link(provider: provider.id, remedy: provider.endsAtProvider)
            }
            return .json(WithdrawalAnswer(left: links).json(in: call.context.language))
        }
    }
}

extension ServerParts {
    /// Changes what a person may change of her account herself.
    func change(
        _ account: AccountRecord, _ request: AccountChangeRequest, _ context: RequestContext
    ) async throws -> AccountRecord {
        var change = AccountChange(acceptsMarketing: request.acceptsMarketing)
        if let nickname = request.nickname {
            change.nickname = try Nickname(entered: nickname, limit: settings.nicknameLimit).text
        }
        guard !change.isEmpty else { return account }
        let changed = try await store.updateAccount(account.id, change, at: environment.clock.now)
        guard let changed else { throw Problem(.sessionEnded) }
        environment.log.write(.info, "account.changed", ["request": context.requestID, "account": account.id])
        return changed
    }
}

extension Provider {
    /// What a person who has left can do about a link that we cannot end.
    var endsAtProvider: BilingualText {
        let place = connections ?? BilingualText(ko: "\(name.korean) 계정 설정", en: "the settings of \(name.english)")
        return BilingualText(
            ko: "\(name.korean)에 남은 연결은 \(place.korean)에서 직접 끊을 수 있어요.",
            en: "The link that stays at \(name.english) can be ended there, in \(place.english).")
    }
}
