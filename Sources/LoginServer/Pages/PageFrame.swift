// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What every page shows around its own content; it comes from the settings and from the request.
struct PageFrame: Sendable {
    /// What the service is called.
    var serviceName: BilingualText
    /// The address of the service's logo; nil for its first letter.
    var logo: String?
    /// The address of the stylesheet.
    var stylesheet: String
    /// Where the same page can be had by GET in another language; nil where it cannot be asked for again.
    var path: String?
    /// The id of a form in which something may be typed already: then the language is changed by sending it.
    var form: String?
    /// Where the terms of service can be read.
    var termsAddress: String?
    /// Where the privacy policy can be read.
    var privacyAddress: String?
    /// Where pictures of people may come from.
    var pictures = PictureSources()
}

/// How wide the middle of a page is.
enum PageWidth: String {
    /// One short form or question.
    case narrow
    /// Several sections.
    case wide
}

/// Puts content into a whole document: one `main`, a footer with the languages, no script and no inline style.
///
/// - Parameter header: a bar above the content, for people who are signed in.
func page(
    _ frame: PageFrame, title: String, width: PageWidth, in language: Language, header: HTML = .empty, content: HTML
) -> HTML {
    let service = shownName(frame.serviceName.text(in: language))
    return """
        <!DOCTYPE html>
        <html lang="\(language.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="theme-color" content="#f3f4f7" media="(prefers-color-scheme: light)">
        <meta name="theme-color" content="#0f1115" media="(prefers-color-scheme: dark)">
        <meta name="robots" content="noindex">
        <meta name="format-detection" content="telephone=no">
        <title>\(title) · \(service)</title>
        <link rel="icon" href="\(frame.logo ?? monogramIcon(of: service))">
        <link rel="stylesheet" href="\(frame.stylesheet)">
        </head>
        <body>
        \(header)
        <main class="\(width.rawValue)">
        \(content)
        </main>
        \(footer(frame, in: language))
        </body>
        </html>

        """
}

/// The mark of the service: its logo, or its first letter on a tile. It says nothing that the heading does not say.
func serviceMark(_ frame: PageFrame, in language: Language) -> HTML {
    if let logo = frame.logo { return "<img class=\"mark\" src=\"\(logo)\" alt=\"\" width=\"56\" height=\"56\">" }
    let letter = firstVisibleCharacter(of: frame.serviceName.text(in: language)) ?? "•"
    return "<span class=\"mark\" aria-hidden=\"true\">\(letter)</span>"
}

private func footer(_ frame: PageFrame, in language: Language) -> HTML {
    var links: [HTML] = []
    if let terms = frame.termsAddress {
        links.append("<a href=\"\(terms)\">\(language.text("이용약관", "Terms"))</a>")
    }
    if let privacy = frame.privacyAddress {
        links.append("<a href=\"\(privacy)\">\(language.text("개인정보 처리방침", "Privacy"))</a>")
    }
    return """
        <footer>
        \(languageSwitch(frame, in: language))
        \(links)
        </footer>
        """
}

/// Each language is named in itself, so that whoever needs it can read it; `hreflang` and `lang` say which it is.
private func languageSwitch(_ frame: PageFrame, in current: Language) -> HTML? {
    guard let path = frame.path else { return nil }
    let choices = Language.allCases.map { language -> HTML in
        let (tag, name) = (language.rawValue, language.ownName)
        if language == current { return "<span lang=\"\(tag)\" aria-current=\"true\">\(name)</span>" }
        guard let form = frame.form else {
            return "<a href=\"\(PageAddress.page(path, in: language))\" lang=\"\(tag)\" hreflang=\"\(tag)\">\(name)</a>"
        }
        return """
            <button type="submit" form="\(form)" name="\(PageField.language)" value="\(tag)" formnovalidate \
            lang="\(tag)">\(name)</button>
            """
    }
    return "<nav class=\"languages\" aria-label=\"\(current.text("언어", "Language"))\">\(choices)</nav>"
}

/// An icon for the browser's tab, as an address that needs no request.
private func monogramIcon(of service: String) -> String {
    let letter = HTML(escaping: firstVisibleCharacter(of: service) ?? "•").text
    let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" \
        fill="#1b1e25"/><text x="32" y="44" font-family="sans-serif" font-size="34" font-weight="700" fill="#fff" \
        text-anchor="middle">\(letter)</text></svg>
        """
    return "data:image/svg+xml,\(percentEncoded(drawing))"
}
