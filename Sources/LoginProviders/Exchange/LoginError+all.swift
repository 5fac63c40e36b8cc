// SPDX-License-Identifier: Apache-2.0

package import LoginCore
internal import LoginHTTP

extension ProviderCatalogue {
    /// Errors that a call to any provider may end with, whatever the provider said: for the document of all errors.
    package static let errorsOfAll: [LoginError] = {
        let name = BilingualText(ko: "제공자", en: "the provider")
        let lost = LoginError.transport(
            TransportError(.timedOut, host: "…", mayHaveBeenReceived: true), provider: name)
        return [
            .transport(TransportError(.cannotConnect, host: "…", mayHaveBeenReceived: false), provider: name), lost,
            .status(503, provider: name), .status(429, provider: name), .status(404, provider: name),
            .malformedAnswer(BilingualText(ko: "…", en: "…"), provider: name, status: 200),
            .unexpectedContentType("…", provider: name, status: 200),
            .unexpectedRedirect(to: "…", provider: name, status: 302), .restartSignIn(after: lost),
            .keysJustLookedUp(provider: name), .subjectsDiffer(provider: name),
            .accessTokenOfOtherApp(seen: "…", provider: name),
            VendorError.unknown("…", status: 400, provider: name),
        ]
    }()
}
