// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginProviders
import Testing

@testable import LoginServer

/// Whose turn it is after a provider's error: the caller's (4xx), the operator's (500) or the provider's (502, 503).
struct ProviderRefusalTests {
    private func error(_ code: LoginError.Code, _ advice: LoginError.Advice = .fixRequest) -> LoginError {
        let text = BilingualText(ko: "가", en: "a")
        return LoginError(code, advice: advice, message: text, remedy: text)
    }

    @Test(
        arguments: [
            (.codeRefused, .signInAgain, .credentialRefused), (.grantRefused, .signInAgain, .credentialRefused),
            (.refreshRefused, .signInAgain, .credentialRefused),
            (.accessTokenRefused, .signInAgain, .credentialRefused),
            (.requestRefused, .fixRequest, .credentialRefused), (.notLinked, .signInAgain, .credentialRefused),
            (.callbackOfOtherIssuer, .signInAgain, .credentialRefused),
            (.callbackMalformed, .signInAgain, .invalidRequest),
            (.accessTokenOfOtherApp, .fixSetup, .wrongAudience), (.subjectsDiffer, .signInAgain, .identityMismatch),
            (.consentMissing, .askConsent(scopes: ["a"]), .consentMissing),
            (.accountUnfit, .respectRefusal, .providerRefused),
            (.ageRefused, .respectRefusal, .providerRefused), (.interactionNeeded, .signInAgain, .providerRefused),
            (.clientRefused, .fixSetup, .providerMisconfigured), (.appNotSetUp, .fixSetup, .providerMisconfigured),
            (.redirectURIRefused, .fixSetup, .providerMisconfigured),
            (.providerNotSetUp, .fixSetup, .providerMisconfigured),
            (.settingInvalid, .fixSetup, .providerMisconfigured),
            (.unexpectedRedirect, .fixSetup, .providerMisconfigured),
            (.providerError, .fixRequest, .providerMisconfigured),
            (.restartSignIn, .signInAgain, .restartSignIn), (.providerUnreachable, .tryLater, .providerUnavailable),
            (.providerSilent, .tryLater, .providerUnavailable), (.providerLimit, .tryLater, .providerUnavailable),
            (.malformedAnswer, .tryLater, .providerUnavailable),
        ] as [(LoginError.Code, LoginError.Advice, ProblemCode)])
    func `each error has its row`(code: LoginError.Code, advice: LoginError.Advice, expected: ProblemCode) {
        #expect(Problem(provider: error(code, advice)).code == expected)
    }

    @Test(arguments: [
        LoginError.Code.clientRefused, .appNotSetUp, .providerError, .codeRefused, .requestRefused, .redirectURIRefused,
        .consentMissing,
    ])
    func `what passes by itself is the provider's turn, whatever code stands beside it`(code: LoginError.Code) {
        for field in ["credential.redirect_uri", nil] {
            let problem = Problem(provider: error(code, .tryLater), redirectField: field)

            #expect(problem.code == .providerUnavailable)
            #expect(problem.code.status == 503)
        }
    }

    @Test func `a redirect URI that a client chose is the client's, one of our own the operator's`() {
        let error = self.error(.redirectURIRefused)

        let clients = Problem(provider: error, redirectField: "credential.redirect_uri")
        let ours = Problem(provider: error)

        #expect(clients.code == .invalidRequest && clients.code.status == 400)
        #expect(clients.field == "credential.redirect_uri")
        #expect(ours.code.status == 500 && ours.field == nil)
    }

    @Test func `a credential of another type than it is said to be is the caller's to change`() {
        let problem = Problem(provider: error(.idTokenInsteadOfAccessToken))

        #expect(problem.code == .invalidRequest && problem.field == "credential.type")
    }

    @Test func `every row of every provider's table leads somewhere that its advice allows`() {
        for row in ProviderCatalogue.entries.flatMap(\.errors) {
            let problem = Problem(provider: error(row.code, row.advice)).code
            switch row.advice {
            case .tryLater: #expect(problem.status == 503, "\(row.vendorCode)")
            case .fixSetup: #expect([401, 500].contains(problem.status), "\(row.vendorCode)")
            case .respectRefusal, .askConsent: #expect([400, 403].contains(problem.status), "\(row.vendorCode)")
            case .signInAgain, .fixRequest: #expect([400, 401, 403, 500].contains(problem.status), "\(row.vendorCode)")
            }
        }
    }
}
