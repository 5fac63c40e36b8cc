// SPDX-License-Identifier: Apache-2.0

public import LoginCore
import LoginCrypto

/// A key of a server from which all others are derived: 32 unpredictable bytes, kept outside the database.
///
/// Whoever has the database alone can open nothing in it and make no token. Losing the key ends every session and makes
/// the sealed provider tokens unreadable; accounts stay.
public struct MasterKey: Sendable {
    let bytes: [UInt8]

    /// Takes a key; nil unless it is 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Reads a key from base64 (RFC 4648, section 4), as it stands in a file or in the environment.
    ///
    /// - Throws: `master_key_refused` unless it is the base64 of 32 bytes; white space around it is no fault.
    public init(base64 text: Secret) throws(LoginError) {
        let trimmed = text.exposed.filter { !$0.isWhitespace }
        guard let bytes = Base64.decode(trimmed), let key = MasterKey(bytes: bytes) else {
            throw LoginError.masterKeyRefused
        }
        self = key
    }

    /// Makes a fresh key.
    public init(random: any RandomSource) {
        bytes = random.bytes(32)
    }

    /// The key as base64, to be kept in a file that only its owner can read.
    public var base64: Secret { Secret(Base64.encode(bytes)) }
}

extension MasterKey: CustomStringConvertible, CustomReflectable {
    /// A text that shows nothing of the key.
    public var description: String { "MasterKey(••••)" }
    /// A mirror that shows nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension LoginError.Code {
    /// The master key is not base64 of 32 bytes.
    public static let masterKeyRefused = LoginError.Code(rawValue: "master_key_refused")
    /// The master key is not the one that this database was made with.
    public static let masterKeyWrong = LoginError.Code(rawValue: "master_key_wrong")
}

extension LoginError {
    static let masterKeyRefused = LoginError(
        .masterKeyRefused, advice: .fixSetup,
        message: BilingualText(
            ko: "마스터 키가 32바이트의 base64가 아닙니다.", en: "The master key is not the base64 of 32 bytes."),
        remedy: BilingualText(
            ko: "데이터베이스가 이미 있으면 그 키를 백업에서 되돌리고, 처음이면 `head -c 32 /dev/urandom | base64`로 만드세요.",
            en: "Bring back the key of the database from a backup; for a new database make one with "
                + "`head -c 32 /dev/urandom | base64`."))

    static let masterKeyWrong = LoginError(
        .masterKeyWrong, advice: .fixSetup,
        message: BilingualText(
            ko: "이 데이터베이스는 다른 마스터 키로 만들어졌습니다.", en: "This database was made with another master key."),
        remedy: BilingualText(
            ko: "처음에 쓴 키를 되돌려 놓거나 다른 데이터베이스를 쓰세요. 키를 바꾸려면 새 키를 더 높은 번호로 적고 "
                + "social-login master-keys --rotate를 실행하세요.",
            en:
                "Bring back the key it was made with, or use another database. To change the key, add the new one with a "
                + "higher number and run social-login master-keys --rotate."))
}
