// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A whole page of the emulator: marked as such, in Korean or English, without scripts and inline styles.
struct EmulatorPage {
    let brand: Brand
    let title: String
    let language: Language
    /// Where the same page can be had in another language; nil where it cannot.
    let address: ((Language) -> String)?
    /// Whether forms of the page may end anywhere. A sign-in page's do: the app's redirect URI may lead on to an app behind
    /// it, and Chromium holds each redirect after a form against the page's policy. The real providers' pages allow it too.
    var lettingFormsGoOn = false
    /// Whether the page is as wide as its tables need.
    var isWide = false
    let content: HTML

    /// The page as an answer that no cache keeps and no other site frames.
    func response(status: Int = 200) -> HTTPResponse {
        var response = HTTPResponse.html(document, status: status)
        response.headers["Content-Security-Policy"] = """
            default-src 'none'; style-src 'self'; img-src data:; \
            \(lettingFormsGoOn ? "" : "form-action 'self'; ")base-uri 'none'; frame-ancestors 'none'
            """
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }

    private var document: HTML {
        """
        <!DOCTYPE html>
        <html lang="\(language.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <meta name="format-detection" content="telephone=no">
        <title>\(title) · \(language.text("에뮬레이터", "Emulator"))</title>
        <link rel="icon" href="\(Self.icon)">
        <link rel="stylesheet" href="\(Stylesheet.path)">
        </head>
        <body class="\(brand.id)">
        <p class="banner">\(banner)</p>
        <main\(isWide ? " class=\"wide\"" : HTML.empty)>
        \(content)
        </main>
        <footer>\(languageSwitch)</footer>
        </body>
        </html>

        """
    }

    private var banner: HTML {
        let promise =
            brand.id == Brand.emulator.id
            ? "" : language.text(" 비밀번호는 어디에도 필요하지 않습니다.", " No password is needed anywhere.")
        return "<strong>\(language.text("에뮬레이터", "Emulator"))</strong> \(brand.denial.text(in: language))\(promise)"
    }

    private var languageSwitch: HTML {
        guard let address else { return .empty }
        let choices = Language.allCases.map { choice -> HTML in
            let tag = choice.rawValue
            return choice == language
                ? "<span lang=\"\(tag)\" aria-current=\"true\">\(choice.ownName)</span>"
                : "<a href=\"\(address(choice))\" lang=\"\(tag)\" hreflang=\"\(tag)\">\(choice.ownName)</a>"
        }
        return "<nav aria-label=\"\(language.text("언어", "Language"))\">\(choices)</nav>"
    }

    /// A drawn door: the emulator's own mark, as an address that needs no request.
    private static let icon =
        "data:image/svg+xml,"
        + percentEncoded(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" \
            fill="#1b1e25"/><path d="M11 25V9a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v16M8 25h16" fill="none" stroke="#fee500" \
            stroke-width="2.4" stroke-linecap="round"/><circle cx="17.6" cy="16.5" r="1.4" fill="#fee500"/></svg>
            """)
}

extension Person {
    /// The round picture beside a name on a page; it says nothing that the name does not say.
    var avatar: HTML {
        "<span class=\"avatar tone-\(tone)\" aria-hidden=\"true\">\(initial)</span>"
    }

    /// A row with one button that chooses the person's account.
    func accountRow(mark: HTML = .empty) -> HTML {
        """
        <li><button name="person" value="\(id)">\(avatar)\
        <span class="who"><span class="nickname">\(HTML.name(nickname))</span>\
        <span class="detail">\(detail)</span></span>\(mark)</button></li>

        """
    }

    /// What tells the person from others of the same name.
    var detail: HTML {
        email.map { "\($0) · \(id)" } ?? "\(id)"
    }
}
