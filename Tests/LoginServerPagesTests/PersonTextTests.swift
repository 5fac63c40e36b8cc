// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import LoginServer

/// Whatever people and providers write is shown as text, and disturbs nothing around it.
@Suite struct PersonTextTests {
    static let names = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' autofocus onfocus='alert(1)",
        "&lt;b&gt;", "\u{202E}evil\u{2066}", "\u{200B}\u{200D}", "a\u{0}b\nc", String(repeating: "가", count: 1_000),
        "e" + String(repeating: "\u{301}", count: 5_000), "</title><h1>x</h1>",
    ]

    @Test("P5: a hostile nickname adds no tag and no attribute to the account page", arguments: names)
    func nicknameOnAccountPage(name: String) {
        let drawn: Set = ["svg", "circle", "path", "span"]
        let plain = MarkupReading(accountPage(SamplePages.account(), in: .korean).text)

        let hostile = MarkupReading(accountPage(SamplePages.account(nickname: name), in: .korean).text)

        #expect(hostile.faults == [])
        #expect(
            hostile.tags.map(\.name).filter { !drawn.contains($0) }
                == plain.tags.map(\.name).filter { !drawn.contains($0) })
        #expect(hostile.all("script").isEmpty && hostile.all("img").isEmpty)
        #expect(hostile.all("h1").count == 1)
        #expect(!hostile.tags.contains { $0.attributes.keys.contains { $0.hasPrefix("on") } })
        #expect(
            !hostile.text.unicodeScalars.contains { "\u{202A}"..."\u{202E}" ~= $0 || "\u{2066}"..."\u{2069}" ~= $0 })
    }

    @Test("P5: the sign-up field gives back what was typed, escaped", arguments: names)
    func nicknameInField(name: String) {
        let page = signUpPage(SamplePages.signUp(nickname: name), in: .english)

        let reading = MarkupReading(page.text)
        let field = reading.all("input").first { $0.attributes["name"] == PageField.nickname }
        #expect(reading.faults == [])
        #expect(field?.attributes["value"] == HTML(escaping: name).text)
        #expect(
            field?.attributes.keys.sorted() == [
                "aria-describedby", "autocomplete", "dir", "id", "name", "required", "spellcheck", "type", "value",
            ])
    }

    @Test("P5: a name of a thousand characters is cut and ends in an ellipsis")
    func longName() {
        let page = accountPage(SamplePages.account(nickname: String(repeating: "가", count: 1_000)), in: .korean)

        #expect(page.text.contains("<bdi>\(String(repeating: "가", count: 80))…</bdi>"))
    }

    @Test("a device that lies about its name stays text")
    func deviceName() {
        var model = SamplePages.account()
        model.devices.append(SamplePages.device("s9", "\"><b>", platform: "<i>", isBrowser: true, ago: 1))

        let reading = MarkupReading(accountPage(model, in: .english).text)

        #expect(reading.faults == [])
        #expect(reading.all("b").isEmpty && reading.all("i").isEmpty)
    }

    @Test(
        "B137: the placeholder shows the first character whole",
        arguments: [
            ("👨‍👩‍👧‍👦가족", "👨‍👩‍👧‍👦"), ("👩🏽‍🚀우주", "👩🏽‍🚀"), ("🇰🇷한국", "🇰🇷"), ("김서연", "김"),
            ("bora", "B"), ("  이준호", "이"), ("\u{200B}\u{202E}가", "가"), ("?", "?"),
        ])
    func placeholder(name: String, letter: String) {
        #expect(firstVisibleCharacter(of: name) == letter)
        #expect(personPicture(name: name, address: nil, from: PictureSources()).text.contains("<span>\(letter)</span>"))
    }

    @Test(
        "a name in which nothing can be seen gets the drawing of a person",
        arguments: ["", " ", "\u{200B}", "\u{2800}"])
    func placeholderWithoutLetter(name: String) {
        let picture = personPicture(name: name, address: nil, from: PictureSources()).text

        #expect(firstVisibleCharacter(of: name) == nil)
        #expect(picture.contains("<svg"))
    }

    @Test(
        "P6, B54: no request goes to a picture that is not https on an allowed host",
        arguments: [
            nil, "", "http://img.example.com/a.jpg", "https://evil.example/a.jpg", "https://img.example.com:8443/a.jpg",
            "https://img.example.com.evil.example/a.jpg", "https://user@img.example.com/a.jpg", "javascript:alert(1)",
            "//img.example.com/a.jpg", "data:image/png;base64,AAAA", "https://evil.example/?https://img.example.com/",
        ])
    func refusedPicture(address: String?) {
        let picture = personPicture(name: "김서연", address: address, from: PictureSources(hosts: ["img.example.com"]))

        #expect(!picture.text.contains("<img"))
    }

    @Test("P6: an allowed picture is asked for without a referrer, above its placeholder")
    func allowedPicture() {
        let picture = personPicture(
            name: "김서연", address: "https://img.example.com/a.jpg?x=1&y=2",
            from: PictureSources(hosts: ["img.example.com"]))

        let image = MarkupReading(picture.text).all("img").first
        #expect(image?.attributes["src"] == "https://img.example.com/a.jpg?x=1&amp;y=2")
        #expect(image?.attributes["referrerpolicy"] == "no-referrer")
        #expect(picture.text.contains("<span>김</span>"))
    }

    @Test("a picture of the demo comes from the emulator, and from nowhere else")
    func emulatedPicture() throws {
        let sources = PictureSources(
            hosts: ["img.example.com"], emulator: try EmulatorRouting(base: "http://127.0.0.1:9900"))

        #expect(
            sources.address(of: "https://img.example.com/a.jpg") == "http://127.0.0.1:9900/img.example.com/a.jpg")
        #expect(sources.address(of: "http://127.0.0.1:9900/a.jpg") == nil)
        #expect(sources.policy == ["http://127.0.0.1:9900"])
        #expect(
            PictureSources(hosts: ["b.example", "a.example"]).policy == ["https://a.example", "https://b.example"])
    }
}
