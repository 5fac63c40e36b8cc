// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import LoginHTTP
import LoginProviders

@testable import LoginServer

/// Every page in every state that looks different, with the data of one made-up service.
enum SamplePages {
    static let now = Date(timeIntervalSince1970: 1_760_000_000)

    static let kakao = ProviderButton(
        id: ProviderID(rawValue: "kakao"), name: BilingualText(ko: "카카오", en: "Kakao"),
        style: ButtonStyle(
            background: "#FEE500", labelColor: "#000000D9", symbolColor: "#000000", cornerRadius: 12,
            label: BilingualText(ko: "카카오로 시작하기", en: "Continue with Kakao"),
            symbol:
                "M12 4C6.5 4 2 7.5 2 11.8c0 2.8 1.9 5.2 4.7 6.6l-.8 3c-.1.4.3.7.6.5l3.7-2.5c5.5 0 10-3.4 10-7.7S17.5 4 12 4z"
        ))

    static let other = ProviderButton(
        id: ProviderID(rawValue: "example2"), name: BilingualText(ko: "예제", en: "Example"),
        style: ButtonStyle(
            background: "#1B1E25", labelColor: "#FFFFFF", symbolColor: "#FFFFFF", cornerRadius: 6,
            label: BilingualText(ko: "예제로 시작하기", en: "Continue with Example"), symbol: "M12 3l9 16H3z"))

    static func frame(_ path: String? = "/") -> PageFrame {
        PageFrame(
            serviceName: BilingualText(ko: "아침산책", en: "Morning Walk"), logo: nil, stylesheet: "login.css", path: path,
            termsAddress: "/terms", privacyAddress: "/privacy", pictures: PictureSources(hosts: ["img.example.com"]))
    }

    static let service = Terms(
        name: "service", title: BilingualText(ko: "이용약관에 동의합니다.", en: "I accept the terms of service."),
        isRequired: true, address: "/terms")

    static func signIn(_ notice: SignInNotice? = nil, providers: [ProviderButton] = [kakao]) -> SignInPage {
        SignInPage(frame: frame(), providers: providers, notice: notice)
    }

    static func signUp(nickname: String = "김서연", faults: [SignUpFault] = []) -> SignUpPage {
        SignUpPage(
            frame: frame("/sign-up"), provider: kakao, proof: "proof-value", signUp: "AAAAAAAA",
            nickname: nickname, nicknameLimit: 30, email: EmailAddress("seoyeon@example.com", isVerified: true),
            consents: [ConsentItem(terms: service), ConsentItem(terms: .marketing)],
            faults: faults)
    }

    static func account(
        nickname: String = "김서연", picture: String? = nil, notice: AccountNotice? = nil,
        fault: Nickname.Fault? = nil
    ) -> AccountPage {
        AccountPage(
            frame: frame("/account"), proof: "proof-value", now: now, nickname: nickname, nicknameLimit: 30,
            email: EmailAddress("seoyeon@example.com", isVerified: true), picture: picture,
            consents: [ConsentItem(terms: .marketing, isTicked: true)],
            identities: [LinkedIdentity(provider: kakao, linkedAt: now - 40 * 86_400)],
            devices: devices, notice: notice, fault: fault)
    }

    static let devices = [
        device("s1", "Galaxy S25", platform: "Android 16", isBrowser: false, ago: 2 * 86_400),
        device("s2", "Chrome", platform: "Linux", isBrowser: true, ago: 5, isThisOne: true),
        device("s3", nil, platform: nil, isBrowser: true, ago: 70 * 86_400),
    ]

    static func device(
        _ id: String, _ name: String?, platform: String?, isBrowser: Bool, ago: TimeInterval, isThisOne: Bool = false
    ) -> SignedInDevice {
        SignedInDevice(
            sessionID: id, name: name, platform: platform, isBrowser: isBrowser, provider: kakao.name,
            lastUsedAt: now - ago, isThisOne: isThisOne)
    }

    static let withdraw = WithdrawPage(
        frame: frame("/account/withdraw"), proof: "proof-value", providers: [kakao], deviceCount: 3)

    static let error = ErrorPage(
        frame: frame(nil), message: ProblemCode.signInOver.forPeople.message,
        remedy: ProblemCode.signInOver.forPeople.remedy,
        reference: FaultReference(code: .signInOver, requestID: "0123456789"))

    static let app = VisitingApp(name: BilingualText(ko: "가게", en: "Shop"), request: "sealed")

    static let signInForApp = SignInPage(frame: frame("/oauth/authorize?client_id=shop"), providers: [kakao], app: app)

    static let continueToApp = ContinuePage(
        frame: frame("/oauth/authorize?client_id=shop"), proof: "proof-value", app: app, nickname: "김서연",
        email: EmailAddress("seoyeon@example.com", isVerified: true), picture: nil,
        otherAccount: "/oauth/authorize?client_id=shop&prompt=select_account")

    /// A page by its name, in a language.
    typealias Sample = (name: String, draw: @Sendable (Language) -> HTML)

    static let all: [Sample] = [
        ("sign-in", { signInPage(signIn(), in: $0) }),
        ("sign-in-two", { signInPage(signIn(providers: [kakao, other]), in: $0) }),
        ("sign-in-none", { signInPage(signIn(providers: []), in: $0) }),
        ("sign-in-cancelled", { signInPage(signIn(.cancelled), in: $0) }),
        ("sign-in-signed-out", { signInPage(signIn(.signedOut), in: $0) }),
        ("sign-in-withdrawn", { signInPage(signIn(.withdrawn), in: $0) }),
        ("sign-in-expired", { signInPage(signIn(.expired), in: $0) }),
        ("sign-in-for-app", { signInPage(signInForApp, in: $0) }),
        ("continue", { continuePage(continueToApp, in: $0) }),
        ("sign-up", { signUpPage(signUp(), in: $0) }),
        (
            "sign-up-faults",
            { signUpPage(signUp(nickname: "", faults: [.nickname(.missing), .consentMissing("service")]), in: $0) }
        ),
        ("account", { accountPage(account(), in: $0) }),
        ("account-saved", { accountPage(account(notice: .saved), in: $0) }),
        ("account-fault", { accountPage(account(fault: .tooLong), in: $0) }),
        ("account-long-name", { accountPage(account(nickname: String(repeating: "긴이름", count: 400)), in: $0) }),
        ("withdraw", { withdrawPage(withdraw, in: $0) }),
        ("error", { errorPage(error, in: $0) }),
    ]
}
