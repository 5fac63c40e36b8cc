// SPDX-License-Identifier: Apache-2.0

public import LoginCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What our access token states: a JWT of type `at+jwt` (RFC 9068, section 2.2) with the session beside it.
public struct AccessTokenClaims: Sendable, Hashable {
    /// The header's `typ`, which keeps an id_token from being taken for an access token (RFC 8725, section 3.11).
    public static let type = "at+jwt"

    /// `iss`: the login server's public address.
    public let issuer: String
    /// `aud`: the back ends that the token is for.
    public let audiences: [String]
    /// `sub`: the id of the account.
    public let accountID: String
    /// `sid`: the id of the session; a back end may keep a list of ended ones.
    public let sessionID: String
    /// `client_id`: the app that signed in.
    public let clientID: String
    /// `jti`: the id of this one token.
    public let tokenID: String
    /// `iat`: when it was signed.
    public let issuedAt: Date
    /// `exp`: when it ends.
    public let expiresAt: Date

    /// Makes the claims of a token; moments are kept to the second.
    public init(
        issuer: String, audiences: [String], accountID: String, sessionID: String, clientID: String, tokenID: String,
        issuedAt: Date, expiresAt: Date
    ) {
        self.issuer = issuer
        self.audiences = audiences
        self.accountID = accountID
        self.sessionID = sessionID
        self.clientID = clientID
        self.tokenID = tokenID
        self.issuedAt = Date(wholeSeconds: issuedAt.wholeSeconds)
        self.expiresAt = Date(wholeSeconds: expiresAt.wholeSeconds)
    }

    /// Reads the claims of a token; every one of them must be there. Whether they hold is not compared here.
    public init(json: JSONValue) throws(DocumentError) {
        let claims = try DocumentReader(json)
        issuer = try claims.text("iss")
        // One audience may stand without a list (RFC 7519, section 4.1.3).
        audiences = json["aud"]?.array == nil ? [try claims.text("aud")] : try claims.texts("aud")
        accountID = try claims.text("sub")
        sessionID = try claims.text("sid")
        clientID = try claims.text("client_id")
        tokenID = try claims.text("jti")
        issuedAt = Date(wholeSeconds: try claims.integer("iat"))
        expiresAt = Date(wholeSeconds: try claims.integer("exp"))
    }

    /// The claims as they are signed.
    public var json: JSONValue {
        [
            "iss": .string(issuer),
            "aud": audiences.count == 1 ? .string(audiences[0]) : .array(audiences.map { .string($0) }),
            "sub": .string(accountID),
            "sid": .string(sessionID),
            "client_id": .string(clientID),
            "jti": .string(tokenID),
            "iat": JSONValue(issuedAt.wholeSeconds),
            "exp": JSONValue(expiresAt.wholeSeconds),
        ]
    }
}

extension Date {
    fileprivate init(wholeSeconds seconds: Int64) {
        self.init(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// Seconds since 1970, rounded down.
    fileprivate var wholeSeconds: Int64 {
        Int64(timeIntervalSince1970.rounded(.down))
    }
}
