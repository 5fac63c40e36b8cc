// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import LoginCrypto

/// The public test vectors, in the folder that `SOCIAL_LOGIN_VECTORS` names; without it these tests are skipped and say so.
enum Vectors {
    static let folder = ProcessInfo.processInfo.environment["SOCIAL_LOGIN_VECTORS"]

    static let areHere: ConditionTrait = .enabled(
        if: folder != nil, "SOCIAL_LOGIN_VECTORS does not name a folder of public vectors")

    /// One of the folder's documents.
    static func document(_ path: String) throws -> JSONValue {
        let file = URL(fileURLWithPath: try #require(folder)).appendingPathComponent(path)
        return try JSONValue(parsing: [UInt8](Data(contentsOf: file)), limits: JSONValue.Limits(bytes: 8 << 20))
    }

    /// The groups of a file in the form of Project Wycheproof.
    static func groups(_ name: String) throws -> [JSONValue] {
        try #require(document("wycheproof/\(name).json")["testGroups"]?.array)
    }
}

extension JSONValue {
    /// A member that the vectors are known to have.
    func text(_ name: String) throws -> String {
        try #require(self[name]?.string)
    }

    /// A member that is written in hexadecimal digits.
    func bytes(_ name: String) throws -> [UInt8] {
        try #require(Hex.decode(text(name)))
    }

    /// Which vector this is, for whoever reads a failure.
    var label: Comment {
        "\(self["tcId"]?.integer ?? 0) \(self["comment"]?.string ?? self["name"]?.string ?? "")"
    }

    /// This key without its private half, as an issuer would publish it.
    var publicHalf: JSONValue {
        let secret: Set = ["d", "p", "q", "dp", "dq", "qi"]
        return .object(JSONObject((object?.members ?? []).filter { !secret.contains($0.name) }))
    }
}
