// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Testing

@testable import social_login

@Suite("Files that hold secrets")
struct SecretFileTests {
    @Test(
        "C9: a secret file that others may read or change is refused with the command to type",
        arguments: [0o640, 0o644, 0o604, 0o620, 0o602, 0o660, 0o666, 0o601])
    func openToOthers(mode: Int) throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("secret", "value", mode: mode)

        let error = #expect(throws: LoginError.self) { try TextFile.secret(file) }

        #expect(error?.code.rawValue == "secret_file_open_to_others")
        #expect(error?.message.english.contains(file) == true && error?.message.korean.contains(file) == true)
        #expect(error?.remedy.english == "Run chmod 600 \(file).")
        #expect(error?.remedy.korean == "chmod 600 \(file)를 실행하세요.")
        #expect(error?.description.contains("value") == false)
    }

    @Test("a file for its owner alone is read, also one that may not be changed", arguments: [0o600, 0o400, 0o700])
    func closed(mode: Int) throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("secret", "value", mode: mode)

        #expect(try TextFile.secret(file) == Secret("value"))
    }

    @Test("the path in the command is quoted where a shell needs it")
    func quoted() {
        #expect(shellWord("/etc/social-login/master_key") == "/etc/social-login/master_key")
        #expect(shellWord("/한글/key") == "/한글/key")
        #expect(shellWord("/my keys/k") == "'/my keys/k'")
        #expect(shellWord("/it's/$HOME") == #"'/it'\''s/$HOME'"#)
    }

    @Test("a folder is no secret, whatever its rights are")
    func directory() throws {
        let folder = try TemporaryFolder()

        let error = #expect(throws: LoginError.self) { try TextFile.secret(folder.path) }

        #expect(error?.code.rawValue == "file_unreadable")
        #expect(error?.message.english.contains("it is a folder") == true)
    }
}
