// SPDX-License-Identifier: Apache-2.0

public import LoginCore
import LoginStore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One master key of a database: where it stands, and what needs it.
public struct MasterKeyState: Sendable, Hashable {
    /// Where a key stands.
    public enum Condition: String, Sendable {
        /// It was given, and the database has not been told of it.
        case waiting
        /// It seals.
        case inUse = "in_use"
        /// It opens what it sealed.
        case old
        /// The database uses it, and it was not given, or another key was in its place.
        case missing
        /// It counts for nothing any more.
        case retired
    }

    /// Its number.
    public let number: UInt32
    /// Where it stands.
    public let condition: Condition
    /// From when it sealed; nil where it waits.
    public let usedFrom: Date?
    /// How many stored values it sealed.
    public let values: Int64
    /// How many live sessions may hold no token of a newer key.
    public let sessions: Int64
}

/// How far the resealing has come.
public struct MasterKeyProgress: Sendable, Hashable {
    /// How many there were to do.
    public internal(set) var total = 0
    /// Values that are under the key in use now.
    public internal(set) var resealed = 0
    /// Values that no key at hand opens.
    public internal(set) var unreadable = 0
}

/// What went with a key that was retired.
public struct MasterKeyLoss: Sendable, Hashable {
    /// Values that nobody can open any more.
    public let values: Int64
    /// Sessions whose people sign in again.
    public let sessions: Int64
}

extension LoginError.Code {
    /// A master key that a database uses was not given.
    public static let masterKeyMissing = LoginError.Code(rawValue: "master_key_missing")
    /// The database knows no master key with this number.
    public static let masterKeyUnknown = LoginError.Code(rawValue: "master_key_unknown")
    /// The newest master key cannot be retired.
    public static let masterKeyInUse = LoginError.Code(rawValue: "master_key_in_use")
    /// A master key is needed still.
    public static let masterKeyNeeded = LoginError.Code(rawValue: "master_key_needed")
}

extension LoginError {
    static func masterKeyUnknown(_ number: UInt32) -> LoginError {
        LoginError(
            .masterKeyUnknown, advice: .fixRequest,
            message: BilingualText(
                ko: "이 데이터베이스는 마스터 키 \(number)번을 모릅니다.", en: "This database knows no master key \(number)."),
            remedy: BilingualText(
                ko: "social-login master-keys로 번호를 확인하세요.", en: "Look the number up with social-login master-keys."))
    }

    static func masterKeyInUse(_ number: UInt32) -> LoginError {
        LoginError(
            .masterKeyInUse, advice: .fixSetup,
            message: BilingualText(
                ko: "마스터 키 \(number)번 다음에 쓸 키가 없습니다.", en: "No key has taken the place of master key \(number)."),
            remedy: BilingualText(
                ko: "더 높은 번호로 새 키를 적고 social-login master-keys --rotate를 먼저 실행하세요.",
                en: "Add a new key with a higher number and run social-login master-keys --rotate first."))
    }

    static func masterKeyNeeded(_ number: UInt32, _ use: MasterKeyUse) -> LoginError {
        LoginError(
            .masterKeyNeeded, advice: .fixSetup,
            message: BilingualText(
                ko: "마스터 키 \(number)번이 아직 필요합니다: 봉한 값 \(use.values)개, 로그인 \(use.sessions)개.",
                en: "Master key \(number) is needed still, by \(use.values) sealed values and \(use.sessions) sessions."
            ),
            remedy: BilingualText(
                ko: "로그인은 다시 쓰이거나 끝나면 새 키로 넘어갑니다(길어야 lives.session_idle). 기다릴 수 없으면 --at-once를 붙이세요. "
                    + "그 로그인은 끝나고, 열 수 없는 값은 잃습니다.",
                en:
                    "Sessions change to the new key when they are used, or end, within lives.session_idle. If that cannot be "
                    + "waited for, add --at-once: those sessions end, and values that nothing opens are lost."))
    }
}
