// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginProviders
import SocialLogin

/// `Documents/Errors.md` in one language, made from the tables that the code itself reads.
struct ErrorDocument {
    let language: Language

    /// The whole text.
    var text: String {
        let parts = [head, problems, sdk, calls] + ProviderCatalogue.entries.map(vendor)
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var head: String {
        say(
            ko: """
                # 오류

                [English](Errors.md)

                이 문서는 코드의 오류 표에서 만들어집니다. 손으로 고치지 마세요: 표를 고친 뒤
                `WRITE_DOCUMENTS=1 swift test --filter ErrorDocumentTests`를 실행하세요.

                받은 코드를 이 페이지에서 찾으세요. 제공자의 코드(`KOE006`, `-402` 등)는 `LoginError.vendorCode`, 서버 응답의
                `vendor_code`에 있고, 우리 코드는 `LoginError.code`, 서버 응답의 `code`에 있습니다. `…` 자리에는 그때의 값이 옵니다.
                명령을 시작할 때의 잘못(설정, 포트, 데이터베이스)은 명령이 할 일과 함께 그 자리에서 출력하므로 여기에 없습니다.

                `advice` 열은 호출한 쪽이 할 일입니다.

                | advice | 뜻 |
                | --- | --- |
                """,
            en: """
                # Errors

                [한국어](Errors.ko.md)

                This document is made from the tables in the code. Do not edit it: change the tables, then run
                `WRITE_DOCUMENTS=1 swift test --filter ErrorDocumentTests`.

                Look for the code that you got on this page. A provider's own code, for example `KOE006` or `-402`, is in
                `LoginError.vendorCode` and in `vendor_code` of the server's answer; ours is in `LoginError.code` and `code`. A `…` stands
                for what the message names at the time. Faults at the start of a command (settings, ports, database) are not listed:
                the command prints them together with what to do.

                The column `advice` says what the caller should do.

                | advice | meaning |
                | --- | --- |
                """) + "\n" + adviceRows
    }

    private var adviceRows: String {
        let rows: [(name: String, korean: String, english: String)] = [
            ("tryLater", "잠시 후 같은 호출을 다시. 잃은 것은 없습니다.", "The same call may work later; nothing is lost."),
            ("signInAgain", "이 로그인이나 토큰은 끝났습니다. 새로 로그인.", "This sign-in or token is finished: sign in anew."),
            ("askConsent", "동의를 받은 뒤 한 번 더.", "Ask the person for the consent, then call once more."),
            (
                "respectRefusal", "사람이 원하지 않거나 할 수 없음. 다시 원할 때까지 그대로.",
                "The person does not want to, or cannot: leave it."
            ),
            ("fixSetup", "운영자가 콘솔이나 설정을 고침.", "An operator mends the console or the settings."),
            ("fixRequest", "호출을 고침.", "Change the call."),
        ]
        return rows.map { "| `\($0.name)` | \(say(ko: $0.korean, en: $0.english)) |" }.joined(separator: "\n")
    }

    private var problems: String {
        section(
            ko: "로그인 서버의 응답", en: "Answers of the login server", "| code | HTTP | advice |",
            ProblemCode.allCases.map { code in
                "| \(anchor(code.rawValue)) | \(code.status) | \(name(code.advice)) | "
                    + "\(said(code.title)) | \(said(code.remedy)) |"
            })
    }

    private var sdk: String {
        section(
            ko: "앱의 SDK", en: "The SDK in the app", "| code | advice |",
            LoginError.allOfSDK.map { "| `\($0.code.rawValue)` | \(row($0))" })
    }

    private var calls: String {
        section(
            ko: "제공자 호출", en: "Calls to any provider", "| code | advice |",
            ProviderCatalogue.errorsOfAll.map { "| `\($0.code.rawValue)` | \(row($0))" })
    }

    private func vendor(_ entry: ProviderCatalogue.Entry) -> String {
        section(
            ko: entry.name.korean, en: entry.name.english, "| \(entry.name.text(in: language)) | code | advice |",
            entry.errors.map { error in
                "| \(anchor(error.vendorCode, of: entry.id)) | `\(error.code.rawValue)` | \(name(error.advice)) | "
                    + "\(said(error.message)) | \(said(error.remedy)) |"
            })
    }

    private func row(_ error: LoginError) -> String {
        "\(name(error.advice)) | \(said(error.message)) | \(said(error.remedy)) |"
    }

    private func section(ko: String, en: String, _ columns: String, _ rows: [String]) -> String {
        let header = columns + say(ko: " 무엇이 | 할 일 |", en: " what failed | what to do |")
        let line = "|" + String(repeating: " --- |", count: header.count { $0 == "|" } - 1)
        return (["## " + say(ko: ko, en: en), "", header, line] + rows).joined(separator: "\n")
    }

    /// A code that can be linked to: `Errors.md#kakao-KOE006`.
    private func anchor(_ code: String, of provider: ProviderID? = nil) -> String {
        let id = provider.map { "\($0.rawValue)-\(code)" } ?? code
        return "<a id=\"\(id)\"></a>`\(code)`"
    }

    private func name(_ advice: LoginError.Advice) -> String {
        if case .askConsent = advice { "`askConsent`" } else { "`\(advice)`" }
    }

    private func said(_ text: BilingualText) -> String {
        text.text(in: language).replacing("|", with: "\\|").replacing("\n", with: " ")
    }

    private func say(ko: String, en: String) -> String { BilingualText(ko: ko, en: en).text(in: language) }
}
