// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// One consent item as an app has set it up in the console.
struct KakaoConsentItem: Sendable, Hashable {
    /// When the item is asked for, and whether a person can refuse it.
    enum Stage: String, Sendable, CaseIterable {
        /// At the first login; without it there is no login.
        case required
        /// At the first login; the person may leave it out.
        case optional
        /// Only when the app asks for it by name, later.
        case later
    }

    /// What is asked for.
    let scope: KakaoScope
    /// When it is asked for.
    let stage: Stage
    /// What the app wants it for, in its own words.
    let purpose: BilingualText

    /// Reads an item. The purpose may be one text for both languages, or be left out.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        let id = try seed.requiredText("scope")
        guard let scope = KakaoScope.named(id) else {
            throw .seed(at: seed.place("scope"), .notOneOf(KakaoScope.all.map(\.id)))
        }
        self.scope = scope
        stage = try seed.word("stage", otherwise: .optional)
        let korean = try seed.text("purpose")
        let english = try seed.text("purpose_en")
        purpose = BilingualText(
            ko: korean ?? english ?? "서비스 이용", en: english ?? korean ?? "To use the service")
        try seed.end()
    }

    /// The item in the form in which a seed gives it.
    var json: JSONValue {
        [
            "scope": .string(scope.id), "stage": .string(stage.rawValue), "purpose": .string(purpose.korean),
            "purpose_en": .string(purpose.english),
        ]
    }
}

extension KakaoConsentItem {
    /// The item as it stands on the consent page.
    func box(in language: Language) -> ConsentBox {
        ConsentBox(
            field: "item", value: scope.id, isRequired: stage == .required, name: scope.name.text(in: language),
            detail: language.text("목적", "Purpose") + ": " + purpose.text(in: language))
    }
}
