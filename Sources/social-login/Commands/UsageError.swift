// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginProviders

/// Arguments that make no sense.
struct UsageError: Error, Sendable {
    /// What is wrong with them.
    let message: BilingualText
    /// What to type to learn how it is done.
    let helpCommand: String

    private init(_ message: BilingualText, command: CommandName? = nil) {
        self.message = message
        helpCommand = command.map { "social-login \($0.rawValue) --help" } ?? "social-login help"
    }

    static func unknownCommand(_ text: String) -> UsageError {
        let guess = nearest(to: text, among: CommandName.allCases.map(\.rawValue))
        return UsageError(
            BilingualText(
                ko: "없는 명령입니다: \(text).\(guess.map { " 혹시 \($0)인가요?" } ?? "")",
                en: "There is no command \(text).\(guess.map { " Did you mean \($0)?" } ?? "")"))
    }

    static func unknownArgument(_ text: String, of command: CommandName) -> UsageError {
        let name = text.prefix { $0 != "=" }
        let guess = nearest(to: name, among: command.options.map(\.name))
        return UsageError(
            BilingualText(
                ko: "\(command.rawValue) 명령에 없는 인자입니다: \(name).\(guess.map { " 혹시 \($0)인가요?" } ?? "")",
                en: "\(command.rawValue) does not take \(name).\(guess.map { " Did you mean \($0)?" } ?? "")"),
            command: command)
    }

    static func unknownProvider(_ text: String, of command: CommandName) -> UsageError {
        let known = ProviderCatalogue.entries.map(\.id.rawValue).joined(separator: ", ")
        return UsageError(
            BilingualText(
                ko: "없는 제공자입니다: \(text). 쓸 수 있는 제공자: \(known)",
                en: "There is no provider \(text). Known providers: \(known)."),
            command: command)
    }

    static func repeated(_ option: CommandOption, of command: CommandName) -> UsageError {
        UsageError(
            BilingualText(ko: "두 번 쓴 인자가 있습니다: \(option.name)", en: "\(option.name) is given twice."),
            command: command)
    }

    static func unexpectedValue(_ option: CommandOption, of command: CommandName) -> UsageError {
        UsageError(
            BilingualText(ko: "\(option.name)에는 값을 주지 않습니다.", en: "\(option.name) takes no value."),
            command: command)
    }

    static func missingValue(_ option: CommandOption, of command: CommandName) -> UsageError {
        UsageError(
            BilingualText(ko: "\(option.name) 뒤에 값이 없습니다.", en: "\(option.name) needs a value."),
            command: command)
    }

    static func missing(_ option: CommandOption, of command: CommandName) -> UsageError {
        UsageError(
            BilingualText(
                ko: "\(command.rawValue) 명령에 필요한 인자가 없습니다: \(option.name) \(option.value ?? "")",
                en: "\(command.rawValue) needs \(option.name) \(option.value ?? "")."),
            command: command)
    }

    static func missingServer(of command: CommandName) -> UsageError {
        UsageError(
            BilingualText(
                ko: "로그인 서버의 주소가 없습니다. --server URL을 쓰거나 SOCIAL_LOGIN_SERVER에 두세요.",
                en: "\(command.rawValue) needs the login server's address: --server URL, or SOCIAL_LOGIN_SERVER."),
            command: command)
    }

    static func invalidPort(_ option: CommandOption, of command: CommandName) -> UsageError {
        UsageError(
            BilingualText(
                ko: "\(option.name)에는 0에서 65535 사이의 수를 쓰세요.", en: "\(option.name) takes a number from 0 to 65535."),
            command: command)
    }

    static func notTogether(_ option: CommandOption, _ other: CommandOption, of command: CommandName) -> UsageError {
        UsageError(
            BilingualText(
                ko: "\(option.name)와 \(other.name)는 함께 쓸 수 없습니다.",
                en: "\(option.name) and \(other.name) do not go together."),
            command: command)
    }

    static func needsOther(_ option: CommandOption, _ other: CommandOption, of command: CommandName) -> UsageError {
        UsageError(
            BilingualText(
                ko: "\(option.name)는 \(other.name)와 함께 쓰세요.", en: "\(option.name) goes with \(other.name) only."),
            command: command)
    }

    static func invalidKeyNumber(_ option: CommandOption, of command: CommandName) -> UsageError {
        UsageError(
            BilingualText(
                ko: "\(option.name)에는 키의 번호를 쓰세요.", en: "\(option.name) takes the number of a key."),
            command: command)
    }

    static func samePort(_ option: CommandOption, _ other: CommandOption, _ port: Int, of command: CommandName)
        -> UsageError
    {
        UsageError(
            BilingualText(
                ko: "\(option.name)와 \(other.name)가 모두 \(port)입니다. 서로 다른 포트를 고르세요. 0은 비어 있는 포트를 고릅니다.",
                en:
                    "\(option.name) and \(other.name) are both \(port). Choose two different ports; 0 takes one that is free."
            ),
            command: command)
    }

    static func meaningless(_ option: CommandOption, without other: CommandOption, of command: CommandName)
        -> UsageError
    {
        UsageError(
            BilingualText(
                ko: "\(option.name)는 \(other.name)와 함께 쓸 때만 뜻이 있습니다.",
                en: "\(option.name) means something only together with \(other.name)."),
            command: command)
    }

    static func invalidLogForm(of command: CommandName) -> UsageError {
        let forms = LogForm.allCases.map(\.rawValue).joined(separator: ", ")
        return UsageError(
            BilingualText(ko: "--log에는 다음 중 하나를 쓰세요: \(forms).", en: "--log takes one of \(forms)."),
            command: command)
    }
}
