// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

extension Router<RequestContext> {
    /// Everything that the server answers.
    init(_ parts: ServerParts) {
        self.init()
        addSignIn(parts)
        addAuthorize(parts)
        addToken(parts)
        addRevoke(parts)
        addMetadata(parts)
        addAccount(parts)
        addSessions(parts)
        addKeysAndHealth(parts)
        addSignInPages(parts)
        addConsentPages(parts)
        addSignUpPages(parts)
        addAccountPages(parts)
        addProblemPage(parts)
        addAssets(parts)
    }
}
