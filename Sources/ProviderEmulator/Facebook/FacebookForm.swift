// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

/// The fields of a request to Facebook, from its query and its form.
///
/// The same one twice in either is refused. What stands in both has to be the same: one client sends its token both ways.
struct FacebookForm: Sendable {
    private var fields: [String: String] = [:]

    /// Reads a query.
    init(query: String?) throws(FacebookError) {
        do {
            try add(FormFields(parsing: query ?? ""))
        } catch {
            throw .invalid("query")
        }
    }

    /// Reads query and form together: Facebook takes either.
    init(_ request: HTTPRequest) throws(FacebookError) {
        do {
            try add(request.queryFields())
            guard let form = try request.formFields() else { return }
            var others = FormFields()
            for field in form.fields where fields[field.name] != field.value { others.add(field.name, field.value) }
            try add(others)
        } catch {
            throw .invalid("A repeated")
        }
    }

    /// Whether a field is there, even with nothing in it.
    func has(_ name: String) -> Bool { fields[name] != nil }

    /// The value of a field; empty counts as absent.
    subscript(name: String) -> String? {
        fields[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of a field that has to be there.
    func required(_ name: String) throws(FacebookError) -> String {
        guard let value = self[name] else { throw .missing(name) }
        return value
    }

    private mutating func add(_ all: FormFields) throws(FormError) {
        for field in all.fields where fields.updateValue(field.value, forKey: field.name) != nil {
            throw .repeated(field.name)
        }
    }
}
