// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// The body of `POST /v1/sign-in`: who vouches for the person, the proof, and the device it happens on.
public struct SignInRequest: Sendable {
    /// The client's number of this attempt.
    public let attemptID: AttemptID
    /// Who vouches.
    public let provider: ProviderID
    /// The proof.
    public let credential: SignInCredential
    /// The device; nil where the client does not say.
    public let device: Device?
    /// The client that the session is for; nil means the one that is built into the server.
    public let clientID: String?
    /// The person's name where the client alone was told it, as by Apple at the first sign-in: only ever suggested.
    public let name: String?

    /// Makes a request.
    public init(
        attemptID: AttemptID, provider: ProviderID, credential: SignInCredential, device: Device? = nil,
        clientID: String? = nil, name: String? = nil
    ) {
        self.attemptID = attemptID
        self.provider = provider
        self.credential = credential
        self.device = device
        self.clientID = clientID
        self.name = name
    }

    /// Reads the body.
    public init(json: JSONValue) throws(DocumentError) {
        let document = try DocumentReader(json)
        attemptID = try document.attemptID()
        provider = try document.provider()
        credential = try SignInCredential(document: try document.document("credential"))
        device = try Device(optional: try document.optionalDocument("device"))
        clientID = try document.optionalText("client_id", limit: 64)
        name = try document.optionalText("name", limit: 1_024)
    }

    /// The body.
    public var json: JSONValue {
        var members = JSONObject()
        members["attempt_id"] = .string(attemptID.secret.exposed)
        members["provider"] = .string(provider.rawValue)
        members["credential"] = credential.json
        members["device"] = device?.json
        members["client_id"] = clientID.map { .string($0) }
        members["name"] = name.map { .string($0) }
        return .object(members)
    }
}
