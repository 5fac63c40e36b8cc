// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// What a client holds of its session: an access token for the moment, a refresh token for the next one.
public struct SessionTokens: Sendable {
    /// The token for `Authorization: Bearer`, a JWT (RFC 9068).
    public let accessToken: Secret
    /// How long the access token is good for, in seconds from the answer.
    public let expiresIn: Int
    /// What buys the next pair at `POST /oauth/token`.
    public let refreshToken: Secret
    /// The session's id, as it stands in the list of sessions.
    public let sessionID: String

    /// Makes a pair.
    public init(accessToken: Secret, expiresIn: Int, refreshToken: Secret, sessionID: String) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.sessionID = sessionID
    }

    /// Reads the answer of the token endpoint.
    public init(json: JSONValue) throws(DocumentError) {
        try self.init(document: try DocumentReader(json))
    }

    init(document: DocumentReader) throws(DocumentError) {
        accessToken = try document.secret("access_token")
        expiresIn = Int(try document.integer("expires_in"))
        refreshToken = try document.secret("refresh_token")
        sessionID = try document.text("session_id")
    }

    /// The pair as RFC 6749, section 5.1, writes it.
    public var json: JSONValue {
        [
            "token_type": "Bearer", "access_token": .string(accessToken.exposed), "expires_in": JSONValue(expiresIn),
            "refresh_token": .string(refreshToken.exposed), "session_id": .string(sessionID),
        ]
    }
}
