// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder in which a command keeps what is for its owner alone: the demo's database and master key, the emulator's authority.
struct DataFolder: Sendable {
    /// Where it is.
    let path: String
    private let choice: CommandOption

    /// The database file.
    var database: String { "\(path)/login.sqlite" }

    /// Opens the folder, which is made where it does not exist; throws `folder_not_writable` where that cannot be.
    ///
    /// - Parameter choice: the option that names another.
    init(at path: String, chosenBy choice: CommandOption) throws(LoginError) {
        self.path = path
        self.choice = choice
        var soFar = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            soFar += soFar.isEmpty || soFar.hasSuffix("/") ? String(part) : "/\(part)"
            guard mkdir(soFar, 0o700) != 0 else { continue }
            let code = errno
            // Not being allowed to make what exists already is no fault, and neither is making it a moment too late.
            guard code == EEXIST || access(soFar, F_OK) == 0 else {
                throw .folderNotWritable(path, systemReason(code), choice)
            }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .folderNotWritable(path, systemReason(ENOTDIR), choice)
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else { throw .folderNotWritable(path, systemReason(errno), choice) }
    }

    /// Where a folder is unless somebody says otherwise (XDG Base Directory Specification).
    ///
    /// - Parameter choice: the option that says otherwise.
    static func usualPath(
        of name: String, in environment: [String: String], chosenBy choice: CommandOption
    ) throws(LoginError) -> String {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/social-login/\(name)" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noHomeFolder(choice) }
        return "\(home)/.local/share/social-login/\(name)"
    }

    /// The keys in `master.key`, made on the first start and never beside a database that was made with another.
    ///
    /// The file is made with rights for its owner alone, in one step with the check that it did not exist. One that others
    /// may read is refused.
    func masterKeys(random: any RandomSource) throws(LoginError) -> MasterKeys {
        let file = "\(path)/master.key"
        if !exists(file), holdsData(database) { throw .masterKeyMissing(file, database: database) }
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            guard errno == EEXIST else { throw .folderNotWritable(path, systemReason(errno), choice) }
            return try existingKeys(in: file)
        }
        defer { close(descriptor) }
        let key = MasterKey(random: random)
        let bytes = Array("\(key.base64.exposed)\n".utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            let reason = systemReason(errno)
            unlink(file)
            throw .folderNotWritable(path, reason, choice)
        }
        return MasterKeys(key)
    }

    private func existingKeys(in file: String) throws(LoginError) -> MasterKeys {
        let text = try TextFile.secret(file)
        do throws(LoginError) {
            return try MasterKeys(text: text)
        } catch {
            throw holdsData(database) ? .masterKeyBroken(file, database: database) : .masterKeyUseless(file)
        }
    }

    /// Whether there is a file, or a link that leads nowhere.
    private func exists(_ file: String) -> Bool {
        var status = stat()
        return lstat(file, &status) == 0
    }

    private func holdsData(_ file: String) -> Bool {
        var status = stat()
        return stat(file, &status) == 0 && status.st_size > 0
    }
}

extension LoginError {
    static func folderNotWritable(_ path: String, _ reason: BilingualText, _ choice: CommandOption) -> LoginError {
        LoginError(
            Code(rawValue: "folder_not_writable"), advice: .fixSetup,
            message: BilingualText(
                ko: "데이터 폴더 \(path)에 쓸 수 없습니다: \(reason.korean).",
                en: "The data folder \(path) cannot be written: \(reason.english)."),
            remedy: BilingualText(
                ko: "\(choice.name)로 쓸 수 있는 폴더를 지정하세요.", en: "Name a folder that you may write with \(choice.name)."))
    }

    fileprivate static func noHomeFolder(_ choice: CommandOption) -> LoginError {
        LoginError(
            Code(rawValue: "no_home_folder"), advice: .fixSetup,
            message: BilingualText(
                ko: "HOME과 XDG_DATA_HOME이 모두 없어서 데이터를 둘 곳을 모릅니다.",
                en: "Neither HOME nor XDG_DATA_HOME is set, so there is no place for the data."),
            remedy: BilingualText(
                ko: "\(choice.name)로 폴더를 지정하세요.", en: "Name a folder with \(choice.name)."))
    }

    fileprivate static func masterKeyMissing(_ file: String, database: String) -> LoginError {
        LoginError(
            Code(rawValue: "master_key_missing"), advice: .fixSetup,
            message: BilingualText(
                ko: "데이터베이스 \(database)은(는) 있는데 그 마스터 키 \(file)이(가) 없습니다.",
                en: "The database \(database) is there, but its master key \(file) is missing."),
            remedy: .bringBack(file, database: database))
    }

    fileprivate static func masterKeyBroken(_ file: String, database: String) -> LoginError {
        LoginError(
            Code(rawValue: "master_key_refused"), advice: .fixSetup,
            message: BilingualText(
                ko: "\(file)에 든 것은 마스터 키(32바이트의 base64)가 아닙니다.",
                en: "What \(file) holds is no master key: that is the base64 of 32 bytes."),
            remedy: .bringBack(file, database: database))
    }

    fileprivate static func masterKeyUseless(_ file: String) -> LoginError {
        LoginError(
            Code(rawValue: "master_key_refused"), advice: .fixSetup,
            message: BilingualText(
                ko: "\(file)에 든 것은 마스터 키(32바이트의 base64)가 아닙니다.",
                en: "What \(file) holds is no master key: that is the base64 of 32 bytes."),
            remedy: BilingualText(
                ko: "아직 데이터베이스가 없으니 그 파일을 지우세요. 다음에 시작할 때 새로 만듭니다.",
                en: "There is no database yet: delete the file, and the next start makes a new key."))
    }
}

extension BilingualText {
    fileprivate static func bringBack(_ file: String, database: String) -> BilingualText {
        BilingualText(
            ko:
                "백업에서 \(file)을(를) 되돌리세요. 키가 없으면 이 데이터베이스의 로그인과 저장된 제공자 토큰은 쓸 수 없습니다. 처음부터 시작하려면 \(database)을(를) 다른 곳으로 옮기세요.",
            en:
                "Bring \(file) back from a backup. Without it the sign-ins and the providers' tokens in this database are lost; "
                + "to begin anew, move \(database) away.")
    }
}
