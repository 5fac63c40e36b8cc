// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginHTTP

/// A page as a browser without scripts sees it: where it is, its text and its forms.
struct Page: Sendable {
    /// One form.
    struct Form: Sendable {
        let action: String
        let hidden: [(String, String)]
        let markup: String

        /// What stands in a field.
        func value(of field: String) -> String? {
            markup.pieces(from: "<input", to: ">").first { $0.attribute("name") == field }?.attribute("value")
        }
    }

    let response: HTTPResponse
    let path: String
    let query: String?
    let origin: String

    init(_ response: HTTPResponse, at request: HTTPRequest) {
        self.response = response
        path = request.path
        query = request.query
        origin = "\(request.scheme)://\(request.authority)"
    }

    var status: Int { response.status }
    var markup: String { String(decoding: response.body, as: UTF8.self) }

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

    /// The form that is posted to a path.
    func form(to action: String) -> Form? {
        forms.first { $0.action == action }
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
        let references = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        return references.reduce(String(self[begin.upperBound..<end.lowerBound])) { text, reference in
            text.replacingOccurrences(of: reference.0, with: reference.1)
        }
    }
}
