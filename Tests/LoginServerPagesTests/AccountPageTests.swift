// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginHTTP
import Testing

@testable import LoginServer

@Suite struct AccountPageTests {
    @Test("the device that shows the page is in use now, whatever the record says", arguments: Language.allCases)
    func thisDevice(language: Language) {
        var model = SamplePages.account()
        model.devices = [
            SignedInDevice(
                sessionID: "one", name: "Chrome", platform: nil, isBrowser: true, provider: SamplePages.kakao.name,
                lastUsedAt: SamplePages.now - 100, isThisOne: true)
        ]

        let text = MarkupReading(accountPage(model, in: language).text).text

        #expect(text.contains(language.text("카카오 로그인 · 지금 사용 중", "Kakao sign-in · in use now")))
        #expect(!text.contains(language.text("1분 전 사용", "used 1 minute ago")))
    }

    @Test("this device comes first and has no button that ends it; each other has one that names it")
    func devices() throws {
        let page = accountPage(SamplePages.account(), in: .english)

        let reading = MarkupReading(page.text)
        let ended = reading.all("input").filter { $0.attributes["name"] == PageField.session }
        #expect(ended.map { $0.attributes["value"] } == ["s1", "s3"])
        let labels = reading.all("button").compactMap { $0.attributes["aria-label"] }
        #expect(labels == ["Sign out: Galaxy S25", "Sign out: Browser"])
        let chrome = try #require(page.text.range(of: "Chrome"))
        let galaxy = try #require(page.text.range(of: "Galaxy S25"))
        #expect(chrome.lowerBound < galaxy.lowerBound)
    }

    @Test("signing out all others is offered when there are several", arguments: [(1, false), (2, false), (3, true)])
    func endOthers(count: Int, isOffered: Bool) {
        var model = SamplePages.account()
        let thisOne = model.devices.filter(\.isThisOne)
        model.devices = thisOne + model.devices.filter { !$0.isThisOne }.prefix(count - 1)

        let page = accountPage(model, in: .english)

        #expect(page.text.contains(PageAddress.endOtherSessions) == isOffered)
    }

    @Test("the form is folded, and open with what was typed when it needs another look")
    func profileForm() {
        var refused = SamplePages.account(fault: .tooLong)
        refused.typedNickname = "아주 긴 이름"

        let folded = MarkupReading(accountPage(SamplePages.account(), in: .korean).text)
        let open = MarkupReading(accountPage(refused, in: .korean).text)

        #expect(folded.all("details").first?.attributes["open"] == nil)
        #expect(open.all("details").first?.attributes["open"] != nil)
        let field = open.all("input").first { $0.attributes["name"] == PageField.nickname }
        #expect(field?.attributes["value"] == "아주 긴 이름")
        #expect(field?.attributes["aria-invalid"] == "true")
    }

    @Test("P11: a consent that was given shows as given, and can be taken back")
    func consents() {
        let box = MarkupReading(accountPage(SamplePages.account(), in: .korean).text).all("input")
            .first { $0.attributes["name"] == "agree_marketing" }

        #expect(box?.attributes["checked"] != nil)
        #expect(box?.attributes["required"] == nil)
    }

    @Test("P3: nothing on the page signs out or deletes by a link")
    func linksChangeNothing() {
        let links = MarkupReading(accountPage(SamplePages.account(), in: .korean).text).all("a")
            .compactMap { $0.attributes["href"] }

        #expect(links.sorted() == ["/account", "/account/withdraw", "/account?lang=en", "/privacy", "/terms"])
    }

    @Test(
        "times are told as people tell them",
        arguments: [
            (0, "방금 전", "just now"), (59, "방금 전", "just now"), (60, "1분 전", "1 minute ago"),
            (3_599, "59분 전", "59 minutes ago"), (3_600, "1시간 전", "1 hour ago"), (86_400, "1일 전", "1 day ago"),
            (29 * 86_400, "29일 전", "29 days ago"), (30 * 86_400, "1개월 전", "1 month ago"),
            (364 * 86_400, "12개월 전", "12 months ago"), (800 * 86_400, "2년 전", "2 years ago"),
            (-50, "방금 전", "just now"),
        ])
    func agoInWords(seconds: Int, korean: String, english: String) {
        let moment = SamplePages.now - TimeInterval(seconds)

        #expect(timeAgoText(moment, now: SamplePages.now, in: .korean) == korean)
        #expect(timeAgoText(moment, now: SamplePages.now, in: .english) == english)
    }

    @Test("the exact moment stands in the markup")
    func exactMoment() {
        let time = timeAgo(SamplePages.now, now: SamplePages.now, in: .korean)

        #expect(time.text == #"<time datetime="2025-10-09T08:53:20Z">방금 전</time>"#)
    }
}

@Suite struct WithdrawPageTests {
    @Test("the page names each provider whose link is cut and how many devices are signed out")
    func losses() {
        var model = SamplePages.withdraw
        model.providers.append(SamplePages.other)

        let text = withdrawPage(model, in: .korean).text

        #expect(text.contains("카카오 연결을 끊어요. 카카오 계정은 그대로 남아요."))
        #expect(text.contains("예제 연결을 끊어요."))
        #expect(text.contains("로그인된 기기 3대에서 모두 로그아웃해요."))
    }

    @Test("P3: only the form's button deletes; staying is a link and comes first")
    func choices() throws {
        let reading = MarkupReading(withdrawPage(SamplePages.withdraw, in: .english).text)

        let form = reading.all("form").first
        #expect(form?.attributes["action"] == "/account/withdraw")
        let stay = try #require(reading.tags.firstIndex { $0.name == "a" && $0.attributes["href"] == "/account" })
        let delete = try #require(reading.tags.firstIndex { $0.name == "button" })
        #expect(stay < delete)
    }
}

@Suite struct ErrorPageTests {
    @Test("P13: a page says what failed, what to do, the code and the request's id, and leads back")
    func everythingNeeded() {
        let page = errorPage(SamplePages.error, in: .english)

        let reading = MarkupReading(page.text)
        #expect(page.text.contains("<h1>This sign-in can’t be continued.</h1>"))
        #expect(page.text.contains("Please try again from the start."))
        #expect(page.text.contains("<dd>sign_in_over</dd>") && page.text.contains("<dd>0123456789</dd>"))
        #expect(reading.all("a").contains { $0.attributes["href"] == "/" })
    }

    @Test("each refusal has words for people in both languages, in one tone", arguments: ProblemCode.allCases)
    func wordsForPeople(code: ProblemCode) {
        let (message, remedy) = code.forPeople

        for text in [message, remedy] {
            #expect(text.korean.hasSuffix("요.") && text.english.hasSuffix("."))
            #expect(!text.korean.contains("_") && !text.english.contains("_"))
        }
    }

    @Test("somebody who is signed in is led to the account")
    func backToAccount() {
        var model = SamplePages.error
        model.wayOut = .account

        #expect(errorPage(model, in: .korean).text.contains(#"href="/account""#))
    }
}
