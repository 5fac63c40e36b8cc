// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP

extension ServerParts {
    /// The client that a form names; where it names none, the built-in one is meant.
    ///
    /// - Throws: `invalid_client` for one that is unknown, and for one that tries to show a secret: none has any.
    func client(of form: FormFields, _ call: Call) throws -> AppClient {
        let showsSecret = call.request.headers["Authorization"]?.lowercased().hasPrefix("basic") ?? false
        guard !showsSecret, try form.single("client_secret") == nil else {
            throw Problem(
                .invalidClient,
                detail: BilingualText(
                    ko: "클라이언트에는 비밀 값이 없습니다. client_id만 본문에 넣으세요 (token_endpoint_auth_method=none).",
                    en: "Clients have no secret here: send client_id alone, in the body "
                        + "(token_endpoint_auth_method=none)."))
        }
        let id = try form.single("client_id") ?? AppClient.builtIn.id
        guard let client = settings.allClients.first(where: { $0.id == id }) else { throw Problem(.invalidClient) }
        return client
    }
}
