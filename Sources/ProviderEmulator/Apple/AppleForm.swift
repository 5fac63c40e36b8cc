// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

/// The fields of a request to Apple, each of which may stand there once.
struct AppleForm: Sendable {
    private let fields: [String: String]

    /// Reads a form body.
    init(_ request: HTTPRequest) throws(AppleError) {
        try self.init { () throws(FormError) in try request.formFields() ?? FormFields() }
    }

    /// Reads a query.
    init(query: String?) throws(AppleError) {
        try self.init { () throws(FormError) in try FormFields(parsing: query ?? "") }
    }

    private init(_ read: () throws(FormError) -> FormFields) throws(AppleError) {
        let all: FormFields
        do throws(FormError) {
            all = try read()
        } catch {
            throw .malformed
        }
        var fields: [String: String] = [:]
        for field in all.fields {
            guard fields.updateValue(field.value, forKey: field.name) == nil else {
                throw .invalid("A parameter that stands there twice")
            }
        }
        self.fields = fields
    }

    /// The value of a field; empty counts as absent.
    subscript(name: String) -> String? {
        fields[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a field that has to be there.
    func required(_ name: String) throws(AppleError) -> String {
        guard let value = self[name] else { throw .missing(name) }
        return value
    }
}
