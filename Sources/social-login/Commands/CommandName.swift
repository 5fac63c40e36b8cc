// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// The commands of the program.
enum CommandName: String, CaseIterable, Sendable {
    case demo
    case serve
    case emulate
    case rotateKey = "rotate-key"
    case masterKeys = "master-keys"
    case signIn = "sign-in"
    case whoami
    case sessions
    case signOut = "sign-out"
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
        case .rotateKey:
            BilingualText(ko: "접근 토큰에 서명할 새 키를 만듦", en: "make another key to sign access tokens with")
        case .masterKeys:
            BilingualText(ko: "마스터 키를 보고, 바꾸고, 없앰", en: "show, change and retire master keys")
        case .signIn: BilingualText(ko: "로그인 서버에 로그인", en: "sign in at a login server")
        case .whoami: BilingualText(ko: "누구로 로그인했는지 보기", en: "say who is signed in")
        case .sessions: BilingualText(ko: "로그인한 기기 목록", en: "list the devices that are signed in")
        case .signOut: BilingualText(ko: "이 컴퓨터에서 로그아웃", en: "sign out on this computer")
        case .help: BilingualText(ko: "명령의 도움말", en: "explain a command")
        case .version: BilingualText(ko: "버전", en: "say which release this is")
        }
    }

    /// Whether it acts for a person at a login server.
    var isClient: Bool {
        switch self {
        case .signIn, .whoami, .sessions, .signOut: true
        case .demo, .serve, .emulate, .rotateKey, .masterKeys, .help, .version: false
        }
    }

    /// The options that it takes.
    var options: [CommandOption] {
        switch self {
        case .demo: [.serverPort, .emulatorPort, .data, .tls, .tlsPort, .tlsFolder, .json, .log, .verbose]
        case .serve: [.config, .dev, .check, .json, .log, .verbose]
        case .emulate: [.port, .seed, .tls, .tlsPort, .tlsFolder, .json, .log, .verbose]
        case .rotateKey: [.config, .dev, .atOnce, .result]
        case .masterKeys: [.config, .dev, .rotate, .retire, .retireAtOnce, .result]
        case .signIn: [.server, .plainServer, .noBrowser, .result]
        case .whoami, .sessions, .signOut: [.server, .plainServer, .result]
        case .help, .version: []
        }
    }
}
