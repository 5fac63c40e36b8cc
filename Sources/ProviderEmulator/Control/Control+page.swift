// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension Control {
    /// `GET /_emulator`: who and what there is, and how to change it.
    func page(_ request: HTTPRequest) -> HTTPResponse {
        let chosen = PageForm(query: request.query)["lang"].flatMap(Language.init)
        let language = chosen ?? request.acceptedLanguage
        let world = world.value
        let people = world.people.all
        let cards = Dictionary(uniqueKeysWithValues: EmulatedProvider.all.map { ($0.id, $0.appCards(world)) })
        let title = language.text("제공자 에뮬레이터", "Provider emulator")
        let content: HTML = """
            <header>
            <h1>\(title)</h1>
            <p class="lead">\(language.text("지금 시각", "The time is")) <time>\(timestamp(clock.now))</time></p>
            </header>
            \(section(language.text("바로 가기", "Pages"), pages(in: language)))
            \(section(language.text("사람", "People"), Self.people(people, in: language)))
            \(EmulatedProvider.all.map { apps(of: $0, cards[$0.id] ?? [], in: language) })
            \(section(language.text("주소", "Addresses"), addresses(request, in: language)))
            \(section(language.text("제어 API", "Control API"), api(request, people.first, cards, in: language)))
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
        let own = EmulatedProvider.all.flatMap(\.pages).map { page in
            ("/\(page.host)\(page.path)?lang=\(language.rawValue)", page.meaning.text(in: language))
        }
        let links =
            own + [
                (
                    "/_emulator/requests.txt",
                    language.text("받은 요청을 curl 명령으로", "The requests that came, as curl commands")
                ),
                (
                    "/_emulator/requests.txt?secrets=shown",
                    language.text("비밀 값까지 적은 curl 명령", "The same with secrets written out")
                ),
                ("/_emulator/state", language.text("지금 상태 전부 (JSON)", "Everything as it stands (JSON)")),
            ]
        return "<ul class=\"links\">\(links.map { "<li><a href=\"\($0)\">\($1)</a></li>" as HTML })</ul>"
    }

    private func addresses(_ request: HTTPRequest, in language: Language) -> HTML {
        let rows = EmulatedProvider.allHosts.map { host -> HTML in
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

    private func apps(of provider: EmulatedProvider, _ cards: [EmulatedProvider.AppCard], in language: Language) -> HTML
    {
        let name = provider.brand.name
        let content = cards.map { card -> HTML in
            let rows = card.pairs.map { name, values -> HTML in
                """
                <div><dt>\(name.text(in: language))</dt><dd>\(values.map { "<code>\($0)</code>" as HTML })</dd></div>
                """
            }
            return "<h3>\(HTML.name(card.name))</h3><dl class=\"pairs\">\(rows)</dl>"
        }
        return section(
            language.text("\(name.korean) 앱", "\(name.english) apps"), HTML(joining: content))
    }

    /// Every call with a line that can be copied into a terminal, about somebody and some app that are there.
    private func api(
        _ request: HTTPRequest, _ person: Person?, _ cards: [String: [EmulatedProvider.AppCard]], in language: Language
    ) -> HTML {
        let rows = Self.routes.map { route -> HTML in
            let app = route.pattern.split(separator: "/").first.flatMap { cards[String($0)]?.first?.id }
            return """
                <div><dt><code>\(route.method.rawValue) /_emulator/\(route.pattern)</code></dt>\
                <dd>\(route.meaning.text(in: language))<code>\(curl(route, request, person: person?.id, app: app))</code></dd>\
                </div>

                """
        }
        return "<dl class=\"pairs\">\(rows)</dl>"
    }

    private func curl(_ route: ControlRoute, _ request: HTTPRequest, person: Int64?, app: Int64?) -> String {
        let personID = String(person ?? 1)
        let path = route.pattern.replacing("{person}", with: personID)
            .replacing("{id}", with: route.pattern.hasPrefix("people/") ? personID : String(app ?? 1))
        let method = route.method == .get ? "" : " -X \(route.method.rawValue)"
        // No example has an apostrophe in it, so the shell takes the body as it is.
        let body = route.example.map { " -H 'Content-Type: application/json' -d '\($0)'" } ?? ""
        return "curl\(method)\(body) \(request.scheme)://\(request.authority)/_emulator/\(path)"
    }
}
