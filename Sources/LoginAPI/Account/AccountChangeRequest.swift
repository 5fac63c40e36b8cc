// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// The body of `PATCH /v1/account`: what is absent stays as it is.
public struct AccountChangeRequest: Sendable {
    /// The new name to show.
    public let nickname: String?
    /// Whether the person wants news.
    public let acceptsMarketing: Bool?

    /// Makes a change.
    public init(nickname: String? = nil, acceptsMarketing: Bool? = nil) {
        self.nickname = nickname
        self.acceptsMarketing = acceptsMarketing
    }

    /// Reads the body.
    public init(json: JSONValue) throws(DocumentError) {
        let document = try DocumentReader(json)
        nickname = try document.optionalText("nickname", limit: 4_096)
        acceptsMarketing = try document.optionalTruth("marketing")
    }

    /// The body.
    public var json: JSONValue {
        var members = JSONObject()
        members["nickname"] = nickname.map { .string($0) }
        members["marketing"] = acceptsMarketing.map { .bool($0) }
        return .object(members)
    }
}
