// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// The device a session lives on, as its owner will see it in the list of sessions.
public struct Device: Sendable, Hashable {
    /// A name its owner recognises, for example `서연의 iPhone`.
    public let name: String?
    /// `ios`, `macos`, `linux`, `browser` and so on.
    public let platform: String?
    /// The address of the device at a push service.
    public let pushToken: Secret?

    /// Describes a device.
    public init(name: String?, platform: String?, pushToken: Secret? = nil) {
        self.name = name
        self.platform = platform
        self.pushToken = pushToken
    }

    /// Reads the body of `PATCH /v1/sessions`.
    public init(json: JSONValue) throws(DocumentError) {
        try self.init(document: try DocumentReader(json))
    }

    init?(optional document: DocumentReader?) throws(DocumentError) {
        guard let document else { return nil }
        try self.init(document: document)
    }

    private init(document: DocumentReader) throws(DocumentError) {
        name = try document.optionalText("name", limit: 200)
        platform = try document.optionalText("platform", limit: 32)
        pushToken = try document.optionalSecret("push_token", limit: 4_096)
    }

    /// The device as it stands in a body.
    public var json: JSONValue {
        var members = JSONObject()
        members["name"] = name.map { .string($0) }
        members["platform"] = platform.map { .string($0) }
        members["push_token"] = pushToken.map { .string($0.exposed) }
        return .object(members)
    }
}
