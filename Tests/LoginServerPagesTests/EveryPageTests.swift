// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import LoginServer

/// What holds for every page in every state and language.
@Suite struct EveryPageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let language: Language
        let markup: String

        var testDescription: String { "\(name) in \(language.rawValue)" }
    }

    static let cases = SamplePages.all.flatMap { sample in
        Language.allCases.map { language in
            Case(name: sample.name, language: language, markup: sample.draw(language).text)
        }
    }

    @Test("every tag is closed where it should be, and every id is its own", arguments: cases)
    func isWellFormed(page: Case) {
        let reading = MarkupReading(page.markup)

        #expect(reading.faults == [])
        let ids = reading.attributes(named: "id")
        #expect(Set(ids).count == ids.count)
    }

    @Test("a page names its language, one main part, one heading and itself", arguments: cases)
    func hasLandmarks(page: Case) {
        let reading = MarkupReading(page.markup)

        #expect(reading.all("html").first?.attributes["lang"] == page.language.rawValue)
        #expect(reading.all("main").count == 1)
        #expect(reading.all("h1").count == 1)
        #expect(reading.all("title").count == 1)
        #expect(reading.all("footer").count == 1)
    }

    @Test("P1, P7: no script, no inline style, nothing from elsewhere", arguments: cases)
    func isSelfContained(page: Case) {
        let reading = MarkupReading(page.markup)

        #expect(reading.all("script").isEmpty)
        #expect(reading.all("style").isEmpty)
        #expect(reading.attributes(named: "style").isEmpty)
        #expect(!reading.tags.contains { $0.attributes.keys.contains { $0.hasPrefix("on") } })
        let loaded = reading.attributes(named: "src") + reading.all("link").compactMap { $0.attributes["href"] }
        #expect(loaded.allSatisfy { !$0.contains("//") })
    }

    @Test("P3: every form posts, and carries the proof that one of our pages made it", arguments: cases)
    func formsCarryProof(page: Case) {
        let reading = MarkupReading(page.markup)

        let forms = reading.all("form")
        let proofs = reading.all("input").filter { $0.attributes["name"] == PageField.proof }
        #expect(forms.allSatisfy { $0.attributes["method"] == "post" })
        #expect(proofs.count == forms.count)
        #expect(proofs.allSatisfy { $0.attributes["value"] == "proof-value" && $0.attributes["type"] == "hidden" })
    }

    @Test("every field has a label, and whatever refers to an id finds it", arguments: cases)
    func fieldsAreLabelled(page: Case) {
        let reading = MarkupReading(page.markup)
        let ids = Set(reading.attributes(named: "id"))

        let labelled = Set(reading.all("label").compactMap { $0.attributes["for"] })
        for field in reading.all("input") where field.attributes["type"] != "hidden" {
            #expect(labelled.contains(field.attributes["id"] ?? "no id"))
        }
        let references =
            reading.attributes(named: "aria-describedby") + reading.attributes(named: "aria-labelledby")
            + reading.attributes(named: "for")
            + reading.attributes(named: "href").filter { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
        #expect(references.flatMap { $0.split(separator: " ") }.allSatisfy { ids.contains(String($0)) })
    }

    @Test("drawings are silent, and pictures have an alternative text", arguments: cases)
    func picturesAreSilent(page: Case) {
        let reading = MarkupReading(page.markup)

        #expect(reading.all("svg").allSatisfy { $0.attributes["aria-hidden"] == "true" })
        #expect(reading.all("img").allSatisfy { $0.attributes["alt"] != nil })
    }

    @Test(
        "an English page speaks no Korean, except to name the language",
        arguments: cases.filter { $0.language == .english })
    func englishIsEnglish(page: Case) {
        let ownWords = Self.withoutNames(page.markup).replacing("한국어", with: "")

        #expect(!ownWords.unicodeScalars.contains { ("가"..."힣").contains($0) })
    }

    @Test("a Korean page says nothing in English only", arguments: cases.filter { $0.language == .korean })
    func koreanIsKorean(page: Case) throws {
        let english = try #require(Self.cases.first { $0.name == page.name && $0.language == .english })
        let said = Self.withoutNames(page.markup).replacing("English", with: "").split(separator: "\n")
        let saidInEnglish = Set(Self.withoutNames(english.markup).split(separator: "\n"))

        // What is the same in both is data: codes, ids, platforms.
        let same = said.filter { saidInEnglish.contains($0) && $0.contains(" ") }
        #expect(same == [])
    }

    /// The text of a page without what people and services are called.
    private static func withoutNames(_ markup: String) -> String {
        MarkupReading(markup.replacing(/<bdi>.*?<\/bdi>|<span class="placeholder".*?<\/span><\/span>/, with: "")).text
    }
}
