// SPDX-License-Identifier: Apache-2.0

/// What the tests want to know of a page's markup: its tags in order, and whether each is closed where it should be.
struct MarkupReading {
    /// One opening tag.
    struct Tag {
        let name: String
        let attributes: [String: String]
    }

    /// Every opening tag, in order.
    private(set) var tags: [Tag] = []
    /// What is wrong with the nesting; empty where all is well.
    private(set) var faults: [String] = []
    /// The text outside of tags.
    private(set) var text = ""

    private static let voidNames: Set<String> = [
        "meta", "link", "img", "input", "!doctype", "path", "circle", "rect", "br",
    ]

    init(_ markup: String) {
        var open: [String] = []
        var rest = Substring(markup)
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            guard let end = rest[start...].firstIndex(of: ">") else {
                faults.append("a tag does not end")
                return
            }
            let inside = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if inside.hasPrefix("/") {
                let name = inside.dropFirst().lowercased()
                if open.popLast() != name { faults.append("</\(name)> closes nothing") }
            } else {
                let tag = Self.tag(inside)
                tags.append(tag)
                if !Self.voidNames.contains(tag.name) { open.append(tag.name) }
            }
        }
        text += rest
        if !open.isEmpty { faults.append("left open: \(open)") }
    }

    func all(_ name: String) -> [Tag] { tags.filter { $0.name == name } }

    func attributes(named name: String) -> [String] { tags.compactMap { $0.attributes[name] } }

    /// Reads `name a="b" c`: our pages quote every value, so a quote ends one.
    private static func tag(_ inside: Substring) -> Tag {
        let name = inside.prefix { !$0.isWhitespace && $0 != "/" }
        var attributes: [String: String] = [:]
        var rest = inside.dropFirst(name.count)
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "/" }
            let attribute = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "/" }
            guard !attribute.isEmpty else { break }
            rest = rest.dropFirst(attribute.count)
            var value: Substring = ""
            if rest.hasPrefix("=\"") {
                value = rest.dropFirst(2).prefix { $0 != "\"" }
                rest = rest.dropFirst(value.count + 3)
            }
            attributes[attribute.lowercased()] = String(value)
        }
        return Tag(name: name.lowercased(), attributes: attributes)
    }
}
