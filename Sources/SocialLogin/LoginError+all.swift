// SPDX-License-Identifier: Apache-2.0

package import LoginCore

extension LoginError {
    /// Every error that the SDK itself makes, for the document of all errors; server and providers add theirs.
    package static let allOfSDK: [LoginError] = {
        let cancellations = CancellationReason.allCases.map { LoginError.cancelled($0) }
        let faults: [LoginError] = [
            .notSignedIn, .alreadyInProgress, .cannotOpen, .exchangeTimedOut, .callbackBroken, .callbackOfOtherServer,
            .serverRefused("…"), .unknownProvider(ProviderID(rawValue: "…")), .needsServer(nil), .serverAddress,
            .serverNotSecure,
            .serverUnreachable(host: "…"), .serverBusy(status: 503), .serverAnswer(status: 200),
            .storeUnavailable(CancellationError()), .consentOfAnother, .consentNotGiven(after: .notSignedIn),
        ]
        return cancellations + faults
    }()
}
