// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// An app at Facebook, as its dashboard describes it.
struct FacebookApp: ProviderApp, Hashable {
    /// The app's number.
    let id: Int64
    /// What people see it as.
    var name: String
    /// The secret.
    var secret: Secret
    /// Where answers may go in a browser. The app's own scheme always may.
    var redirectURIs: [String]
    /// Whether every call from a server must prove the secret (`appsecret_proof`).
    var requiresProof: Bool
    /// Whether only its people may sign in, as before Facebook has reviewed it.
    var isInDevelopment: Bool
    /// Who may sign in before that.
    var testers: Set<Int64>

    /// Where a program with a web view of its own lets Facebook send its answer; nobody has to register it.
    private static let desktopURI = "https://www.facebook.com/connect/login_success.html"

    /// Whether an answer may be sent there. The comparison is of characters, nothing is normalised.
    func allows(_ redirectURI: String) -> Bool {
        isOwnScheme(redirectURI) || Self.desktopURI.hasSameBytes(as: redirectURI)
            || redirectURIs.contains { $0.hasSameBytes(as: redirectURI) }
    }

    /// `fb{number}://authorize`, where several programs share the app with a suffix behind the number. It begins with a
    /// letter, or it would be another number.
    private func isOwnScheme(_ redirectURI: String) -> Bool {
        let (start, end) = ("fb\(id)", "://authorize")
        guard redirectURI.hasPrefix(start), redirectURI.hasSuffix(end) else { return false }
        let suffix = redirectURI.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return suffix.first.map(letters.contains) ?? true
            && suffix.allSatisfy { letters.contains($0) || (0x30...0x39).contains($0) }
    }

    /// Whether a person may sign in.
    func admits(_ person: Int64) -> Bool { !isInDevelopment || testers.contains(person) }

    /// The app's own token.
    var token: String { "\(id)|\(secret.exposed)" }
}

extension FacebookApp {
    /// Reads an app; unknown members, and addresses that nothing could be sent to, are errors.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        id = try seed.requiredID("id")
        name = try seed.text("name") ?? "App \(id)"
        secret = Secret(try seed.requiredText("app_secret"))
        redirectURIs = try seed.redirectURIs("redirect_uris")
        requiresProof = try seed.flag("requires_proof", otherwise: false)
        isInDevelopment = try seed.flag("in_development", otherwise: false)
        testers = Set(try seed.ids("testers"))
        try seed.end()
    }

    /// The app in the form in which a seed gives it, its secret included: the emulator has no real ones.
    var json: JSONValue {
        [
            "id": JSONValue(id), "name": .string(name), "app_secret": .string(secret.exposed),
            "redirect_uris": .texts(redirectURIs), "requires_proof": .bool(requiresProof),
            "in_development": .bool(isInDevelopment), "testers": .array(testers.sorted().map { JSONValue($0) }),
        ]
    }
}
