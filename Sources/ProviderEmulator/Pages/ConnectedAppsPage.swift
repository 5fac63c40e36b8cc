// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

/// The page where a person sees which apps are connected with the account, and disconnects them. No script is needed.
struct ConnectedAppsPage {
    /// Where it is.
    static let path = "/emulator/apps"

    let brand: EmulatorPage.Brand
    let visit: Visit
    let language: Language

    /// One app that the person is connected with.
    struct Connection: Sendable {
        /// The app's number.
        let app: Int64
        /// What people see it as.
        let name: String
        /// Since when.
        let since: Date
        /// What they agreed to.
        let agreed: [BilingualText]
        /// Whether the app has not signed them up yet.
        var isWaiting = false
    }

    /// The page's address.
    func address(_ query: String = "", in language: Language? = nil) -> String {
        "\(visit.link(Self.path))?\(query)lang=\((language ?? self.language).rawValue)"
    }

    /// What is connected with a person's account.
    func list(of person: Person, _ connections: [Connection], isDisconnected: Bool) -> EmulatorPage {
        let notice: HTML = """
            <p class="notice" role="status">\(language.text("연결을 끊었습니다.", "The app is disconnected."))</p>
            """
        let nothing: HTML = "<p>\(language.text("연결된 앱이 없습니다.", "No app is connected."))</p>"
        return page(
            """
            <header>
            <h1>\(title)</h1>
            <p class="lead">\(language.text(
                "이 \(brand.account.korean)으로 로그인한 앱입니다.",
                "Apps that this \(brand.account.english) has logged in to."))</p>
            </header>
            \(isDisconnected ? notice : .empty)
            <p class="account">\(person.avatar)<span class="who">\
            <span class="nickname">\(HTML.name(person.nickname))</span><span class="detail">\(person.detail)</span></span>\
            <a href="\(address("choose=1&"))">\(language.text("다른 계정", "Other account"))</a></p>
            \(connections.isEmpty ? nothing : HTML(joining: connections.map { section($0, of: person) }))
            """)
    }

    /// Whose apps? One button for each account.
    func accounts(_ people: [Person]) -> EmulatorPage {
        page(
            """
            <header>
            <h1>\(title)</h1>
            <p class="lead">\(language.text("누구의 앱을 볼까요?", "Whose apps do you want to see?"))</p>
            </header>
            \(form(class: "people", """
            <ul aria-label="\(language.text("계정", "Accounts"))">
            \(people.map { $0.accountRow() })
            </ul>
            """))
            """)
    }

    private var title: String { language.text("연결된 앱", "Connected apps") }

    private func section(_ connection: Connection, of person: Person) -> HTML {
        let name = HTML.name(connection.name)
        let since = String(timestamp(connection.since).prefix(10))
        let tags = connection.agreed.map { "<li class=\"tag\">\($0.text(in: language))</li>" as HTML }
        let waiting: HTML = "<span class=\"tag\">\(language.text("연결 대기", "Not signed up yet"))</span>"
        let disconnect = language.text("연결 끊기", "Disconnect")
        return """
            <section>
            <h2>\(name)</h2>
            <p class="detail">\(language.html(
                "<time>\(since)</time>부터 연결 · 앱 번호 \(connection.app)", "Since <time>\(since)</time> · app number \(connection.app)"))\
            \(connection.isWaiting ? waiting : .empty)</p>
            \(tags.isEmpty ? .empty : "<ul class=\"tags\" aria-label=\"\(language.text("동의한 항목", "Agreed to"))\">\(tags)</ul>")
            <details>
            <summary>\(disconnect)</summary>
            \(form(class: "buttons", """
            <input type="hidden" name="app" value="\(connection.app)">
            <input type="hidden" name="of" value="\(person.id)">
            <p>\(language.html(
                "\(name) 앱이 받은 토큰이 모두 끝나고, 동의한 내용이 지워집니다. 다시 로그인하면 동의 화면이 나옵니다.",
                "The tokens that \(name) got end, and all you agreed to is forgotten. The next login asks for consent again."))</p>
            <button name="decision" value="disconnect" class="primary">\(disconnect)</button>
            """))
            </details>
            </section>

            """
    }

    private func form(class name: String, _ content: HTML) -> HTML {
        """
        <form method="post" action="\(visit.link(Self.path))" class="\(name)">
        <input type="hidden" name="lang" value="\(language.rawValue)">
        \(content)
        </form>
        """
    }

    private func page(_ content: HTML) -> EmulatorPage {
        EmulatorPage(
            brand: brand, title: title, language: language, address: { address(in: $0) }, content: content)
    }
}
