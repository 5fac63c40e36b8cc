// SPDX-License-Identifier: Apache-2.0

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
}
