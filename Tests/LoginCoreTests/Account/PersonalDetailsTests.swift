// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@Suite("Personal details as providers write them")
struct PersonalDetailsTests {
    @Test(
        "B51: gender is read from words and letters, and unknown words are unknown",
        arguments: [
            ("female", Gender.female), ("F", .female), ("male", .male), ("M", .male), ("U", .unknown), ("", .unknown),
            ("other", .unknown), ("여성", .unknown),
        ])
    func gender(raw: String, expected: Gender) {
        #expect(Gender(raw) == expected)
    }

    @Test(
        "B51: a span of ages is read in the spelling of any provider",
        arguments: [
            ("20~29", 20, 29), ("20-29", 20, 29), ("60-", 60, nil), ("90~", 90, nil), ("1~9", 1, 9), ("14~14", 14, 14),
        ])
    func ages(raw: String, from: Int, to: Int?) throws {
        let range = try #require(AgeRange(raw))

        #expect(range.from == from)
        #expect(range.to == to)
        #expect(range.raw == raw)
    }

    @Test(
        "B51: what is no span of ages is none",
        arguments: [
            "", "20", "~29", "29~20", "20~+29", "+20~29", "-20", "20~~29", "20 ~ 29", "20대", "20~2000", "٢٠~٢٩",
        ])
    func brokenAges(raw: String) {
        #expect(AgeRange(raw) == nil)
    }

    @Test("a birthday is read with and without a hyphen", arguments: ["0229", "02-29"])
    func leapDay(raw: String) {
        let birthday = Birthday(raw)

        #expect(birthday?.month == 2)
        #expect(birthday?.day == 29)
        #expect(birthday?.isLunar == false)
    }

    @Test(
        "the last day of each month is a birthday and the day after it is none",
        arguments: zip(1...12, [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]))
    func lastDays(month: Int, last: Int) {
        func text(_ day: Int) -> String { "\(month < 10 ? "0" : "")\(month)\(day)" }

        #expect(Birthday(text(last))?.day == last)
        #expect(Birthday(text(last + 1)) == nil)
    }

    @Test("months of the lunar calendar have up to 30 days")
    func lunar() {
        #expect(Birthday("0230", isLunar: true)?.isLunar == true)
        #expect(Birthday("0131", isLunar: true) == nil)
    }

    @Test(
        "what is no birthday is none",
        arguments: [
            "", "1", "123", "123-1", "-1231", "1-231", "12-31-", "1301", "0001", "0100", "+123", "12/31", "12311",
        ])
    func brokenBirthdays(raw: String) {
        #expect(Birthday(raw) == nil)
    }

    @Test(
        "B52: three spellings of one number become one",
        arguments: ["+82 10-0000-0000", "010-0000-0000", "+8201000000000", "+82 (0)10 0000 0000"])
    func phone(raw: String) {
        let number = PhoneNumber(raw)

        #expect(number?.international == "+821000000000")
        #expect(number?.korean == "010-0000-0000")
    }

    @Test(
        "numbers of other areas are shown as they are written there",
        arguments: [
            ("02-123-4567", "02-123-4567"), ("0212345678", "02-1234-5678"), ("031-123-4567", "031-123-4567"),
            ("+1 415 555 0100", nil),
        ])
    func koreanForm(raw: String, korean: String?) throws {
        let number = try #require(PhoneNumber(raw))

        #expect(number.korean == korean)
    }

    @Test(
        "B52: garbage is no number",
        arguments: [
            "", "+", "-", "call me", "1234", "10-1234-5678", "010+12345678", "+0821012345678", "+82", "０１０-1234-5678",
        ])
    func garbage(raw: String) {
        #expect(PhoneNumber(raw) == nil)
    }

    @Test("C16: an e-mail address and a phone number do not show themselves when a profile is printed")
    func masked() {
        var profile = Profile(subject: "1001")
        profile.email = EmailAddress("seoyeon@example.com", isVerified: true)
        profile.phoneNumber = PhoneNumber("010-1234-5678")
        profile.told = ["mobile": "010-1234-5678"]
        var dumped = ""
        dump(profile, to: &dumped)

        for text in [dumped, "\(profile)", String(reflecting: profile)] {
            #expect(!text.contains("seoyeon"))
            #expect(!text.contains("5678"))
            #expect(text.contains("1001"))
        }
    }
}
