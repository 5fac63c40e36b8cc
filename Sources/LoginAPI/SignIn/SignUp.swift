// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// What a new person is offered: a ticket, what the provider told, and what it would tell if the person agreed.
public struct SignUpOffer: Sendable {
    /// What `POST /v1/sign-up` takes; good for one account.
    public let ticket: Secret
    /// How long the ticket is good for, in seconds.
    public let expiresIn: Int
    /// A nickname to begin with; nil where the provider told none.
    public let nickname: String?
    /// The address the provider told; nil without consent.
    public let email: EmailAddress?
    /// The address of a picture.
    public let picture: String?
    /// Items that the person has not agreed to share, by the provider's names.
    public let missingConsents: [String]
    /// The names of the terms that must be accepted.
    public let requiredTerms: [String]

    /// Makes an offer.
    public init(
        ticket: Secret, expiresIn: Int, nickname: String?, email: EmailAddress?, picture: String?,
        missingConsents: [String], requiredTerms: [String]
    ) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.nickname = nickname
        self.email = email
        self.picture = picture
        self.missingConsents = missingConsents
        self.requiredTerms = requiredTerms
    }

    init(document: DocumentReader) throws(DocumentError) {
        ticket = try document.secret("ticket")
        expiresIn = Int(try document.integer("expires_in"))
        let profile = try document.document("profile")
        nickname = try profile.optionalText("nickname")
        email = try EmailAddress(profile)
        picture = try profile.optionalText("picture")
        missingConsents = try document.texts("missing_consents")
        requiredTerms = try document.texts("required_terms")
    }

    var json: JSONValue {
        var profile = JSONObject()
        profile["nickname"] = nickname.map { .string($0) }
        profile.add(email)
        profile["picture"] = picture.map { .string($0) }
        return [
            "ticket": .string(ticket.exposed), "expires_in": JSONValue(expiresIn), "profile": .object(profile),
            "missing_consents": .array(missingConsents.map { .string($0) }),
            "required_terms": .array(requiredTerms.map { .string($0) }),
        ]
    }
}

/// The body of `POST /v1/sign-up`.
///
/// There is no address in it: the account gets the one that the provider told with the person's consent, since nobody has
/// shown that another one is hers.
public struct SignUpRequest: Sendable {
    /// The client's number of this attempt; the same number gets the same answer again.
    public let attemptID: AttemptID
    /// The ticket of the offer.
    public let ticket: Secret
    /// The name to show.
    public let nickname: String
    /// The names of the terms that the person accepted.
    public let acceptedTerms: [String]
    /// The client that the session is for, as at the sign-in; nil means the one that is built into the server.
    public let clientID: String?

    /// Makes a request.
    public init(
        attemptID: AttemptID, ticket: Secret, nickname: String, acceptedTerms: [String], clientID: String? = nil
    ) {
        self.attemptID = attemptID
        self.ticket = ticket
        self.nickname = nickname
        self.acceptedTerms = acceptedTerms
        self.clientID = clientID
    }

    /// Reads the body.
    public init(json: JSONValue) throws(DocumentError) {
        let document = try DocumentReader(json)
        attemptID = try document.attemptID()
        ticket = try document.secret("ticket", limit: 256)
        let profile = try document.document("profile")
        nickname = try profile.optionalText("nickname", limit: 4_096) ?? ""
        acceptedTerms = try document.texts("accepted_terms")
        clientID = try document.optionalText("client_id", limit: 64)
    }

    /// The body.
    public var json: JSONValue {
        var members = JSONObject()
        members["attempt_id"] = .string(attemptID.secret.exposed)
        members["ticket"] = .string(ticket.exposed)
        members["profile"] = ["nickname": .string(nickname)]
        members["accepted_terms"] = .array(acceptedTerms.map { .string($0) })
        members["client_id"] = clientID.map { .string($0) }
        return .object(members)
    }
}
