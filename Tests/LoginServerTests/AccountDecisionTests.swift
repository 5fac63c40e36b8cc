// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginStore
import Testing

@testable import LoginServer

/// What a verified profile leads to.
struct AccountDecisionTests {
    private func profile(_ change: (inout Profile) -> Void = { _ in }) -> Profile {
        var profile = Profile(subject: "1001")
        change(&profile)
        return profile
    }

    @Test func `B43: a person of whom only the id is known changes nothing and is offered an empty form`() {
        let decision = AccountDecision(profile(), nicknameLimit: 30)

        #expect(decision.ifKnown.isEmpty)
        #expect(
            decision.ifNew
                == SignUpSuggestion(nickname: nil, email: nil, picture: nil, missingConsents: []))
    }

    @Test func `B93: without an address there is none, and none is made up`() {
        let decision = AccountDecision(profile { $0.nickname = "서연" }, nicknameLimit: 30)

        #expect(decision.ifNew.email == nil)
        #expect(decision.ifNew.nickname == "서연")
    }

    @Test func `the nickname that a person chose is never overwritten by the provider's`() {
        let decision = AccountDecision(profile { $0.nickname = "새 이름" }, nicknameLimit: 30)

        #expect(decision.ifKnown.nickname == nil)
    }

    @Test func `B91, S20: an unverified address never changes an account and never counts as verified`() {
        let decision = AccountDecision(
            profile { $0.email = EmailAddress("victim@example.test", isVerified: false) }, nicknameLimit: 30)

        #expect(decision.ifKnown.email == nil)
        #expect(decision.ifNew.email?.isVerified == false)
    }

    @Test func `what is too long to be kept is not offered, and nothing else is lost`() {
        let long = String(repeating: "a", count: 5_000)
        let profile = profile {
            $0.nickname = "서연"
            $0.email = EmailAddress("\(long)@example.test", isVerified: true)
            $0.pictureURL = "https://a.example/\(long)"
            $0.needsAgreement = [long, "email"]
        }
        let decision = AccountDecision(profile, nicknameLimit: 30)

        #expect(
            decision.ifNew
                == SignUpSuggestion(nickname: "서연", email: nil, picture: nil, missingConsents: ["email"]))
        #expect(decision.ifKnown.isEmpty)
    }

    @Test func `where the picture's address is too long the thumbnail's is taken`() {
        let profile = profile {
            $0.pictureURL = "https://a.example/" + String(repeating: "a", count: 2_048)
            $0.thumbnailURL = "https://a.example/t.jpg"
        }

        #expect(AccountDecision(profile, nicknameLimit: 30).ifNew.picture == "https://a.example/t.jpg")
    }

    @Test func `an address that is known to be the person's replaces the one before`() {
        let address = EmailAddress("seoyeon@example.test", isVerified: true)

        let decision = AccountDecision(profile { $0.email = address }, nicknameLimit: 30)

        #expect(decision.ifKnown.email == address)
    }

    @Test func `B55: a real name stands in only where there is no nickname`() {
        let both = profile {
            $0.nickname = "별"
            $0.name = "홍길동"
        }

        #expect(AccountDecision(both, nicknameLimit: 30).ifNew.nickname == "별")
        #expect(AccountDecision(profile { $0.name = "홍길동" }, nicknameLimit: 30).ifNew.nickname == "홍길동")
    }

    @Test func `B45: what was not agreed to is named, in one order`() {
        let decision = AccountDecision(profile { $0.needsAgreement = ["profile", "email"] }, nicknameLimit: 30)

        #expect(decision.ifNew.missingConsents == ["email", "profile"])
    }

    @Test(arguments: [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "Version/18.0 Mobile/15E148 Safari/604.1", "Safari", "iPhone"
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-S918N) AppleWebKit/537.36 (KHTML, like Gecko) "
                + "SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36", "Samsung Internet", "Android"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 "
                + "Whale/3.28 Safari/537.36", "Whale", "Windows"
        ),
    ])
    func `a browser is named by the rarest of the names that it gives itself`(
        agent: String, name: String, platform: String
    ) {
        #expect(Device(browser: agent) == Device(name: name, platform: platform))
    }

    @Test(arguments: [nil, "", "curl/8.0", "<script>alert(1)</script>"])
    func `a browser that says nothing known has no name`(agent: String?) {
        #expect(Device(browser: agent) == Device(name: nil, platform: nil))
    }

    @Test func `the pauses between tries of an unlink double up to six hours`() {
        #expect(
            [1, 2, 3, 13, 14, 15, 99].map { UnlinkQueue.pause(after: $0) } == [2, 4, 8, 8_192, 16_384, 21_600, 21_600])
    }
}
