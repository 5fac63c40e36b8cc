// SPDX-License-Identifier: Apache-2.0

public import LoginCore

extension Language {
    /// The language that a browser asks for by its Accept-Language field (RFC 9110, section 12.5.4).
    ///
    /// Of Korean and English the one with the higher weight wins, the earlier one where they are equal; a range such as
    /// `ko-KR` counts for its language and `*` for whichever is not named. English when neither is wanted, and where the
    /// field is missing or cannot be read.
    public init(acceptLanguage field: String?) {
        let ranges = (field ?? "").split(separator: ",").prefix(32).compactMap(Self.range)
        var best: (language: Language, weight: Int) = (.english, 0)
        for (tag, weight) in ranges where weight > best.weight {
            let named = Self.allCases.first { $0.isMeant(by: tag) }
            let wild = Self.allCases.last { language in
                tag == "*" && !ranges.contains { language.isMeant(by: $0.tag) }
            }
            if let language = named ?? wild { best = (language, weight) }
        }
        self = best.language
    }

    private func isMeant(by tag: String) -> Bool { tag == rawValue || tag.hasPrefix("\(rawValue)-") }

    /// A range in lower case and its weight in thousandths; nil where the weight is not one.
    private static func range(_ text: Substring) -> (tag: String, weight: Int)? {
        let parts = text.filter { $0 != " " && $0 != "\t" }.lowercased().split(separator: ";")
        guard let tag = parts.first, parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return (String(tag), 1000) }
        guard parts[1].hasPrefix("q="), let weight = Double(parts[1].dropFirst(2)), (0...1).contains(weight) else {
            return nil
        }
        return (String(tag), Int((weight * 1000).rounded()))
    }
}

extension HTTPRequest {
    /// The language that the request asks for by its Accept-Language field; English when it asks for neither.
    public var acceptedLanguage: Language { Language(acceptLanguage: headers["Accept-Language"]) }
}
