// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginProviders

extension Problem {
    /// What a provider's error means to whoever wants to sign in: the one table for it.
    ///
    /// Its statuses say whose turn it is: 4xx the caller's, 500 the operator's, 502 and 503 the provider's. Our own sentence
    /// goes along as the detail; it names hosts, keys and statuses, never a secret.
    ///
    /// - Parameter redirectField: what a caller sent that a redirect URI went or should have gone with, and so answers for one
    ///   that is refused; nil where we chose it.
    init(provider error: LoginError, redirectField: String? = nil) {
        let field: String? =
            switch error.code {
            case _ where error.advice == .tryLater: nil
            case .redirectURIRefused: redirectField
            // What was sent is of another type than it was said to be.
            case .idTokenInsteadOfAccessToken: "credential.type"
            default: nil
            }
        self.init(
            field == nil ? ProblemCode(provider: error) : .invalidRequest, detail: error.message, field: field,
            vendorCode: error.vendorCode, missingScopes: error.missingScopes)
    }
}

extension LoginError {
    fileprivate var missingScopes: [String] {
        if case .askConsent(let scopes) = advice { scopes } else { [] }
    }
}

extension ProblemCode {
    fileprivate init(provider error: LoginError) {
        // A status of 429 or 5xx passes by itself, whatever code stands beside it.
        guard error.advice != .tryLater else {
            self = .providerUnavailable
            return
        }
        switch error.code {
        case .callbackMalformed: self = .invalidRequest
        case .codeRefused, .refreshRefused, .grantRefused, .accessTokenRefused, .callbackOfOtherIssuer,
            .requestRefused, .notLinked, .idTokenInsteadOfAccessToken:
            self = .credentialRefused
        case .restartSignIn: self = .restartSignIn
        case .accessTokenOfOtherApp: self = .wrongAudience
        case .subjectsDiffer: self = .identityMismatch
        case .consentMissing: self = .consentMissing
        case .accountUnfit, .ageRefused, .interactionNeeded, .signInCancelled: self = .providerRefused
        case .providerNotSetUp, .settingInvalid, .clientRefused, .redirectURIRefused, .appNotSetUp,
            .unexpectedRedirect, .providerError:
            self = .providerMisconfigured
        default: self = ProblemCode(idTokenCode: error.code) ?? ProblemCode(advice: error.advice)
        }
    }

    /// The refusals of an id_token, whose names begin alike.
    private init?(idTokenCode code: LoginError.Code) {
        switch code {
        case IDTokenRefusal.nonceMissing.code, IDTokenRefusal.nonceDiffers.code, IDTokenRefusal.absent.code:
            self = .nonceRefused
        case IDTokenRefusal.audience([]).code, IDTokenRefusal.authorizedParty(nil).code: self = .wrongAudience
        default:
            guard code.rawValue.hasPrefix("id_token_") else { return nil }
            self = .idTokenRefused
        }
    }

    /// Whatever has no row of its own is judged by what the provider's rules advise.
    private init(advice: LoginError.Advice) {
        switch advice {
        case .tryLater: self = .providerUnavailable
        case .signInAgain, .fixRequest: self = .credentialRefused
        case .askConsent: self = .consentMissing
        case .respectRefusal: self = .providerRefused
        case .fixSetup: self = .providerMisconfigured
        }
    }
}
