// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// The keys that an issuer publishes (RFC 7517, section 5).
public struct JWKSet: Sendable {
    /// The keys that can be used here, in their order.
    public let keys: [JWK]
    /// Why each of the others was passed over, as section 5 asks for keys that are not understood or out of range.
    public let passedOver: [JWKError]

    /// Makes a set; refused where two keys have one id.
    public init(_ keys: [JWK]) throws(JWKError) {
        try Self.checkDistinct(keys.compactMap(\.keyID))
        self.keys = keys
        passedOver = []
    }

    /// Reads a set; refused as a whole where two members have one id, whatever their kinds.
    ///
    /// A member that is no sound RSA or P-256 signature key is passed over, so a new kind of key does not end all
    /// sign-ins, and a weak one is never used.
    public init(parsing value: JSONValue) throws(JWKError) {
        guard let members = value["keys"]?.array else { throw .malformed }
        try Self.checkDistinct(members.compactMap { $0["kid"]?.string })
        var keys: [JWK] = []
        var passedOver: [JWKError] = []
        for member in members {
            do throws(JWKError) {
                keys.append(try JWK(parsing: member))
            } catch {
                passedOver.append(error)
            }
        }
        self.keys = keys
        self.passedOver = passedOver
    }

    /// The key of that id; ids compare by their bytes.
    public func key(withID keyID: String) -> JWK? {
        keys.first { $0.keyID?.utf8.elementsEqual(keyID.utf8) ?? false }
    }

    /// The set as others read it.
    public var json: JSONValue { ["keys": .array(keys.map(\.json))] }

    private static func checkDistinct(_ keyIDs: [String]) throws(JWKError) {
        guard Set(keyIDs.map { Array($0.utf8) }).count == keyIDs.count else { throw .duplicateKeyID }
    }
}
