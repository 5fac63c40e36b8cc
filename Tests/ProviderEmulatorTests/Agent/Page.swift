// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginHTTP

/// A page as an agent without scripts sees it: its text, its links and its forms.
struct Page {
    /// One form.
    struct Form {
        let action: String
        let hidden: [(String, String)]
        let markup: String
    }

    let response: HTTPResponse
    var markup: String { response.text }

    init(_ response: HTTPResponse) {
        self.response = response
    }

    /// Every form, in order.
    var forms: [Form] {
        markup.pieces(from: "<form", to: "</form>").map { form in
            let hidden = form.pieces(from: "<input type=\"hidden\"", to: ">").compactMap { input -> (String, String)? in
                guard let name = input.attribute("name"), let value = input.attribute("value") else { return nil }
                return (name, value)
            }
            return Form(action: form.attribute("action") ?? "", hidden: hidden, markup: form)
        }
    }

    /// The first form that has a field, a button's name or value, of that text.
    func form(with text: String) -> Form? {
        forms.first { $0.markup.contains("name=\"\(text)\"") || $0.markup.contains("value=\"\(text)\"") }
    }

    /// The ids of the consent items on the page.
    var items: [String] {
        markup.pieces(from: "<input type=\"checkbox\"", to: ">").compactMap { $0.attribute("value") }
    }

    /// The accounts on the page.
    var people: [String] {
        markup.pieces(from: "<button name=\"person\"", to: ">").compactMap { $0.attribute("value") }
    }
}

extension String {
    /// The pieces between two marks, marks included.
    func pieces(from start: String, to end: String) -> [String] {
        var pieces: [String] = []
        var rest = self[...]
        while let begin = rest.range(of: start), let close = rest[begin.upperBound...].range(of: end) {
            pieces.append(String(rest[begin.lowerBound..<close.upperBound]))
            rest = rest[close.upperBound...]
        }
        return pieces
    }

    /// The value of an attribute, references undone.
    func attribute(_ name: String) -> String? {
        guard let begin = range(of: " \(name)=\""), let end = self[begin.upperBound...].range(of: "\"") else {
            return nil
        }
        return String(self[begin.upperBound..<end.lowerBound]).replacingOccurrences(of: "&amp;", with: "&")
    }
}
