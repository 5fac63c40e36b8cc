// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// The commands of the program.
enum CommandName: String, CaseIterable, Sendable {
    case demo
    case serve
    case emulate
    case help
    case version

    /// What it does, in half a sentence.
    var summary: BilingualText {
        switch self {
        case .demo:
            BilingualText(
                ko: "로그인 서버와 에뮬레이터를 이 컴퓨터에서 함께 실행", en: "run login server and emulator together on this machine")
        case .serve: BilingualText(ko: "설정 파일대로 로그인 서버를 실행", en: "run the login server from a settings file")
        case .emulate: BilingualText(ko: "제공자 에뮬레이터만 실행", en: "run the emulator of the providers alone")
        case .help: BilingualText(ko: "명령의 도움말", en: "explain a command")
        case .version: BilingualText(ko: "버전", en: "say which release this is")
        }
    }

    /// The options that it takes.
    var options: [CommandOption] {
        switch self {
        case .demo: [.serverPort, .emulatorPort, .data, .json, .log, .verbose]
        case .serve: [.config, .dev, .check, .json, .log, .verbose]
        case .emulate: [.port, .seed, .json, .log, .verbose]
        case .help, .version: []
        }
    }
}
