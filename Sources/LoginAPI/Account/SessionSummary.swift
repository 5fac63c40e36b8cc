// SPDX-License-Identifier: Apache-2.0

public import LoginCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One session in the owner's list, `GET /v1/sessions`.
public struct SessionSummary: Sendable, Hashable {
    /// The session's id; of no use to sign in with.
    public let id: String
    /// Whether the list was asked for from this very session.
    public let isCurrent: Bool
    /// The device's name.
    public let deviceName: String?
    /// The device's platform.
    public let devicePlatform: String?
    /// Who vouched when it began.
    public let provider: ProviderID
    /// When it began.
    public let createdAt: Date
    /// When it was last used, within five minutes.
    public let lastUsedAt: Date

    /// Makes an entry.
    public init(
        id: String, isCurrent: Bool, deviceName: String?, devicePlatform: String?, provider: ProviderID,
        createdAt: Date, lastUsedAt: Date
    ) {
        self.id = id
        self.isCurrent = isCurrent
        self.deviceName = deviceName
        self.devicePlatform = devicePlatform
        self.provider = provider
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }

    /// Reads the answer of `GET /v1/sessions`.
    public static func list(json: JSONValue) throws(DocumentError) -> [SessionSummary] {
        var summaries: [SessionSummary] = []
        for entry in try DocumentReader(json).documents("sessions") {
            summaries.append(
                SessionSummary(
                    id: try entry.text("id"), isCurrent: try entry.truth("current", or: false),
                    deviceName: try entry.optionalText("device_name"),
                    devicePlatform: try entry.optionalText("device_platform"), provider: try entry.provider(),
                    createdAt: try entry.moment("created_at"), lastUsedAt: try entry.moment("last_used_at")))
        }
        return summaries
    }

    /// The answer's body for a whole list.
    public static func json(_ summaries: [SessionSummary]) -> JSONValue {
        ["sessions": .array(summaries.map(\.json))]
    }

    private var json: JSONValue {
        var members = JSONObject()
        members["id"] = .string(id)
        members["current"] = .bool(isCurrent)
        members["device_name"] = deviceName.map { .string($0) }
        members["device_platform"] = devicePlatform.map { .string($0) }
        members["provider"] = .string(provider.rawValue)
        members["created_at"] = .moment(createdAt)
        members["last_used_at"] = .moment(lastUsedAt)
        return .object(members)
    }
}
