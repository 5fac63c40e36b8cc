// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

/// A service's own terms that Kakao's consent page asks for, as an app with Kakao Sync has registered them.
struct KakaoServiceTerm: Sendable, Hashable {
    /// The name on the wire.
    let tag: String
    /// Whether there is no login without them.
    let isRequired: Bool
    /// What they are called in front of people.
    let title: BilingualText

    /// Reads terms. The title may be one text for both languages, or be left out.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        tag = try seed.requiredText("tag")
        guard !tag.contains(",") else {
            throw .seed(at: seed.place("tag"), .wanted("a text without a comma", "쉼표가 없는 글자"))
        }
        isRequired = try seed.flag("required", otherwise: false)
        let korean = try seed.text("title")
        let english = try seed.text("title_en")
        title = BilingualText(ko: korean ?? english ?? tag, en: english ?? korean ?? tag)
        try seed.end()
    }

    /// The terms in the form in which a seed gives them.
    var json: JSONValue {
        [
            "tag": .string(tag), "required": .bool(isRequired), "title": .string(title.korean),
            "title_en": .string(title.english),
        ]
    }
}

/// That a person agreed to terms, and on which way.
struct KakaoTermAgreement: Sendable, Hashable {
    /// How a person agreed.
    enum Way: String, Sendable {
        /// On the consent page.
        case page = "KAUTH"
        /// The service said so, by its own call.
        case call = "KAPI"
    }

    /// When.
    let at: Date
    /// How.
    let way: Way
}

extension KakaoServiceTerm {
    /// The term as it stands on the consent page.
    func box(in language: Language) -> ConsentBox {
        ConsentBox(
            field: "term", value: tag, isRequired: isRequired, name: title.text(in: language),
            detail: language.text("서비스 약관", "Terms of the service"))
    }
}
