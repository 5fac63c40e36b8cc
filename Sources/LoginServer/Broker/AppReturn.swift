// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// The way back to an app: the redirect that carries its answer (RFC 6749, sections 4.1.2 and 4.1.2.1; RFC 9207).
struct AppReturn: Sendable {
    /// What the answer says.
    enum Outcome: Sendable {
        /// The person is signed in; this redeems the session.
        case code(Secret)
        /// There is no session, for a reason that OAuth has a name for.
        case error(String)
    }

    let redirectURI: String
    var state: Secret?
    let issuer: String
    var outcome: Outcome

    func with(_ outcome: Outcome) -> AppReturn {
        var copy = self
        copy.outcome = outcome
        return copy
    }

    /// Sends the browser there, with `state` as it came and our own name, so that the app knows who answers.
    var response: HTTPResponse {
        var fields = FormFields()
        switch outcome {
        case .code(let code): fields.add("code", code.exposed)
        case .error(let error): fields.add("error", error)
        }
        fields.add("state", state?.exposed)
        fields.add("iss", issuer)
        let separator = redirectURI.contains("?") ? "&" : "?"
        return .redirect(to: "\(redirectURI)\(separator)\(fields.encoded)")
    }

    /// What a page's `form-action` must allow for its form to end at this address (Content Security Policy 3, section
    /// 6.4.2): the origin; the scheme for an app's own, and for the IPv6 hosts that such a source cannot name.
    static func formTarget(of redirectURI: String) -> String {
        if let address = HTTPAddress(redirectURI), !address.authority.hasPrefix("[") { return address.origin }
        return "\(redirectURI.prefix { $0 != ":" }):"
    }
}
