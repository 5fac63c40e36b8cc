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
        default: throw .settingInvalid(name, provider: provider, remedy: .writeText)
        }
    }

    /// True or false, which may be missing.
    func flag(_ name: String) throws(LoginError) -> Bool? {
        guard let value = members[name], !value.isNull else { return nil }
        guard let flag = value.bool else { throw .settingInvalid(name, provider: provider, remedy: .writeFlag) }
        return flag
    }

    /// A list of texts that may be missing.
    func texts(_ name: String) throws(LoginError) -> [String]? {
        guard let value = members[name] else { return nil }
        guard let texts = value.array?.compactMap(\.string), texts.count == value.array?.count else {
            throw .settingInvalid(name, provider: provider, remedy: .writeList)
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
    static func settingMissing(
        _ name: String, provider: BilingualText, remedy: BilingualText = .addFromConsole
    ) -> LoginError {
        setting(
            name,
            BilingualText(
                ko: "\(provider.korean) 설정에 \(name) 값이 없습니다.", en: "The settings of \(provider.english) lack \(name)."),
            remedy: remedy)
    }

    static func secretMissing(_ name: String, provider: BilingualText) -> LoginError {
        setting(
            name,
            BilingualText(
                ko: "\(provider.korean)에 필요한 비밀 값 \(name)이 없습니다.",
                en: "\(provider.english) needs the secret \(name), which is not there."),
            remedy: BilingualText(
                ko: "비밀 값을 환경 변수나 secret_files로 전달하세요.",
                en: "Hand it over by the environment or by secret_files."))
    }

    /// A value that cannot work.
    ///
    /// - Parameter remedy: how it would be right; left out, to look at the console, and for `issuers` to name one.
    static func settingInvalid(
        _ name: String, provider: BilingualText, remedy: BilingualText? = nil
    ) -> LoginError {
        setting(
            name,
            BilingualText(
                ko: "\(provider.korean) 설정의 \(name) 값을 쓸 수 없습니다.",
                en: "The value of \(name) in the settings of \(provider.english) cannot be used."),
            remedy: remedy ?? (name == "issuers" ? .writeIssuers : .compareWithConsole))
    }

    static func settingUnknown(
        _ name: String, known: Set<String>, isSecret: Bool, provider: BilingualText
    ) -> LoginError {
        let list = known.sorted().joined(separator: ", ")
        return setting(
            name,
            BilingualText(
                ko: "\(provider.korean) 설정에 알 수 없는 이름이 있습니다: \(name)",
                en: "The settings of \(provider.english) hold \(name), which nobody reads."),
            remedy: isSecret
                ? BilingualText(
                    ko: "비밀 값은 설정 파일이 아니라 환경 변수로 전달하세요.",
                    en: "A secret belongs into the environment, not into a settings file.")
                : BilingualText(ko: "쓸 수 있는 이름: \(list)", en: "Known names: \(list)."))
    }

    private static func setting(_ name: String, _ message: BilingualText, remedy: BilingualText) -> LoginError {
        var error = LoginError(.settingInvalid, advice: .fixSetup, message: message, remedy: remedy)
        error.setting = name
        return error
    }
}

extension BilingualText {
    fileprivate static let addFromConsole = BilingualText(
        ko: "제공자 콘솔의 값을 설정에 추가하세요.", en: "Add the value from the provider's console to the settings.")
    fileprivate static let compareWithConsole = BilingualText(
        ko: "제공자 콘솔의 값과 같은지, 빈칸이 섞이지 않았는지 확인하세요.",
        en: "Compare it with the provider's console, and look for blanks.")
    fileprivate static let writeText = BilingualText(
        ko: "비어 있지 않은 글을 따옴표 안에 적으세요.", en: "Write a text in quotes that is not empty.")
    fileprivate static let writeFlag = BilingualText(
        ko: "따옴표 없이 true나 false를 적으세요.", en: "Write true or false, without quotes.")
    fileprivate static let writeList = BilingualText(
        ko: #"글의 목록을 적으세요. 예: ["하나", "둘"]"#, en: #"Write a list of texts, for example ["one", "two"]."#)
    fileprivate static let writeIssuers = BilingualText(
        ko: #"id_token의 iss 값을 목록으로 적거나(예: ["https://…"]) 이 설정을 빼세요."#,
        en: #"List what the iss of its id_tokens may be, for example ["https://…"], or leave the setting out."#)
}

extension String {
    /// Whether a key or issuer can be compared at all: something, and nothing that a copy and paste left behind.
    var isComparable: Bool {
        !isEmpty && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
