// SPDX-License-Identifier: Apache-2.0

internal import LoginCore

/// The settings of one provider as an operator wrote them, read strictly: a name that nobody knows is an error.
struct ProviderSettings: Sendable {
    let provider: BilingualText
    let members: JSONObject
    let secret: @Sendable (String) -> Secret?

    /// A text that must be there.
    func text(_ name: String) throws(LoginError) -> String {
        guard let text = try optionalText(name) else { throw .settingMissing(name, provider: provider) }
        return text
    }

    /// A text that may be missing. A number is taken as its digits, since an app id looks like one.
    func optionalText(_ name: String) throws(LoginError) -> String? {
        switch members[name] {
        case nil, .null?: return nil
        case .string(let text)? where !text.isEmpty: return text
        case .number(let number)? where number.integer != nil: return number.text
        default: throw .settingInvalid(name, provider: provider)
        }
    }

    /// True or false, which may be missing.
    func flag(_ name: String) throws(LoginError) -> Bool? {
        guard let value = members[name], !value.isNull else { return nil }
        guard let flag = value.bool else { throw .settingInvalid(name, provider: provider) }
        return flag
    }

    /// A list of texts that may be missing.
    func texts(_ name: String) throws(LoginError) -> [String]? {
        guard let value = members[name] else { return nil }
        guard let texts = value.array?.compactMap(\.string), texts.count == value.array?.count else {
            throw .settingInvalid(name, provider: provider)
        }
        return texts
    }

    /// Refuses every name but these, so that a misspelt one is never silently without effect.
    func refuseOthers(than known: Set<String>, secrets: [String]) throws(LoginError) {
        for name in members.names where !known.contains(name) {
            throw .settingUnknown(name, known: known, isSecret: secrets.contains(name), provider: provider)
        }
    }
}

extension LoginError {
    static func settingMissing(_ name: String, provider: BilingualText) -> LoginError {
        LoginError(
            .settingInvalid, advice: .fixSetup,
            message: BilingualText(
                ko: "\(provider.korean) 설정에 \(name) 값이 없습니다.", en: "The settings of \(provider.english) lack \(name)."),
            remedy: BilingualText(
                ko: "제공자 콘솔의 값을 설정에 추가하세요.", en: "Add the value from the provider's console to the settings."))
    }

    static func secretMissing(_ name: String, provider: BilingualText) -> LoginError {
        LoginError(
            .settingInvalid, advice: .fixSetup,
            message: BilingualText(
                ko: "\(provider.korean)에 필요한 비밀 값 \(name)이 없습니다.",
                en: "\(provider.english) needs the secret \(name), which is not there."),
            remedy: BilingualText(
                ko: "비밀 값을 환경 변수나 secret_files로 전달하세요.",
                en: "Hand it over by the environment or by secret_files."))
    }

    static func settingInvalid(_ name: String, provider: BilingualText) -> LoginError {
        LoginError(
            .settingInvalid, advice: .fixSetup,
            message: BilingualText(
                ko: "\(provider.korean) 설정의 \(name) 값을 쓸 수 없습니다.",
                en: "The value of \(name) in the settings of \(provider.english) cannot be used."),
            remedy: BilingualText(
                ko: "제공자 콘솔의 값과 같은지, 빈칸이 섞이지 않았는지 확인하세요.",
                en: "Compare it with the provider's console, and look for blanks."))
    }

    static func settingUnknown(
        _ name: String, known: Set<String>, isSecret: Bool, provider: BilingualText
    ) -> LoginError {
        let list = known.sorted().joined(separator: ", ")
        return LoginError(
            .settingInvalid, advice: .fixSetup,
            message: BilingualText(
                ko: "\(provider.korean) 설정에 알 수 없는 이름이 있습니다: \(name)",
                en: "The settings of \(provider.english) hold \(name), which nobody reads."),
            remedy: isSecret
                ? BilingualText(
                    ko: "비밀 값은 설정 파일이 아니라 환경 변수로 전달하세요.",
                    en: "A secret belongs into the environment, not into a settings file.")
                : BilingualText(ko: "쓸 수 있는 이름: \(list)", en: "Known names: \(list)."))
    }
}

extension String {
    /// Whether a key or issuer can be compared at all: something, and nothing that a copy and paste left behind.
    var isComparable: Bool {
        !isEmpty && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
