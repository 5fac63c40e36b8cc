// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import LoginServer

@Suite struct SignUpPageTests {
    @Test("the form begins with what the provider gave and with nothing agreed to")
    func firstShown() {
        let reading = MarkupReading(signUpPage(SamplePages.signUp(), in: .korean).text)

        let nickname = reading.all("input").first { $0.attributes["name"] == PageField.nickname }
        #expect(nickname?.attributes["value"] == "김서연")
        #expect(nickname?.attributes["autocomplete"] == "nickname")
        let boxes = reading.all("input").filter { $0.attributes["type"] == "checkbox" }
        #expect(boxes.map { $0.attributes["name"] } == ["agree_service", "agree_marketing"])
        #expect(boxes.allSatisfy { $0.attributes["checked"] == nil })
        #expect(boxes.map { $0.attributes["required"] != nil } == [true, false])
    }

    @Test("Enter presses the button that agrees to what is ticked; agreeing to all takes the second button")
    func buttonOrder() {
        let buttons = MarkupReading(signUpPage(SamplePages.signUp(), in: .english).text).all("button")

        #expect(buttons.map { $0.attributes["name"] } == [nil, PageField.agreeToAll, PageField.language])
        #expect(buttons.dropFirst().allSatisfy { $0.attributes["formnovalidate"] != nil })
    }

    @Test("where nothing is optional there is one button")
    func onlyRequired() {
        var model = SamplePages.signUp()
        model.consents.removeAll { !$0.terms.isRequired }

        let buttons = MarkupReading(signUpPage(model, in: .english).text).all("button")

        #expect(buttons.filter { $0.attributes["form"] == nil }.count == 1)
    }

    @Test(
        "the address is shown with where it comes from and what is known of it",
        arguments: [(true, "확인된 주소"), (false, "확인되지 않은 주소")])
    func email(isVerified: Bool, verdict: String) {
        var model = SamplePages.signUp()
        model.email = EmailAddress("seoyeon@example.com", isVerified: isVerified)

        let text = signUpPage(model, in: .korean).text

        #expect(text.contains("seoyeon@example.com"))
        #expect(text.contains("카카오에서 받음"))
        #expect(text.contains(">\(verdict)<"))
    }

    @Test("an address that was not given is not asked about")
    func noEmail() {
        var model = SamplePages.signUp()
        model.email = nil

        #expect(!signUpPage(model, in: .korean).text.contains("이메일"))
    }

    @Test("each fault is announced at the top, leads to its field and stands beside it")
    func faults() {
        let page = signUpPage(
            SamplePages.signUp(nickname: "", faults: [.nickname(.missing), .consentMissing("service")]), in: .english)

        let reading = MarkupReading(page.text)
        #expect(reading.attributes(named: "role") == ["alert"])
        #expect(reading.attributes(named: "href").filter { $0.hasPrefix("#") } == ["#nickname", "#agree_service"])
        let invalid = reading.all("input").filter { $0.attributes["aria-invalid"] == "true" }
        #expect(invalid.map { $0.attributes["name"] } == ["nickname", "agree_service"])
        #expect(
            invalid.map { $0.attributes["aria-describedby"] } == [
                "nickname-fault nickname-hint", "agree_service-fault",
            ])
    }

    @Test("the language is changed by sending the form, so that nothing typed is lost", arguments: Language.allCases)
    func languageChange(language: Language) {
        let reading = MarkupReading(signUpPage(SamplePages.signUp(), in: language).text)

        let buttons = reading.all("button").filter { $0.attributes["name"] == PageField.language }
        let other: Language = language == .korean ? .english : .korean
        #expect(buttons.map { $0.attributes["value"] } == [other.rawValue])
        #expect(buttons.map { $0.attributes["lang"] } == [other.rawValue])
        #expect(buttons.first?.attributes["form"] == reading.all("form").first?.attributes["id"])
        #expect(!reading.attributes(named: "href").contains { $0.contains("lang=") })
    }

    @Test("two items that are missing are told apart", arguments: Language.allCases)
    func missingItems(language: Language) {
        var model = SamplePages.signUp()
        model.consents = [Terms].usual.map { ConsentItem(terms: $0) }
        model.faults = [.consentMissing("service"), .consentMissing("privacy")]

        let page = signUpPage(model, in: language).text

        for item in [Terms].usual.filter(\.isRequired) {
            let title = item.title.text(in: language)
            #expect(page.contains("<a href=\"#agree_\(item.name)\">") && page.contains(": \(title)</a>"))
        }
    }

    @Test("a nickname that is too long is told how long it may be")
    func tooLong() {
        let page = signUpPage(SamplePages.signUp(faults: [.nickname(.tooLong)]), in: .korean)

        #expect(page.text.contains("닉네임은 30자까지 쓸 수 있어요."))
    }

    @Test("the whole text of an item opens beside the form and says so")
    func wholeText() {
        let links = MarkupReading(signUpPage(SamplePages.signUp(), in: .english).text).all("a")
            .filter { $0.attributes["target"] == "_blank" }

        #expect(links.map { $0.attributes["href"] } == ["/terms"])
        #expect(links.first?.attributes["rel"] == "noopener noreferrer")
        #expect(links.first?.attributes["aria-label"]?.contains("new window") == true)
    }
}
