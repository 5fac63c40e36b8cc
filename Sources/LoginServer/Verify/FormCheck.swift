// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP

/// Decides whether a form was sent from one of our own pages in the browser that it was shown in.
struct FormCheck: Sendable {
    let proof: FormProof
    /// Our own origin.
    let origin: String

    /// The fields of a form that belongs to a cookie; throws `form_refused` for any other.
    func fields(of call: Call, cookie: Secret) throws -> FormFields {
        // Browsers say themselves where a request comes from; what they do not say proves nothing, so the value decides.
        if let site = call.request.headers["Sec-Fetch-Site"], site != "same-origin" { throw Problem(.formRefused) }
        if let sender = call.request.headers["Origin"], sender != origin { throw Problem(.formRefused) }
        let fields = try call.form()
        guard let value = try fields.single(PageField.proof), proof.accepts(value, for: cookie) else {
            throw Problem(.formRefused)
        }
        return fields
    }
}
