// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginProviders
import SocialLogin
import Testing

/// The document of all errors is what the tables in the code say.
struct ErrorDocumentTests {
    /// The folder of the package, from where this file lies.
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: [(Language.english, "Errors.md"), (.korean, "Errors.ko.md")])
    func `the document is what the tables give`(language: Language, name: String) throws {
        let file = Self.package.appending(path: "Documents/\(name)")
        let text = ErrorDocument(language: language).text
        if ProcessInfo.processInfo.environment["WRITE_DOCUMENTS"] != nil {
            try Data(text.utf8).write(to: file)
        }

        let isCurrent = try String(contentsOf: file, encoding: .utf8) == text
        #expect(isCurrent, "Run: WRITE_DOCUMENTS=1 swift test --filter ErrorDocumentTests")
    }

    @Test func `every code that the SDK makes is in it, in both languages`() throws {
        let folder = Self.package.appending(path: "Sources/SocialLogin")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var codes: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: /Code\(rawValue: "([a-z_]+)"\)/) {
                codes.insert(String(match.1))
            }
        }

        #expect(codes.count > 15)
        #expect(codes.subtracting(LoginError.allOfSDK.map(\.code.rawValue)).isEmpty)
        for error in LoginError.allOfSDK + ProviderCatalogue.errorsOfAll {
            for text in [error.message, error.remedy] {
                #expect(!text.english.isEmpty && text.korean.contains(/\p{Hangul}/))
            }
        }
    }
}
