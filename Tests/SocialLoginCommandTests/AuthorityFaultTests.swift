// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import Programs
import Testing

@Suite(
    "An emulator's authority that is not as it was left is told in one sentence and its remedy", .timeLimit(.minutes(5))
)
struct AuthorityFaultTests {
    private let folder: TemporaryFolder
    private var key: String { "\(folder.path)/tls/ca.key" }
    private var file: String { "\(folder.path)/tls/ca.pem" }

    /// A folder in which an emulator has run and ended.
    init() async throws {
        folder = try TemporaryFolder()
        let program = try Command.start(arguments)
        _ = await program.output.next()
        await program.stop()
    }

    private var arguments: [String] {
        ["emulate", "--port", "0", "--tls", "--tls-port", "0", "--tls-folder", "\(folder.path)/tls", "--json"]
    }

    private func complaint(language: String = "en") async throws -> String {
        let ended = try await Command.run(arguments, environment: ["LANG": language])
        #expect(ended.status == 1)
        #expect(ended.output.isEmpty)
        let lines = ended.complaints.split(separator: "\n").filter { $0.hasPrefix("social-login: ") }
        #expect(lines.count == 1)
        return String(lines.first ?? "")
    }

    @Test("a key or a folder that others may read", arguments: ["en", "ko"])
    func openToOthers(language: String) async throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
        let ofKey = try await complaint(language: language)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/tls")
        let ofFolder = try await complaint(language: language)

        #expect(ofKey.contains("chmod 600 \(key)"))
        #expect(ofFolder.contains("chmod 700 \(folder.path)/tls"))
        #expect(ofKey.contains(language == "ko" ? "다른 사용자도" : "by other users"))
    }

    @Test("a key that is none, or of another kind", arguments: ["en", "ko"])
    func uselessKey(language: String) async throws {
        for text in ["", "not a key", SigningKey.generateRS256().pem.exposed] {
            _ = try folder.file("tls/ca.key", text)
            let complaint = try await complaint(language: language)

            #expect(complaint.contains(key))
            #expect(complaint.contains(language == "ko" ? "파일을 지우세요" : "Delete the file"))
        }
    }

    @Test("a certificate that is none, is cut off, or belongs to another key", arguments: ["en", "ko"])
    func uselessCertificate(language: String) async throws {
        let good = try String(contentsOfFile: file, encoding: .utf8)
        for text in ["", "not a certificate", String(good.prefix(400))] {
            _ = try folder.file("tls/ca.pem", text)
            #expect(try await complaint(language: language).contains(file))
        }
        _ = try folder.file("tls/ca.pem", good)
        _ = try folder.file("tls/ca.key", SigningKey.generateES256().pem.exposed)
        let mixed = try await complaint(language: language)

        #expect(mixed.contains(file) && mixed.contains(language == "ko" ? "파일을 지우세요" : "Delete the file"))
    }

    @Test("what the sentences ask for helps")
    func remedies() async throws {
        _ = try folder.file("tls/ca.key", "not a key")
        _ = try await complaint()
        try FileManager.default.removeItem(atPath: key)

        let program = try Command.start(arguments)

        #expect(await program.output.next()?.contains(#""is_new":true"#) == true)
        await program.stop()
    }
}
