// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// One thing that the control API does: how it is called, what it does in words, and the doing itself.
struct ControlRoute: Sendable {
    let method: HTTPMethod
    /// The path behind `/_emulator/`; `{…}` stands for an id.
    let pattern: String
    /// What a body may look like; nil where none is read.
    let example: String?
    /// What it does, for the page.
    let meaning: BilingualText
    let answer: @Sendable (Control, ControlCall) throws(LoginError) -> JSONValue

    init(
        _ method: HTTPMethod, _ pattern: String, example: String? = nil, ko korean: String, en english: String,
        answer: @escaping @Sendable (Control, ControlCall) throws(LoginError) -> JSONValue
    ) {
        self.method = method
        self.pattern = pattern
        self.example = example
        meaning = BilingualText(ko: korean, en: english)
        self.answer = answer
    }

    func matches(_ parts: [Substring]) -> Bool {
        let own = pattern.split(separator: "/")
        return own.count == parts.count
            && zip(own, parts).allSatisfy { pattern, part in
                pattern.hasPrefix("{") ? Int64(part) != nil : pattern == part
            }
    }

    func ids(in parts: [Substring]) -> [Int64] {
        zip(pattern.split(separator: "/"), parts).compactMap { $0.hasPrefix("{") ? Int64($1) : nil }
    }
}

/// A call to the control API.
struct ControlCall: Sendable {
    /// The ids in its path, in order.
    let ids: [Int64]
    /// Scheme, host and port by which the emulator was called.
    var origin: String { "\(request.scheme)://\(request.authority)" }
    /// The fields of its query.
    var query: PageForm { PageForm(query: request.query) }
    private let request: HTTPRequest

    init(_ request: HTTPRequest, ids: [Int64]) {
        self.request = request
        self.ids = ids
    }

    /// The body, which has to be JSON and say so: a page of another site cannot send that without asking first.
    func body() throws(LoginError) -> JSONValue {
        guard request.contentType == "application/json" else {
            throw .emulatorContentType
        }
        do {
            return try JSONValue(parsing: request.body)
        } catch {
            throw .seed(at: "", .notJSON(error.description))
        }
    }

    /// The members of the body.
    func object() throws(LoginError) -> SeedObject {
        try SeedObject(body())
    }
}

extension JSONValue {
    /// This document with another laid over it (RFC 7396, JSON Merge Patch): null takes a member away.
    func merged(with patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var merged = object ?? JSONObject()
        for change in changes.members {
            merged[change.name] = change.value.isNull ? nil : (merged[change.name] ?? .null).merged(with: change.value)
        }
        return .object(merged)
    }
}
