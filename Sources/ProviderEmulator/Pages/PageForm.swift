// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

/// The fields that one of the emulator's own pages sent. What cannot be read is an empty form: the page is shown again.
struct PageForm: Sendable {
    private let fields: FormFields

    /// Reads a form body.
    init(_ request: HTTPRequest) {
        // A body that is no form has no fields; the caller then shows the page again.
        fields = ((try? request.formFields()) ?? nil) ?? FormFields()
    }

    /// Reads a query.
    init(query: String?) {
        // A query that cannot be decoded names no sign-in; the caller then says that there is none.
        fields = (try? FormFields(parsing: query ?? "")) ?? FormFields()
    }

    /// The first value of a name; empty counts as absent.
    subscript(name: String) -> String? {
        all(name).first.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Every value of a name.
    func all(_ name: String) -> [String] {
        fields.all(name)
    }
}
