// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginProviders

/// The help of the program, or of one command, without a line break at its end.
func helpText(for command: CommandName?, in language: Language) -> String {
    guard let command else { return programHelp.text(in: language) }
    var text = usage(of: command, in: language)
    if let story = story(of: command) { text += "\n\n" + story.text(in: language) }
    if !command.options.isEmpty {
        let heading = BilingualText(ko: "옵션:", en: "Options:").text(in: language)
        text += "\n\n\(heading)\n\(command.options.map { line(of: $0, in: language) }.joined(separator: "\n"))"
        text += "\n\n" + exitStatuses.text(in: language)
        if command.isClient { text += "\n" + clientExitStatuses.text(in: language) }
    }
    return text
}

private func usage(of command: CommandName, in language: Language) -> String {
    let options = command.options.map { option in
        let text = option.value.map { "\(option.name) \($0)" } ?? option.name
        return option.name == CommandOption.config.name ? text : "[\(text)]"
    }
    let heading = BilingualText(ko: "사용법:", en: "Usage:").text(in: language)
    let words = ["\(heading) social-login \(command.rawValue)"] + operands(of: command) + options
    return words.joined(separator: " ") + "\n\n" + command.summary.text(in: language)
}

private func operands(of command: CommandName) -> [String] {
    switch command {
    case .help: ["[COMMAND]"]
    case .signIn: ["[PROVIDER]"]
    default: []
    }
}

private func line(of option: CommandOption, in language: Language) -> String {
    let name = option.value.map { "\(option.name) \($0)" } ?? option.name
    let help = option.help.text(in: language).split(separator: "\n").joined(separator: "\n" + column("", 24))
    return column("  \(name)", 24) + help
}

private func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(2, width - text.count))
}

private var programHelp: BilingualText {
    func commands(_ language: Language) -> String {
        CommandName.allCases.map { column("  \($0.rawValue)", 14) + $0.summary.text(in: language) }
            .joined(separator: "\n")
    }
    return BilingualText(
        ko: """
            사용법: social-login COMMAND [옵션]

            \(commands(.korean))

            처음이라면: social-login demo를 실행하고 브라우저에서 http://localhost:8080을 여세요.
            명령의 도움말: social-login COMMAND --help
            말은 LC_ALL, LC_MESSAGES, LANG을 따릅니다.

            \(exitStatuses.korean)
            """,
        en: """
            Usage: social-login COMMAND [OPTIONS]

            \(commands(.english))

            New here? Run social-login demo and open http://localhost:8080 in a browser.
            Help on a command: social-login COMMAND --help
            The language follows LC_ALL, LC_MESSAGES and LANG.

            \(exitStatuses.english)
            """)
}

private let exitStatuses = BilingualText(
    ko: "종료 상태: 0 정상, 1 오류 (표준 오류에 이유와 할 일이 나옵니다), 2 잘못된 인자",
    en: "Exit status: 0 all well, 1 a fault (standard error says why and what to do), 2 wrong arguments")

private let clientExitStatuses = BilingualText(
    ko: "             3 로그인한 사람 없음, 4 로그인이 취소되거나 10분이 지남, 5 서버나 네트워크가 답하지 않음, 130 Ctrl-C",
    en: "             3 nobody is signed in, 4 the sign-in was given up or took ten minutes,\n"
        + "             5 server or network do not answer, 130 Ctrl-C")

private func story(of command: CommandName) -> BilingualText? {
    switch command {
    case .demo:
        BilingualText(
            ko: """
                로그인 서버는 http://localhost:8080, 에뮬레이터는 http://127.0.0.1:9900에서 열립니다.
                둘은 한 시계를 쓰고, 에뮬레이터의 제어 API로 그 시계를 옮길 수 있습니다(http://127.0.0.1:9900/_emulator).
                로그인한 사람은 다시 시작해도 남아 있습니다. 폴더를 지우면 처음으로 돌아갑니다.
                에뮬레이터는 새로 만든 사람과 동의를 메모리에만 두므로, 다시 시작하면 동의를 다시 묻습니다.
                Ctrl-C를 누르면 진행 중인 요청을 마치고 끝납니다. 한 번 더 누르면 바로 끝납니다.
                http는 이 컴퓨터 안에서만 씁니다. 다른 컴퓨터에서는 접속할 수 없습니다.
                """,
            en: """
                The login server opens at http://localhost:8080 and the emulator at http://127.0.0.1:9900.
                Both run on one clock, which the emulator's control API moves: http://127.0.0.1:9900/_emulator.
                Whoever signed in is still there after a restart; delete the folder to begin anew.
                The emulator keeps new people and consents in memory alone, so after a restart it asks again.
                Ctrl-C lets requests under way finish and ends; a second Ctrl-C ends at once.
                Plain http is for this machine only: no other one can connect.
                """)
    case .serve: serveStory
    case .emulate:
        BilingualText(
            ko: """
                제공자의 서버를 오프라인에서 흉내 냅니다. 주소는 http://127.0.0.1:9900/실제호스트/경로입니다.
                예: http://127.0.0.1:9900/kauth.kakao.com/oauth/authorize
                사람, 앱, 시간, 고장은 제어 API로 바꿉니다. 부르는 법은 http://127.0.0.1:9900/_emulator에 나옵니다.
                --tls를 주면 제공자의 SDK가 실제 주소 그대로 부를 수 있습니다. 설치할 인증서와 입력할 명령은 시작할 때 나옵니다.
                """,
            en: """
                Stands in for the providers' servers, offline, at http://127.0.0.1:9900/REAL-HOST/PATH,
                for example http://127.0.0.1:9900/kauth.kakao.com/oauth/authorize.
                A control API changes people, apps, time and faults; http://127.0.0.1:9900/_emulator lists its calls.
                With --tls the vendors' own SDKs can call it by the real addresses; which certificate to install and what to
                type is said at the start.
                """)
    case .rotateKey:
        BilingualText(
            ko: """
                설정 파일의 데이터베이스에 새 서명 키를 넣습니다. 서버는 켜 둔 채로 하고, 서버를 돌리는 사용자로 실행하세요.
                새 키는 바로 공개되고 두 시간 뒤부터 서명하므로 아무도 알아채지 못합니다. 서버는 lives.signing_key(90일)마다 스스로 이렇게 합니다.
                키가 새어 나갔으면 --at-once를 쓰세요. 앱은 접근 토큰을 새로 받고, 로그인은 남습니다.
                """,
            en: """
                Puts another signing key into the database that the settings name. Let the servers run, and be the user they run as.
                The key is published now and signs in two hours, so nobody notices. Every lives.signing_key, 90 days, a server
                does the same by itself. If a key has leaked, use --at-once: apps fetch new access tokens, and stay signed in.
                """)
    case .masterKeys:
        BilingualText(
            ko: """
                마스터 키의 번호마다 상태와, 그 키로 봉한 값과 그 키가 필요한 로그인의 수를 보여 줍니다.
                바꾸려면: 키 파일에 새 줄을 더하고 (2:BASE64, 한 줄에 키 하나, 번호가 없는 첫 키는 1번), 모든 서버를 다시 시작한 뒤
                --rotate를 실행하세요. 서버는 켜 둔 채로 하고, 서버를 돌리는 사용자로 실행하세요. 옛 키는 필요 없어졌을 때
                --retire로 없애고 파일에서 지웁니다. 로그인은 쓰일 때 새 키로 넘어가므로 lives.session_idle(30일)이면 충분합니다.
                """,
            en: """
                Shows each master key by number: where it stands, how many values it sealed, how many sessions need it.
                To change it: add a line to the key file (2:BASE64, one key a line; the first, without a number, is key 1),
                restart every server, then use --rotate. Let the servers run, and be the user they run as. End the old key by
                --retire when nothing needs it any more, and delete its line. Sessions change when they are used, so
                lives.session_idle, 30 days, is long enough.
                """)
    case .signIn:
        BilingualText(
            ko: """
                브라우저에서 로그인 서버의 페이지를 열고, 끝나면 돌아옵니다.
                PROVIDER는 \(providers) 가운데 하나이고, 쓰지 않으면 \(ProviderCatalogue.usual)입니다.
                로그인은 $XDG_STATE_HOME/social-login (없으면 ~/.local/state/social-login)에, 주인만 읽도록 남습니다.
                http 주소는 이 컴퓨터의 서버에만, --dev와 함께 쓸 수 있습니다.
                """,
            en: """
                Opens the login server's page in a browser and comes back when that is done.
                PROVIDER is one of \(providers), and \(ProviderCatalogue.usual) where it is left out.
                The sign-in is kept in $XDG_STATE_HOME/social-login, or else ~/.local/state/social-login, for its owner alone.
                An http address is for a server on this machine only, together with --dev.
                """)
    case .whoami:
        BilingualText(
            ko: "서버에 물어 닉네임과 계정 ID를 출력합니다.",
            en: "Asks the server, and prints the nickname and the account's id.")
    case .sessions:
        BilingualText(
            ko: "한 줄에 하나씩: 이 컴퓨터는 *, 로그인 ID, 제공자, 마지막으로 쓴 때(UTC), 기기 이름.",
            en: "A line each: * for this computer, the sign-in's id, provider, when it was last used (UTC), device.")
    case .signOut:
        BilingualText(
            ko: "이 컴퓨터에서 먼저 지우고 서버에 알립니다. 네트워크가 없으면 다음에 로그인하거나 로그아웃할 때 알립니다.",
            en: "Forgets on this computer, then tells the server; without a network, the next sign-in or sign-out does."
        )
    case .help, .version: nil
    }
}

/// A settings file, with what is said in it in that language.
private func serveExample(in language: Language) -> String {
    let reach = language == .korean ? "브라우저와 앱이 접속하는 주소" : "where browsers and apps reach the server"
    let open = BilingualText(
        ko: "또는 host \"::\"과 certificate_file, private_key_file",
        en: "or host \"::\" with certificate_file, private_key_file"
    ).text(in: language)
    let some = language == .korean ? "쓸 제공자만 적습니다" : "those that are wanted"
    return """
          {
              public_address: "https://login.example.com",        // \(reach)
              service_name: { ko: "예시 서비스", en: "Example" },
              terms_of_service: "https://example.com/terms", privacy_policy: "https://example.com/privacy",
              listen: { host: "127.0.0.1", port: 8080 },           // \(open)
              database: "/var/lib/social-login/login.sqlite",
              providers: {                                         // \(some)
                  kakao: { app_id: 1000001, rest_key: "your-rest-api-key" },
                  naver: { client_id: "your-client-id" },
                  apple: { team_id: "ABCDE12345", key_id: "ABCDE12345", services_id: "com.example.web" },
                  facebook: { app_id: 1000001 },
              },
              // secret_files: { master_key: "master.key", apple_private_key: "AuthKey.p8" },
              // clients: [{ id: "shop-app", name: { ko: "가게", en: "Shop" }, redirect_uris: ["com.example.shop:/signed-in"] }],
              // logo, audience, picture_hosts, terms_version, terms, lives, certificate_authority_file
          }
        """
}

/// The variables of every provider's secrets, a line each.
private let secretVariables = ProviderSection.secretNames.map { "  \(SecretSource.variable(for: $0))" }
    .joined(separator: "\n")

private let serveStory = BilingualText(
    ko: """
        설정 파일의 모양 (상대 경로는 설정 파일이 있는 폴더에서 시작):

        \(serveExample(in: .korean))

        비밀 값은 설정 파일에 적지 않습니다. 환경 변수로 주거나 secret_files에 파일 이름을 적습니다:
          \(SecretSource.variable(for: "master_key"))  32바이트의 base64 (head -c 32 /dev/urandom | base64), 바꾸는 법은 master-keys
        \(secretVariables)

        --dev 없이는 public_address가 https여야 하고, 암호화하지 않는 listen은 이 컴퓨터 안(프록시 뒤)에서만 됩니다.
        --dev에서는 모든 주소가 이 컴퓨터여야 하고 emulator: "http://127.0.0.1:9900"을 쓸 수 있습니다.
        """,
    en: """
        The settings file looks like this (relative paths begin at the folder of the file):

        \(serveExample(in: .english))

        Secrets do not belong in the file. Give them by environment variables, or name files in secret_files:
          \(SecretSource.variable(for: "master_key"))  base64 of 32 bytes (head -c 32 /dev/urandom | base64); to change it: master-keys
        \(secretVariables)

        Without --dev, public_address must be https, and listen may be unencrypted on this machine only, behind a proxy.
        With --dev, every address must be on this machine, and emulator: "http://127.0.0.1:9900" may be set.
        """)

/// The providers that can be named.
private let providers = ProviderCatalogue.entries.map(\.id.rawValue).joined(separator: ", ")
