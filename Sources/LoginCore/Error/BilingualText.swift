// SPDX-License-Identifier: Apache-2.0

/// A language that the package speaks to people.
public enum Language: String, Sendable, Hashable, CaseIterable {
    /// 한국어.
    case korean = "ko"
    /// English.
    case english = "en"
}

/// A sentence in both languages.
public struct BilingualText: Sendable, Hashable {
    /// The Korean sentence.
    public let korean: String
    /// The English sentence.
    public let english: String

    /// Puts both languages side by side.
    public init(ko korean: String, en english: String) {
        self.korean = korean
        self.english = english
    }

    /// The sentence in one language.
    public func text(in language: Language) -> String {
        switch language {
        case .korean: korean
        case .english: english
        }
    }
}
