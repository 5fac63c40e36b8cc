// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import LoginCore
import LoginHTTP

// What the providers' apps and rules have in common.
extension SeedObject {
    /// Addresses that a code can be sent to: a scheme, something behind it, no fragment (RFC 6749, section 3.1.2).
    mutating func redirectURIs(_ name: String) throws(LoginError) -> [String] {
        let uris = try texts(name)
        for (index, uri) in uris.enumerated() where RedirectURI(uri) == nil {
            throw .seed(
                at: "\(place(name))[\(index)]",
                .wanted("an absolute address without a fragment", "#이 없는 절대 주소"))
        }
        return uris
    }

    /// Some of a closed set of words.
    mutating func words<Word: RawRepresentable & CaseIterable>(_ name: String) throws(LoginError) -> [Word]
    where Word.RawValue == String {
        var words: [Word] = []
        for (index, text) in try texts(name).enumerated() {
            guard let word = Word(rawValue: text) else {
                throw .seed(at: "\(place(name))[\(index)]", .notOneOf(Word.allCases.map(\.rawValue)))
            }
            words.append(word)
        }
        return words
    }

    /// A span of time.
    mutating func seconds(_ name: String) throws(LoginError) -> TimeInterval? {
        try integer(name, in: 0...1_000_000_000).map(TimeInterval.init)
    }

    /// HTTP statuses by a provider's own codes.
    mutating func statuses(_ name: String, in range: ClosedRange<Int64>) throws(LoginError) -> [String: Int] {
        guard var object = try object(name) else { return [:] }
        var statuses: [String: Int] = [:]
        for code in object.names {
            statuses[code] = try object.integer(code, in: range).map { Int($0) }
        }
        return statuses
    }
}

extension JSONValue {
    /// A list of texts.
    static func texts(_ texts: [String]) -> JSONValue {
        .array(texts.map(JSONValue.string))
    }

    /// Numbers by name, in the order of the names.
    static func numbers(_ numbers: [String: Int]) -> JSONValue {
        .object(JSONObject(numbers.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: JSONValue($0.value)) }))
    }
}
