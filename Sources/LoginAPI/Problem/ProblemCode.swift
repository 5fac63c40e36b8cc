// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// Everything that the login server refuses or fails at, by its stable name on the wire.
///
/// One table: status, advice and texts of each code are exhaustive switches without a default, so a new code cannot be
/// forgotten in any of them.
public enum ProblemCode: String, Sendable, Hashable, CaseIterable {
    // The request itself.

    /// Something in the request is missing, of the wrong kind or unreadable.
    case invalidRequest = "invalid_request"
    /// The body is of another media type than this call takes.
    case unsupportedMediaType = "unsupported_media_type"
    /// The body is larger than this call takes.
    case bodyTooLarge = "body_too_large"
    /// There is nothing at this address, or nothing that the caller may see.
    case notFound = "not_found"
    /// The address exists, under other methods.
    case methodNotAllowed = "method_not_allowed"

    // Signing in.

    /// This server does not offer the provider.
    case unknownProvider = "unknown_provider"
    /// The attempt id was used before, with another credential.
    case attemptConflict = "attempt_conflict"
    /// The attempt ended and its answer can no longer be repeated.
    case attemptFinished = "attempt_finished"
    /// The provider does not take the code or token: used, expired, or not given to this client.
    case credentialRefused = "credential_refused"
    /// The id_token fails a check: signature, issuer, life or form.
    case idTokenRefused = "id_token_refused"
    /// The token was given to another app (OpenID Connect Core, section 3.1.3.7; RFC 9700, section 4.6).
    case wrongAudience = "wrong_audience"
    /// The nonce is missing, expired, or belongs to another attempt.
    case nonceRefused = "nonce_refused"
    /// The nonce or id_token did its one service already.
    case credentialSpent = "credential_spent"
    /// Two statements about the person name different persons.
    case identityMismatch = "identity_mismatch"
    /// The person has not agreed to share what this call needs.
    case consentMissing = "consent_missing"
    /// The provider refuses this person or this use.
    case providerRefused = "provider_refused"
    /// The provider cannot be reached or fails; nothing is lost.
    case providerUnavailable = "provider_unavailable"
    /// This server and the provider do not agree on the set-up.
    case providerMisconfigured = "provider_misconfigured"
    /// The answer of the provider was lost after it may have used up the code.
    case restartSignIn = "restart_sign_in"

    // Signing up.

    /// The ticket is none of this server's, or its person is gone.
    case ticketRefused = "ticket_refused"
    /// The ticket's time is over.
    case ticketExpired = "ticket_expired"
    /// The ticket did its one service already.
    case ticketUsed = "ticket_used"
    /// Terms that everybody must accept are not accepted.
    case termsRequired = "terms_required"
    /// A field of the profile cannot be taken.
    case invalidProfile = "invalid_profile"

    // Sessions.

    /// The call needs an access token and has none.
    case accessTokenMissing = "access_token_missing"
    /// The access token is none of this server's, or of another kind.
    case accessTokenInvalid = "access_token_invalid"
    /// The access token's time is over.
    case accessTokenExpired = "access_token_expired"
    /// The session was ended.
    case sessionEnded = "session_ended"
    /// The session's time is over.
    case sessionExpired = "session_expired"
    /// The refresh token is none of this server's.
    case refreshInvalid = "refresh_invalid"
    /// The refresh token's session is past its idle or absolute end.
    case refreshExpired = "refresh_expired"
    /// A refresh token came back long after its successor: the session is ended (RFC 9700, section 4.14.2).
    case refreshReuse = "refresh_reuse"
    /// The refresh token belongs to another client (RFC 6749, section 6).
    case clientMismatch = "client_mismatch"
    /// The client id is unknown.
    case invalidClient = "invalid_client"
    /// The redirect URI is none that the client registered (RFC 9700, section 2.1).
    case redirectRefused = "redirect_refused"
    /// The code is none of this server's, or not this client's, or its time is over.
    case codeRefused = "code_refused"
    /// A code was presented a second time: its session is ended (RFC 6749, section 4.1.2).
    case codeReuse = "code_reuse"
    /// The token endpoint does not know the grant type.
    case unsupportedGrantType = "unsupported_grant_type"

    // Pages.

    /// The form did not come from this server's own page, or its page is too old.
    case formRefused = "form_refused"
    /// The browser brings an answer that no sign-in of it waits for.
    case signInOver = "sign_in_over"

    // The server.

    /// The database does not answer; nothing was changed.
    case storeUnavailable = "store_unavailable"
    /// A fault of the server.
    case internalError = "internal_error"
}

extension ProblemCode {
    /// The HTTP status that goes with the code.
    public var status: Int {
        switch self {
        case .invalidRequest, .unknownProvider, .credentialRefused: 400
        case .unsupportedMediaType: 415
        case .bodyTooLarge: 413
        case .notFound: 404
        case .methodNotAllowed: 405
        case .attemptConflict, .attemptFinished, .ticketUsed: 409
        case .idTokenRefused, .wrongAudience, .nonceRefused, .credentialSpent, .identityMismatch, .ticketRefused: 401
        case .consentMissing, .providerRefused, .formRefused: 403
        case .providerUnavailable, .storeUnavailable: 503
        case .providerMisconfigured, .internalError: 500
        case .restartSignIn: 502
        case .ticketExpired: 410
        case .termsRequired, .invalidProfile: 422
        case .accessTokenMissing, .accessTokenInvalid, .accessTokenExpired, .sessionEnded, .sessionExpired: 401
        case .refreshInvalid, .refreshExpired, .refreshReuse, .clientMismatch, .unsupportedGrantType, .redirectRefused,
            .codeRefused, .codeReuse:
            400
        case .invalidClient: 401
        case .signInOver: 400
        }
    }

    /// What the caller should do; only `signInAgain` may end a session on the caller's side.
    public var advice: LoginError.Advice {
        switch self {
        case .invalidRequest, .unsupportedMediaType, .bodyTooLarge, .notFound, .methodNotAllowed, .unknownProvider,
            .attemptConflict, .termsRequired, .invalidProfile, .accessTokenMissing, .accessTokenInvalid,
            .clientMismatch, .invalidClient, .unsupportedGrantType, .redirectRefused, .formRefused:
            .fixRequest
        case .attemptFinished, .credentialRefused, .idTokenRefused, .wrongAudience, .nonceRefused, .credentialSpent,
            .identityMismatch, .restartSignIn, .ticketRefused, .ticketExpired, .ticketUsed, .sessionEnded,
            .sessionExpired, .refreshInvalid, .refreshExpired, .refreshReuse, .codeRefused, .codeReuse, .signInOver:
            .signInAgain
        case .accessTokenExpired: .tryLater
        case .consentMissing: .askConsent(scopes: [])
        case .providerRefused: .respectRefusal
        case .providerUnavailable, .storeUnavailable, .internalError: .tryLater
        case .providerMisconfigured: .fixSetup
        }
    }

    /// The error name that OAuth 2.0 has for it (RFC 6749, section 5.2; `temporarily_unavailable` and `server_error`
    /// from section 4.1.2.1, since a token endpoint has none for these).
    public var oauthError: String {
        switch self {
        case .refreshInvalid, .refreshExpired, .refreshReuse, .clientMismatch, .sessionEnded, .sessionExpired,
            .attemptFinished, .attemptConflict, .credentialRefused, .credentialSpent, .idTokenRefused, .wrongAudience,
            .nonceRefused, .identityMismatch, .consentMissing, .providerRefused, .restartSignIn, .ticketRefused,
            .ticketExpired, .ticketUsed, .termsRequired, .invalidProfile, .signInOver, .codeRefused, .codeReuse:
            "invalid_grant"
        case .invalidClient: "invalid_client"
        case .unsupportedGrantType: "unsupported_grant_type"
        case .invalidRequest, .unsupportedMediaType, .bodyTooLarge, .notFound, .methodNotAllowed, .unknownProvider,
            .accessTokenMissing, .accessTokenInvalid, .accessTokenExpired, .redirectRefused, .formRefused:
            "invalid_request"
        case .providerUnavailable, .storeUnavailable: "temporarily_unavailable"
        case .providerMisconfigured, .internalError: "server_error"
        }
    }

    /// The status at the OAuth token endpoint: 400 for every refusal but an unknown client (RFC 6749, section 5.2).
    public var oauthStatus: Int {
        switch oauthError {
        case "invalid_client": 401
        case "temporarily_unavailable": 503
        case "server_error": 500
        default: [405, 413, 415].contains(status) ? status : 400
        }
    }
}

extension LoginError.Advice {
    /// The advice's name on the wire.
    package var name: String {
        switch self {
        case .tryLater: "try_later"
        case .signInAgain: "sign_in_again"
        case .askConsent: "ask_consent"
        case .respectRefusal: "respect_refusal"
        case .fixSetup: "fix_setup"
        case .fixRequest: "fix_request"
        }
    }
}
