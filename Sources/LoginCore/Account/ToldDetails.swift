// SPDX-License-Identifier: Apache-2.0

/// Details of a person word for word as a provider told them, by the provider's own names.
public struct ToldDetails: Hashable, Sendable {
    private var words: [String: String] = [:]

    /// Holds nothing.
    public init() {}

    /// What was said under a name; nil where nothing was.
    public subscript(name: String) -> String? {
        get { words[name] }
        set { words[name] = newValue }
    }

    /// The names under which something was said, sorted.
    public var names: [String] { words.keys.sorted() }
}

extension ToldDetails: ExpressibleByDictionaryLiteral {
    /// Holds what stands there.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { words[name] = value }
    }
}

extension ToldDetails: CustomStringConvertible, CustomReflectable {
    /// The names alone: the words are personal data, and phone numbers are among them.
    public var description: String { "details: \(names.joined(separator: ", "))" }
    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
