// SPDX-License-Identifier: Apache-2.0

package import LoginCore

/// What can go wrong with a database, one code each; the text may show a path, never SQL or a value.
extension LoginError {
    /// The file or its folder cannot be opened or made.
    package static func databaseCannotOpen(path: String, reason: String) -> LoginError {
        LoginError(
            Code(rawValue: "database_cannot_open"), advice: .fixSetup,
            message: BilingualText(
                ko: "데이터베이스 파일 \(path)을(를) 열 수 없습니다 (\(reason)).",
                en: "The database file \(path) cannot be opened (\(reason))."),
            remedy: BilingualText(
                ko: "폴더가 있는지, 그리고 이 프로그램을 실행하는 사용자가 그 폴더에 쓸 수 있는지 확인하세요.",
                en: "Check that the folder exists and that the user who runs this program may write in it."))
    }

    /// The path leads to a folder.
    package static func databaseIsAFolder(path: String) -> LoginError {
        LoginError(
            Code(rawValue: "database_cannot_open"), advice: .fixSetup,
            message: BilingualText(
                ko: "\(path)은(는) 데이터베이스 파일이 아니라 폴더입니다.", en: "\(path) is a folder, not a database file."),
            remedy: BilingualText(
                ko: "그 폴더 안의 파일을 지정하세요. 예: \(path)/login.sqlite",
                en: "Name a file in that folder, for example \(path)/login.sqlite."))
    }

    /// The file is there and may be read but not written.
    package static func databaseReadOnly(path: String) -> LoginError {
        LoginError(
            Code(rawValue: "database_read_only"), advice: .fixSetup,
            message: BilingualText(
                ko: "데이터베이스 파일 \(path)에 쓸 수 없습니다.",
                en: "The database file \(path) cannot be written."),
            remedy: BilingualText(
                ko: "파일과 폴더의 쓰기 권한을 확인하고, 읽기 전용으로 마운트된 디스크가 아닌지 확인하세요.",
                en: "Give the user who runs this program write access to the file and its folder."))
    }

    /// The file holds something else.
    package static func notADatabase(path: String) -> LoginError {
        LoginError(
            Code(rawValue: "database_not_recognized"), advice: .fixSetup,
            message: BilingualText(
                ko: "\(path) 파일은 SQLite 데이터베이스가 아닙니다.",
                en: "The file \(path) is not an SQLite database."),
            remedy: BilingualText(
                ko: "다른 경로를 지정하거나, 백업에서 데이터베이스를 되돌리세요. 이 파일은 바꾸지 않았습니다.",
                en: "Name another path, or restore the database from a backup. This file was left as it is."))
    }

    /// A later release of this program has already changed the tables.
    package static func databaseNewer(found: Int64, known: Int64) -> LoginError {
        LoginError(
            Code(rawValue: "database_newer"), advice: .fixSetup,
            message: BilingualText(
                ko: "데이터베이스 버전 \(found)은(는) 이 프로그램이 아는 버전 \(known)보다 새것입니다.",
                en: "The database has version \(found); this program knows versions up to \(known)."),
            remedy: BilingualText(
                ko: "이 데이터베이스를 만든 버전 이상의 프로그램을 실행하세요.",
                en: "Run the release that made this database, or a later one."))
    }

    /// The disk, or the size that the database may have, is used up.
    package static var databaseFull: LoginError {
        LoginError(
            .databaseFull, advice: .tryLater,
            message: BilingualText(
                ko: "디스크가 가득 차서 저장하지 못했습니다.", en: "Nothing was saved, since the disk is full."),
            remedy: BilingualText(
                ko: "데이터베이스가 있는 디스크에 빈 공간을 만든 다음 다시 시도하세요.",
                en: "Make room on the disk that holds the database, then try again."))
    }

    /// Another process holds the database for longer than we wait.
    package static var databaseBusy: LoginError {
        LoginError(
            Code(rawValue: "database_busy"), advice: .tryLater,
            message: BilingualText(
                ko: "다른 프로그램이 데이터베이스를 잠그고 있습니다.", en: "Another program is holding the database."),
            remedy: BilingualText(
                ko: "잠시 후 다시 시도하세요. 계속되면 같은 파일을 쓰는 다른 프로그램을 끝내세요.",
                en: "Try again shortly; if it stays so, end the other program that uses the same file."))
    }

    /// Something in the engine or the rows is as nothing of ours should leave it; the reason names no table and no value.
    package static func databaseFailed(_ reason: String) -> LoginError {
        LoginError(
            Code(rawValue: "database_failed"), advice: .tryLater,
            message: BilingualText(
                ko: "데이터베이스 작업이 실패했습니다: \(reason)", en: "The database could not do its work: \(reason)"),
            remedy: BilingualText(
                ko: "다시 시도하세요. 계속되면 디스크 상태를 확인하고 이 메시지와 함께 문제를 알려 주세요.",
                en: "Try again; if it stays so, check the disk and report this message."))
    }

    /// More transactions are waiting than may wait.
    package static var databaseOverloaded: LoginError {
        LoginError(
            Code(rawValue: "database_overloaded"), advice: .tryLater,
            message: BilingualText(
                ko: "처리를 기다리는 작업이 너무 많습니다.", en: "Too many operations are waiting for the database."),
            remedy: BilingualText(ko: "잠시 후 다시 시도하세요.", en: "Try again shortly."))
    }

    /// The database was closed, since the program is ending.
    package static var databaseClosed: LoginError {
        LoginError(
            Code(rawValue: "database_closed"), advice: .tryLater,
            message: BilingualText(
                ko: "데이터베이스가 이미 닫혔습니다.", en: "The database has been closed already."),
            remedy: BilingualText(
                ko: "서버가 다시 시작된 뒤 다시 시도하세요.", en: "Try again after the server has started anew."))
    }
}
