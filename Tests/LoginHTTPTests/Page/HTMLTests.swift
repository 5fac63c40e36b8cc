// SPDX-License-Identifier: Apache-2.0

import LoginHTTP
import Testing

@Suite("Pages")
struct HTMLTests {
    @Test("escape whatever is not markup of our own, fit for text and for attributes")
    func escaping() {
        let evil = #"<script>"'&</script>"#

        let page: HTML = "<p title=\"\(evil)\">\(evil)</p>"

        #expect(
            page.text == """
                <p title="&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;">\
                &lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;</p>
                """)
    }

    @Test("take up pieces, lists and pieces that may be missing as they are, and numbers")
    func composing() {
        let items = ["a<b", "c"].map { item -> HTML in "<li>\(item)</li>" }
        let missing: HTML? = nil
        let note: HTML? = "<i>note</i>"

        let page: HTML = "<ul>\(items)</ul>\(missing)\(note)\(42)\("sub<".prefix(4))"

        #expect(page.text == "<ul><li>a&lt;b</li><li>c</li></ul><i>note</i>42sub&lt;")
        #expect(HTML(joining: items, separator: ", ").text == "<li>a&lt;b</li>, <li>c</li>")
        #expect(HTML(escaping: "<br>").text == "&lt;br&gt;")
        #expect(HTML.empty.text.isEmpty)
    }

    @Test("hold no control characters but line breaks and tabs")
    func controls() {
        let page: HTML = "\("a\u{0}b\u{1B}c\u{85}d\ne\tf")"

        #expect(page.text == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\ne\tf")
    }

    @Test(
        "P5: a name cannot turn or break what stands around it",
        arguments: [
            ("\u{202E}evil", "evil"), ("a\u{2066}b\u{2069}c", "abc"), ("\u{200F}a\u{200E}\u{061C}", "a"),
            ("a\nb\u{2028}c\u{2029}d\te", "a b c d e"), ("a\u{0}\u{7}b", "ab"), ("<b>&", "<b>&"),
            ("👨‍👩‍👧‍👦가족", "👨‍👩‍👧‍👦가족"), ("مرحبا", "مرحبا"),
        ])
    func names(name: String, shown: String) {
        #expect(shownName(name) == shown)
        #expect(HTML.name(name).text == ("<bdi>\(shown)</bdi>" as HTML).text)
    }

    @Test(
        "P5: a name of which nothing can be seen shows as a question mark",
        arguments: ["", " ", "\u{200B}\u{FEFF}", "\u{3164}", "\u{2800}", "\u{115F}\u{1160}", "\u{202E}", "\u{AD}\n"])
    func invisible(name: String) {
        #expect(shownName(name) == "?")
    }

    @Test("P5: a name of a thousand characters is cut, between characters")
    func long() {
        let family = "👨‍👩‍👧‍👦"

        #expect(shownName(String(repeating: "가", count: 1000)) == String(repeating: "가", count: 80) + "…")
        #expect(shownName(String(repeating: family, count: 6), atMost: 5) == String(repeating: family, count: 5) + "…")
        #expect(shownName(String(repeating: family, count: 5), atMost: 5) == String(repeating: family, count: 5))
    }

    @Test("P5: marks piled on one character are cut too")
    func piled() {
        let piled = "a" + String(repeating: "\u{0301}", count: 100_000)

        #expect(shownName(piled).unicodeScalars.count <= 641)
    }
}
