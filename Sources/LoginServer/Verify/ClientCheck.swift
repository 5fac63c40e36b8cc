// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP

extension ServerParts {
    /// The client that a form names; where it names none, the built-in one is meant.
    ///
    /// - Throws: `invalid_client` for one that is unknown, and for one that tries to show a secret: none has any.
    func client(of form: FormFields, _ call: Call) throws -> AppClient {
        let hasBasicField = call.request.headers["Authorization"]?.lowercased().hasPrefix("basic") ?? false
        let hasSecret = try form.single("client_secret") != nil
        guard !hasBasicField, !hasSecret else {
            throw Problem(
                .invalidClient, detail: .noSecret(inField: hasBasicField, inBody: hasSecret),
                field: hasSecret ? "client_secret" : nil)
        }
        return try client(named: try form.single("client_id"))
    }

    /// The client of a name; without one the built-in client is meant. Throws `invalid_client` for one that is empty or
    /// unknown.
    func client(named id: String?) throws(Problem) -> AppClient {
        guard let id else { return .builtIn }
        guard !id.isEmpty else {
            throw Problem(
                .invalidClient, detail: BilingualText(ko: "client_id가 비어 있습니다.", en: "client_id is empty."),
                field: "client_id")
        }
        guard let client = settings.allClients.first(where: { $0.id == id }) else {
            throw Problem(.invalidClient, field: "client_id")
        }
        return client
    }
}

extension BilingualText {
    /// Says what to leave out: the Authorization field, `client_secret`, or both.
    fileprivate static func noSecret(inField: Bool, inBody: Bool) -> BilingualText {
        switch (inField, inBody) {
        case (true, false):
            BilingualText(
                ko: "클라이언트에는 비밀 값이 없습니다. Authorization 헤더를 빼고 client_id를 본문에 넣으세요 (token_endpoint_auth_method=none).",
                en: "Clients have no secret here: leave the Authorization field out and send client_id in the body "
                    + "(token_endpoint_auth_method=none).")
        case (true, true):
            BilingualText(
                ko: "클라이언트를 두 가지로 인증했는데 여기 클라이언트에는 비밀 값이 없습니다. Authorization 헤더와 client_secret을 모두 빼세요.",
                en: "The client authenticates in two ways and needs none: leave out both the Authorization field and "
                    + "client_secret.")
        case (false, _):
            BilingualText(
                ko: "클라이언트에는 비밀 값이 없습니다. 본문에서 client_secret을 빼세요 (token_endpoint_auth_method=none).",
                en:
                    "Clients have no secret here: leave client_secret out of the body (token_endpoint_auth_method=none)."
            )
        }
    }
}
