// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension Surroundings {
    /// The log that the options ask for.
    func log(_ options: Options) throws(UsageError) -> Log {
        .printing(try options.logForm(), verbose: options.has(.verbose), to: terminal)
    }

    /// Says that plain http stays on this machine.
    func warnOfPlainHTTP() {
        warn(
            BilingualText(
                ko: "암호화하지 않는 http이므로 이 컴퓨터에서만 접속할 수 있습니다. 진짜 사람의 정보를 넣지 마세요.",
                en: "this is unencrypted http, so only this machine can connect. Put no real person's data into it."))
    }

    /// Says loudly that `--dev` is on.
    func warnOfDevelopment(emulator: String?) {
        warn(
            BilingualText(
                ko: "--dev가 켜져 있습니다. http를 허용하고 쿠키에 Secure가 없습니다. 운영에 쓰지 마세요.",
                en: "--dev is on: plain http is allowed and cookies go without Secure. Not for production."))
        guard let emulator else { return }
        warn(
            BilingualText(
                ko: "제공자 대신 에뮬레이터를 씁니다(\(emulator)). 누구나 누구로든 로그인할 수 있습니다.",
                en: "the emulator at \(emulator) stands in for the providers: anybody can sign in as anybody."))
    }

    /// Says that a person's command talks to a server without encryption.
    func warnOfPlainServer() {
        warn(
            BilingualText(
                ko: "--dev가 켜져 있어, 이 컴퓨터의 서버와 암호화하지 않고 통신합니다.",
                en: "--dev is on: this machine's server is talked to without encryption."))
    }

    private func warn(_ text: BilingualText) {
        let warning = BilingualText(ko: "경고: \(text.korean)", en: "WARNING: \(text.english)")
        terminal.complain(warning.text(in: language))
    }
}
