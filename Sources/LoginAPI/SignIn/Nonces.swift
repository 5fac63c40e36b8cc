// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// The body of `POST /v1/nonces`: for which attempt, at which provider.
public struct NonceRequest: Sendable {
    /// The client's number of the attempt that the nonce will belong to.
    public let attemptID: AttemptID
    /// Who will vouch.
    public let provider: ProviderID

    /// Makes a request.
    public init(attemptID: AttemptID, provider: ProviderID) {
        self.attemptID = attemptID
        self.provider = provider
    }

    /// Reads the body.
    public init(json: JSONValue) throws(DocumentError) {
        let document = try DocumentReader(json)
        attemptID = try document.attemptID()
        provider = try document.provider()
    }

    /// The body.
    public var json: JSONValue {
        ["attempt_id": .string(attemptID.secret.exposed), "provider": .string(provider.rawValue)]
    }
}

/// The answer of `POST /v1/nonces`.
public struct NonceAnswer: Sendable {
    /// What to put into the provider's request; good once, for this attempt.
    public let nonce: Secret
    /// How long it is good for, in seconds.
    public let expiresIn: Int

    /// Makes an answer.
    public init(nonce: Secret, expiresIn: Int) {
        self.nonce = nonce
        self.expiresIn = expiresIn
    }

    /// Reads the answer.
    public init(json: JSONValue) throws(DocumentError) {
        let document = try DocumentReader(json)
        nonce = try document.secret("nonce")
        expiresIn = Int(try document.integer("expires_in"))
    }

    /// The answer's body.
    public var json: JSONValue {
        ["nonce": .string(nonce.exposed), "expires_in": JSONValue(expiresIn)]
    }
}
