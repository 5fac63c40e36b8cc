// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// The parameters of a kapi call, from its query and its form body; of a name that stands there twice the last counts.
struct KakaoParameters: Sendable {
    private var fields: [String: String] = [:]

    init(_ request: HTTPRequest) throws(KakaoAPIError) {
        do {
            for field in try request.queryFields().fields { fields[field.name] = field.value }
            for field in try request.formFields()?.fields ?? [] { fields[field.name] = field.value }
        } catch {
            throw .badParameter("the query or body")
        }
    }

    /// The value of a name; empty counts as absent.
    subscript(name: String) -> String? {
        fields[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a name that has to be there.
    func required(_ name: String) throws(KakaoAPIError) -> String {
        guard let value = self[name] else { throw .badParameter(name) }
        return value
    }

    /// `true` or `false`.
    func flag(_ name: String) throws(KakaoAPIError) -> Bool? {
        switch self[name] {
        case nil: nil
        case "true": true
        case "false": false
        default: throw .badParameter(name)
        }
    }

    /// A list of texts in JSON, such as `["friends"]`.
    func list(_ name: String) throws(KakaoAPIError) -> [String]? {
        guard let text = self[name] else { return nil }
        let values = Self.json(text)?.array
        guard let texts = values?.compactMap(\.string), texts.count == values?.count else {
            throw .badParameter(name)
        }
        return texts
    }

    /// Texts with commas between them.
    func words(_ name: String) throws(KakaoAPIError) -> [String]? {
        guard let text = self[name] else { return nil }
        let words = text.split(separator: ",").map(String.init)
        guard !words.isEmpty else { throw .badParameter(name) }
        return words
    }

    /// Ids in JSON, such as `[1001,1002]`.
    func ids(_ name: String) throws(KakaoAPIError) -> [Int64] {
        let values = Self.json(try required(name))?.array
        guard let ids = values?.compactMap(\.integer), ids.count == values?.count, !ids.isEmpty else {
            throw .badParameter(name)
        }
        return ids
    }

    /// Texts by name in JSON, such as `{"colour":"red"}`.
    func texts(_ name: String) throws(KakaoAPIError) -> [String: String]? {
        guard let text = self[name] else { return nil }
        guard let members = Self.json(text)?.object?.members else { throw .badParameter(name) }
        var texts: [String: String] = [:]
        for member in members {
            guard let value = member.value.string else { throw .badParameter(name) }
            texts[member.name] = value
        }
        return texts
    }

    private static func json(_ text: String) -> JSONValue? {
        // Whatever is wrong with it, the parameter is.
        try? JSONValue(parsing: text)
    }
}
