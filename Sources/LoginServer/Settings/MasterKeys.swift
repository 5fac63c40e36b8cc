// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// The master keys of a server by their numbers, so that one can take the place of another.
///
/// The database knows which of them is in use: the highest number that it was told of seals, those below open what they
/// sealed until they are retired, and one above waits for `MasterKeyRotation.rotate()`.
public struct MasterKeys: Sendable {
    /// Each key by its number.
    let keys: [UInt32: MasterKey]

    /// A single key, number 1.
    public init(_ key: MasterKey) {
        keys = [1: key]
    }

    /// Several keys; nil without any, where one has the number 0, and where two are the same.
    public init?(numbered keys: [UInt32: MasterKey]) {
        guard !keys.isEmpty, keys[0] == nil, Set(keys.values.map(\.bytes)).count == keys.count else { return nil }
        self.keys = keys
    }

    /// Reads keys as they stand in a file or in the environment: `2:BASE64`, one a line; a key without a number is 1.
    ///
    /// - Throws: `master_key_refused` for anything else, for a number or a key that stands there twice, and without a key.
    public init(text: Secret) throws(LoginError) {
        var keys: [UInt32: MasterKey] = [:]
        for entry in text.exposed.split(whereSeparator: \.isWhitespace) {
            let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2, let number = parts.count == 1 ? 1 : UInt32(decimal: parts[0]), number > 0 else {
                throw .masterKeyNumberRefused
            }
            guard keys[number] == nil else { throw .masterKeyTwice(number) }
            keys[number] = try MasterKey(base64: Secret(String(parts[parts.count - 1])))
        }
        guard let all = MasterKeys(numbered: keys) else {
            throw keys.isEmpty ? .masterKeyRefused : .masterKeySame
        }
        self = all
    }

    /// The highest number.
    var newest: UInt32 { keys.keys.max() ?? 1 }
}

extension MasterKeys: CustomStringConvertible, CustomReflectable {
    /// The numbers alone.
    public var description: String { "MasterKeys(\(keys.keys.sorted()))" }
    /// A mirror that shows nothing of the keys.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension UInt32 {
    /// Digits and nothing else; nil for the rest.
    fileprivate init?(decimal text: Substring) {
        guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.init(text)
    }
}

extension LoginError {
    fileprivate static let masterKeyNumberRefused = LoginError(
        .masterKeyRefused, advice: .fixSetup,
        message: BilingualText(
            ko: "마스터 키 앞의 번호를 읽을 수 없습니다.", en: "The number before a master key cannot be read."),
        remedy: BilingualText(
            ko: "한 줄에 키 하나씩 2:BASE64처럼 적으세요. 번호는 1부터이고, 번호가 없는 키는 1번입니다.",
            en: "Write one key a line, like 2:BASE64. Numbers begin at 1; a key without one is number 1."))

    fileprivate static func masterKeyTwice(_ number: UInt32) -> LoginError {
        LoginError(
            .masterKeyRefused, advice: .fixSetup,
            message: BilingualText(
                ko: "마스터 키 \(number)번이 두 번 나옵니다.", en: "Master key \(number) is given twice."),
            remedy: BilingualText(
                ko: "새 키에는 아직 쓰지 않은 더 높은 번호를 주세요.", en: "Give a new key a higher number, one not yet used."))
    }

    fileprivate static let masterKeySame = LoginError(
        .masterKeyRefused, advice: .fixSetup,
        message: BilingualText(
            ko: "같은 마스터 키가 두 번호로 나옵니다.", en: "The same master key is given under two numbers."),
        remedy: BilingualText(
            ko: "새 번호에는 새 키를 만드세요: head -c 32 /dev/urandom | base64",
            en: "Make a new key for the new number: head -c 32 /dev/urandom | base64"))
}
