// SPDX-License-Identifier: Apache-2.0

package import LoginCore

extension LoginError.Code {
    /// Pages of the database contradict each other, or are missing.
    package static let databaseDamaged = LoginError.Code(rawValue: "database_damaged")
    /// The disk did not read or write what it was asked to.
    package static let databaseDiskFailed = LoginError.Code(rawValue: "database_disk_failed")
    /// There is no room left.
    package static let databaseFull = LoginError.Code(rawValue: "database_full")
}

/// A file that cannot be gone on with as it is.
extension LoginError {
    /// The file is cut off, or some of its pages hold something else than they did.
    package static func databaseDamaged(path: String) -> LoginError {
        LoginError(
            .databaseDamaged, advice: .fixSetup,
            message: BilingualText(
                ko: "데이터베이스 파일 \(path)이(가) 손상되었습니다.", en: "The database file \(path) is damaged."),
            remedy: BilingualText(
                ko: "서버를 멈추고, 파일을 옆의 -wal 파일과 함께 따로 보관한 다음 백업을 되돌리세요. 백업이 없으면 sqlite3의 .recover 명령이 읽을 수 있는 것을 건집니다.",
                en:
                    "Stop the server, put the file and the -wal file beside it away, and restore a backup; without one, "
                    + "sqlite3 with its command .recover saves what can still be read."))
    }

    /// The system said that reading or writing the file went wrong.
    package static func databaseDiskFailed(path: String) -> LoginError {
        LoginError(
            .databaseDiskFailed, advice: .tryLater,
            message: BilingualText(
                ko: "디스크가 데이터베이스 파일 \(path)을(를) 읽거나 쓰지 못했습니다.",
                en: "The disk failed to read or write the database file \(path)."),
            remedy: BilingualText(
                ko: "시스템 기록에서 디스크 오류를 확인하고, 디스크를 고친 다음 서버를 다시 시작하세요.",
                en: "Look for disk errors in the system's log, mend the disk, then start the server again."))
    }

    /// The tables are not those that this program makes: one was taken away or changed by hand, or a step broke off.
    package static func databaseTablesUnfit(path: String) -> LoginError {
        LoginError(
            Code(rawValue: "database_tables_unfit"), advice: .fixSetup,
            message: BilingualText(
                ko: "데이터베이스 \(path)에 이 프로그램의 표가 빠졌거나 달라졌습니다.",
                en: "In the database \(path) a table of this program is missing or was changed."),
            remedy: BilingualText(
                ko: "백업을 되돌리세요. 남길 것이 없으면 파일을 다른 곳으로 옮기세요. 다음에 시작할 때 새로 만듭니다.",
                en:
                    "Restore a backup; if nothing in it is worth keeping, move the file away and the next start makes a new one."
            ))
    }

    /// The file is a sound database, made by and for something else.
    package static func databaseOfAnotherProgram(path: String) -> LoginError {
        LoginError(
            Code(rawValue: "database_of_another_program"), advice: .fixSetup,
            message: BilingualText(
                ko: "\(path) 파일은 다른 프로그램의 데이터베이스입니다.",
                en: "The file \(path) is the database of another program."),
            remedy: BilingualText(
                ko: "비어 있거나 아직 없는 파일의 경로를 지정하세요. 이 파일은 바꾸지 않았습니다.",
                en: "Name the path of a file that does not exist yet. This file was left as it is."))
    }
}
