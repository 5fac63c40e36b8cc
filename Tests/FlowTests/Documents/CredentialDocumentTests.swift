// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders
import Testing

/// Nothing is asked of a provider here.
private struct Nobody: HTTPHandler {
    func respond(to request: HTTPRequest) async -> HTTPResponse { HTTPResponse(status: 404) }
}

/// `Documents/Credentials.md` says for every provider and every kind of proof that it takes what is checked of it.
struct CredentialDocumentTests {
    /// The folder of the package, from where this file lies.
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A row of the table: the cells of a line.
    private struct Row {
        let provider: String
        let kind: String
        let cells: [String]

        init?(_ line: Substring) {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("| "), cells.count == 8, let name = cells[1].firstMatch(of: /`([a-z_+ ]+)`/) else {
                return nil
            }
            (provider, kind, self.cells) = (cells[0], String(name.1), cells)
        }
    }

    private func rows(_ name: String) throws -> [Row] {
        let file = Self.package.appending(path: "Documents/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap(Row.init)
    }

    /// The proofs that a server takes of a provider.
    private func kinds(of provider: Provider) -> Set<String> {
        var kinds: Set = ["code"]
        if provider.takesIDTokens { kinds.insert("id_token") }
        if provider.takesAccessTokens { kinds.insert("access_token") }
        // Only Apple's apps hand over both of one sign-in.
        if provider.postsCallbacks { kinds.insert("id_token + code") }
        return kinds
    }

    private func providers() throws -> [Provider] {
        try ProviderCatalogue.demo(
            environment: ProviderEnvironment(
                transport: HandlerTransport(Nobody()), clock: SystemWallClock(),
                random: SystemRandomSource(), log: .silent))
    }

    @Test(arguments: [(Language.english, "Credentials.md"), (.korean, "Credentials.ko.md")])
    func `each provider has a row for each proof that it takes, and no other`(language: Language, name: String) throws {
        let rows = try rows(name)

        let told = Dictionary(grouping: rows, by: \.provider).mapValues { $0.map(\.kind) }
        let taken = try providers().map { ($0.name.text(in: language), kinds(of: $0).sorted()) }

        #expect(told.mapValues { $0.sorted() } == Dictionary(uniqueKeysWithValues: taken))
        for row in rows { #expect(row.cells.allSatisfy { !$0.isEmpty }, "\(row.provider) \(row.kind)") }
    }

    @Test func `both languages say the same of PKCE and of the address`() throws {
        let (english, korean) = (try rows("Credentials.md"), try rows("Credentials.ko.md"))

        #expect(english.count == korean.count)
        for (one, other) in zip(english, korean) {
            #expect(one.kind == other.kind)
            #expect(one.cells[5].hasPrefix("S256") == other.cells[5].hasPrefix("S256"))
            #expect(one.cells[7].hasPrefix("unverified") == other.cells[7].hasPrefix("확인되지 않음"))
        }
    }

    @Test func `the column of PKCE is what the authorization requests say`() throws {
        let rows = try rows("Credentials.md")

        for provider in try providers() {
            let row = try #require(rows.first { $0.provider == provider.name.english && $0.kind == "code" })
            let asks = provider.authorize(redirectURI: "https://a.example/b").url.contains("code_challenge=")
            // Naver's demo goes the older path, which the row tells apart.
            let says = provider.id == .naver ? row.cells[5].hasPrefix("S256 with `openid`") : row.cells[5] == "S256"
            #expect(provider.id == .naver ? says && !asks : says == asks, "\(provider.id)")
        }
    }
}
