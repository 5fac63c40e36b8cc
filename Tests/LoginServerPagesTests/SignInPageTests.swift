// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import LoginProviders
import Testing

@testable import LoginServer

@Suite struct SignInPageTests {
    @Test("each provider gets a link that starts its sign-in, in the order given, with its own label and colours")
    func providersAreData() {
        var fifth = SamplePages.other
        fifth.id = ProviderID(rawValue: "fifth")
        fifth.style = ButtonStyle(
            background: "#123456", labelColor: "#FFFFFF", symbolColor: "#FFFFFF", cornerRadius: 4,
            label: BilingualText(ko: "다섯째로 시작하기", en: "Continue with Fifth"), symbol: "M3 3h18v18H3z")
        let providers = [SamplePages.kakao, SamplePages.other, fifth]

        let page = signInPage(SamplePages.signIn(providers: providers), in: .english)
        let stylesheet = Stylesheet(providers: providers)

        let links = MarkupReading(page.text).all("a").filter {
            $0.attributes["class"]?.hasPrefix("provider-button") ?? false
        }
        #expect(links.map { $0.attributes["href"] } == ["/auth/kakao", "/auth/example2", "/auth/fifth"])
        #expect(page.text.contains("Continue with Fifth"))
        #expect(stylesheet.text.contains(".provider-fifth { background: #123456; color: #FFFFFF; }"))
    }

    @Test("without a provider the page says so instead of showing nothing")
    func noProvider() {
        let page = signInPage(SamplePages.signIn(providers: []), in: .korean)

        #expect(page.text.contains("지금 쓸 수 있는 로그인 방법이 없어요."))
    }

    @Test(
        "a notice tells what happened and waits its turn",
        arguments: [
            (SignInNotice.cancelled, "로그인을 취소했어요.", "status"), (.signedOut, "로그아웃했어요.", "status"),
            (.withdrawn, "탈퇴가 끝났어요.", "status"), (.expired, "로그인 유효 시간이 지났어요.", "status"),
        ])
    func notices(notice: SignInNotice, text: String, role: String) {
        let page = signInPage(SamplePages.signIn(notice), in: .korean)

        #expect(page.text.contains(text))
        #expect(MarkupReading(page.text).attributes(named: "role").filter { $0 != "list" } == [role])
    }

    @Test("a notice from the address is one of our own or none", arguments: ["", "error", "<b>", "signed_out"])
    func unknownNotice(name: String) {
        #expect(SignInNotice(name: name) == nil)
    }

    @Test("the other language is one link away, named in itself")
    func languageSwitch() {
        let page = signInPage(SamplePages.signIn(), in: .korean)

        #expect(page.text.contains(#"<a href="/?lang=en" lang="en" hreflang="en">English</a>"#))
        #expect(page.text.contains(#"<span lang="ko" aria-current="true">한국어</span>"#))
    }

    @Test("a page that cannot be asked for again offers no other language")
    func noLanguageSwitch() {
        let page = errorPage(SamplePages.error, in: .korean)

        #expect(!page.text.contains("lang=en"))
    }
}

@Suite struct StylesheetTests {
    @Test(
        "a colour that is none cannot end its rule",
        arguments: ["red; } body { display: none", "#12", "#GGGGGG", "url(x)", "#１２３", "rgb(1); }", "rgb(var(x))"])
    func badColour(colour: String) {
        let provider = Self.provider(background: colour, label: "#000000D9")

        let text = Stylesheet(providers: [provider]).text

        #expect(
            text.hasSuffix(
                """
                .provider-kakao { background: currentColor; color: #000000D9; }
                .provider-kakao .symbol { fill: #000000; }
                .provider-kakao.provider-button { border-radius: 12px; }

                """))
    }

    @Test(
        "a colour may be written in each of the usual ways",
        arguments: ["#fff", "#FEE500", "#000000D9", "rgba(0, 0, 0, 0.85)"])
    func goodColour(colour: String) {
        let provider = Self.provider(background: "#FEE500", label: colour)

        #expect(Stylesheet(providers: [provider]).text.contains("color: \(colour); }"))
    }

    @Test("the address changes with the text, so that browsers may keep it")
    func addressFollowsText() {
        let one = Stylesheet(providers: [SamplePages.kakao])
        let two = Stylesheet(providers: [SamplePages.kakao, SamplePages.other])

        #expect(one.name == Stylesheet(providers: [SamplePages.kakao]).name)
        #expect(one.name != two.name)
        #expect(one.name.hasPrefix("login-") && one.name.hasSuffix(".css"))
    }

    private static func provider(background: String, label: String) -> ProviderButton {
        var provider = SamplePages.kakao
        provider.style = ButtonStyle(
            background: background, labelColor: label, symbolColor: "#000000", cornerRadius: 12,
            label: provider.style.label, symbol: provider.style.symbol)
        return provider
    }

    @Test("nothing is loaded by the stylesheet")
    func loadsNothing() {
        let text = Stylesheet(providers: []).text

        #expect(!text.contains("url(") && !text.contains("@import"))
    }
}
