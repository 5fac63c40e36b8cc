// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension Control {
    /// `GET /_emulator`: who and what there is, and how to change it.
    func page(_ request: HTTPRequest) -> HTTPResponse {
        let chosen = PageForm(query: request.query)["lang"].flatMap(Language.init)
        let language = chosen ?? request.acceptedLanguage
        let (people, apps) = world.withLock { ($0.people.all, $0.kakao.sortedApps) }
        let title = language.text("제공자 에뮬레이터", "Provider emulator")
        let content: HTML = """
            <header>
            <h1>\(title)</h1>
            <p class="lead">\(language.text("지금 시각", "The time is")) <time>\(timestamp(clock.now))</time></p>
            </header>
            \(section(language.text("바로 가기", "Pages"), pages(in: language)))
            \(section(language.text("사람", "People"), Self.people(people, in: language)))
            \(section(language.text("카카오 앱", "Kakao apps"), HTML(joining: apps.map { Self.app($0, in: language) })))
            \(section(language.text("주소", "Addresses"), addresses(request, in: language)))
            \(section(language.text("제어 API", "Control API"), api(request, people.first, apps.first, in: language)))
            """
        return EmulatorPage(
            brand: .emulator, title: title, language: language, address: { "/_emulator?lang=\($0.rawValue)" },
            isWide: true, content: content
        ).response()
    }

    private func section(_ name: String, _ content: HTML) -> HTML {
        "<section><h2>\(name)</h2>\(content)</section>"
    }

    private func pages(in language: Language) -> HTML {
        let apps = "/\(KakaoHost.kauth)\(KakaoConnectedApps.path)?lang=\(language.rawValue)"
        let links: [(String, String)] = [
            (apps, language.text("카카오계정에 연결된 앱 보기와 끊기", "Apps connected with a Kakao account, and disconnecting them")),
            ("/_emulator/requests.txt", language.text("받은 요청을 curl 명령으로", "The requests that came, as curl commands")),
            (
                "/_emulator/requests.txt?secrets=shown",
                language.text("비밀 값까지 적은 curl 명령", "The same with secrets written out")
            ),
            ("/_emulator/state", language.text("지금 상태 전부 (JSON)", "Everything as it stands (JSON)")),
        ]
        return "<ul class=\"links\">\(links.map { "<li><a href=\"\($0)\">\($1)</a></li>" as HTML })</ul>"
    }

    private func addresses(_ request: HTTPRequest, in language: Language) -> HTML {
        let rows = KakaoHost.all.map { host -> HTML in
            "<div><dt>https://\(host)</dt><dd><code>\(request.scheme)://\(request.authority)/\(host)</code></dd></div>"
        }
        return "<dl class=\"pairs\">\(rows)</dl>"
    }

    private static func people(_ people: [Person], in language: Language) -> HTML {
        let rows = people.map { person -> HTML in
            """
            <li>\(person.avatar)<span class="who"><span class="nickname">\(HTML.name(person.nickname))</span>\
            <span class="detail">\(person.detail)</span></span>\(marks(of: person, in: language))</li>

            """
        }
        return "<ul class=\"rows\">\(rows)</ul>"
    }

    /// What makes a person a case of their own.
    private static func marks(of person: Person, in language: Language) -> HTML {
        var marks: [String] = []
        if person.email == nil { marks.append(language.text("이메일 없음", "no e-mail")) }
        if !person.isEmailVerified || !person.isEmailValid {
            marks.append(language.text("이메일 미확인", "e-mail unverified"))
        }
        if person.hasCutEmoji { marks.append(language.text("반쪽 이모지", "half an emoji")) }
        if person.accountState != .active { marks.append(person.accountState.rawValue) }
        return HTML(joining: marks.map { "<span class=\"tag\">\($0)</span>" })
    }

    private static func app(_ app: KakaoApp, in language: Language) -> HTML {
        let pairs: [(String, [String])] = [
            ("app id", ["\(app.id)"]),
            (language.text("REST API 키", "REST key"), [app.restKey]),
            (language.text("클라이언트 시크릿", "Client secret"), [app.clientSecret?.exposed ?? "–"]),
            (language.text("네이티브 앱 키", "Native key"), [app.nativeKey ?? "–"]),
            (language.text("어드민 키", "Admin key"), [app.adminKey?.exposed ?? "–"]),
            (language.text("리다이렉트 URI", "Redirect URIs"), app.redirectURIs),
            (language.text("동의 항목", "Consent items"), app.consentItems.map { "\($0.scope.id) · \($0.stage.rawValue)" }),
        ]
        let rows = pairs.map { name, values -> HTML in
            "<div><dt>\(name)</dt><dd>\(values.map { "<code>\($0)</code>" as HTML })</dd></div>"
        }
        return "<h3>\(HTML.name(app.name))</h3><dl class=\"pairs\">\(rows)</dl>"
    }

    /// Every call with a line that can be copied into a terminal, about somebody and some app that are there.
    private func api(_ request: HTTPRequest, _ person: Person?, _ app: KakaoApp?, in language: Language) -> HTML {
        let rows = Self.routes.map { route -> HTML in
            """
            <div><dt><code>\(route.method.rawValue) /_emulator/\(route.pattern)</code></dt>\
            <dd>\(route.meaning.text(in: language))<code>\(curl(route, request, person, app))</code></dd></div>
            """
        }
        return "<dl class=\"pairs\">\(rows)</dl>"
    }

    private func curl(_ route: ControlRoute, _ request: HTTPRequest, _ person: Person?, _ app: KakaoApp?) -> String {
        let appID = app.map { String($0.id) } ?? "1"
        let personID = person.map { String($0.id) } ?? "1"
        let path = route.pattern.replacing("{person}", with: personID)
            .replacing("{id}", with: route.pattern.hasPrefix("people/") ? personID : appID)
        let method = route.method == .get ? "" : " -X \(route.method.rawValue)"
        // No example has an apostrophe in it, so the shell takes the body as it is.
        let body = route.example.map { " -H 'Content-Type: application/json' -d '\($0)'" } ?? ""
        return "curl\(method)\(body) \(request.scheme)://\(request.authority)/_emulator/\(path)"
    }
}
