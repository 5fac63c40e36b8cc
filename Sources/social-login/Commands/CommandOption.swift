// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// An option of a command: a switch, or a name with a value behind it.
struct CommandOption: Sendable {
    /// The name with its dashes, for example `--port`.
    let name: String
    /// What stands for the value in the help, for example `N`; nil for a switch.
    let value: String?
    /// What it does.
    let help: BilingualText

    static let serverPort = CommandOption(
        name: "--port", value: "N",
        help: BilingualText(
            ko: "로그인 서버의 포트 (기본 8080, 0은 빈 포트)", en: "port of the login server (8080; 0 takes a free one)"))
    static let emulatorPort = CommandOption(
        name: "--emulator-port", value: "N",
        help: BilingualText(ko: "에뮬레이터의 포트 (기본 9900, 0은 빈 포트)", en: "port of the emulator (9900; 0 takes a free one)"))
    static let port = CommandOption(
        name: "--port", value: "N",
        help: BilingualText(ko: "포트 (기본 9900, 0은 빈 포트)", en: "port (9900; 0 takes a free one)"))
    static let data = CommandOption(
        name: "--data", value: "DIR",
        help: BilingualText(
            ko: "데이터베이스와 마스터 키를 두는 폴더\n(기본 $XDG_DATA_HOME/social-login/demo,\n없으면 ~/.local/share/social-login/demo)",
            en:
                "folder for database and master key (by default\n$XDG_DATA_HOME/social-login/demo, and without that variable\n~/.local/share/social-login/demo)"
        ))
    static let config = CommandOption(
        name: "--config", value: "FILE",
        help: BilingualText(ko: "설정 파일 (JSON5)", en: "settings file (JSON5)"))
    static let dev = CommandOption(
        name: "--dev", value: nil,
        help: BilingualText(
            ko: "이 컴퓨터 안의 http와 에뮬레이터를 허용. 다른 주소는 모두 거절",
            en: "allow plain http and an emulator, on this machine only;\nany other address is refused"))
    static let server = CommandOption(
        name: "--server", value: "URL",
        help: BilingualText(
            ko: "로그인 서버의 주소 (기본 $SOCIAL_LOGIN_SERVER)",
            en: "address of the login server (by default $SOCIAL_LOGIN_SERVER)"))
    static let plainServer = CommandOption(
        name: "--dev", value: nil,
        help: BilingualText(
            ko: "이 컴퓨터의 서버에 http로 접속. 다른 주소는 거절",
            en: "reach a server on this machine by plain http;\nany other http address is refused"))
    static let noBrowser = CommandOption(
        name: "--no-browser", value: nil,
        help: BilingualText(
            ko: "브라우저를 열지 않고 주소만 출력", en: "print the address and open no browser"))
    static let result = CommandOption(
        name: "--json", value: nil,
        help: BilingualText(ko: "결과를 JSON 한 줄로 출력", en: "print the result as one line of JSON"))
    static let check = CommandOption(
        name: "--check", value: nil,
        help: BilingualText(ko: "설정만 확인하고 종료", en: "check the settings and end"))
    static let atOnce = CommandOption(
        name: "--at-once", value: nil,
        help: BilingualText(
            ko: "키가 새어 나갔을 때: 다른 키와 그 키로 만든 토큰을 지금 바로 버림",
            en: "a key has leaked: the others and what they signed\nare worth nothing from now on"))
    static let rotate = CommandOption(
        name: "--rotate", value: nil,
        help: BilingualText(
            ko: "가장 높은 번호의 키를 쓰기 시작하고, 저장된 값을 모두 그 키로 다시 봉함.\n중간에 멈추면 다시 실행해서 이어 감",
            en: "take the key with the highest number into use and seal\nall that is stored anew; run it again to go on"
        ))
    static let retire = CommandOption(
        name: "--retire", value: "N",
        help: BilingualText(
            ko: "N번 키를 없앰. 아직 필요하면 거절", en: "end key N; refused while something needs it"))
    static let retireAtOnce = CommandOption(
        name: "--at-once", value: nil,
        help: BilingualText(
            ko: "키가 새어 나갔거나 잃었을 때: 필요해도 없앰.\n아직 새 키로 넘어가지 않은 로그인은 끝남",
            en: "the key has leaked or is lost: end it in spite of that;\nsessions that made no use of a newer key end")
    )
    static let tls = CommandOption(
        name: "--tls", value: nil,
        help: BilingualText(
            ko: "에뮬레이터를 https로도 엶. 제공자의 호스트 이름으로 된\n인증서는 자체 인증 기관이 발급",
            en:
                "let the emulator answer by https too, with a certificate\nfor the providers' host names by an authority of its own"
        ))
    static let tlsPort = CommandOption(
        name: "--tls-port", value: "N",
        help: BilingualText(ko: "그 https의 포트 (기본 9943, 0은 빈 포트)", en: "port of that https (9943; 0 takes a free one)"))
    static let tlsFolder = CommandOption(
        name: "--tls-folder", value: "DIR",
        help: BilingualText(
            ko:
                "그 인증 기관을 두는 폴더\n(기본 $XDG_DATA_HOME/social-login/emulator,\n없으면 ~/.local/share/social-login/emulator)",
            en:
                "folder for that authority (by default\n$XDG_DATA_HOME/social-login/emulator, and without that\nvariable ~/.local/share/social-login/emulator)"
        ))
    static let seed = CommandOption(
        name: "--seed", value: "FILE",
        help: BilingualText(ko: "사람과 앱을 적은 파일 (기본은 데모의 사람들)", en: "people and apps (by default those of the demo)"))
    static let json = CommandOption(
        name: "--json", value: nil,
        help: BilingualText(ko: "주소를 JSON 한 줄로 출력", en: "print the addresses as one line of JSON"))
    static let log = CommandOption(
        name: "--log", value: "FORM",
        help: BilingualText(
            ko: "표준 오류에 쓰는 기록의 형식: text, json, off (기본 text)", en: "log on standard error: text, json or off (text)"))
    static let verbose = CommandOption(
        name: "--verbose", value: nil,
        help: BilingualText(ko: "자세한 기록도 출력", en: "log details too"))
}
