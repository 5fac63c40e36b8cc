// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP

extension FacebookServer {
    /// The keys as X.509 certificates by key id: where Facebook's own SDK looks for them.
    func certificates() -> HTTPResponse {
        let all = keys.all.map { key in
            JSONObject.Member(name: key.keyID, value: .string(key.ownCertificate(named: FacebookHost.dialog)))
        }
        return .json(.object(JSONObject(all)))
    }
}
