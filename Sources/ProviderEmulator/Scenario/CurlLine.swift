// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// Writes recorded requests as curl commands that call the emulator, to be pasted into a shell.
///
/// Secrets stand as shell variables, `$ACCESS_TOKEN`, unless they are asked for: lines are pasted into reports too, and an
/// app that was pointed at the emulator by mistake has sent real ones. Only what is known to be harmless is written out.
struct CurlLine {
    /// Where the emulator is called, for example `http://127.0.0.1:9900`.
    let origin: String
    /// Whether everything is written out.
    let showsSecrets: Bool
    /// What the providers let be seen beside the fields of OAuth.
    var harmless = EmulatedProvider.Harmless.all
    /// Whether a text is an app key of the emulated world that may be seen.
    let isPublicKey: (String) -> Bool

    /// The command.
    func text(of record: RecordedRequest) -> String {
        let request = record.request
        var words = ["curl"]
        let hasBody = !request.body.isEmpty
        if request.method != (hasBody ? .post : .get) { words += ["-X", quoted(request.method.rawValue)] }
        words.append(address(of: record))
        for name in ["Authorization", "Cookie"] + harmless.headers {
            guard let value = request.headers[name] else { continue }
            words += ["-H", header(name, value)]
        }
        if hasBody { words += body(of: request) }
        return words.joined(separator: " ")
    }

    private func address(of record: RecordedRequest) -> String {
        let place = "\(origin)/\(record.host)\(record.request.path)"
        guard let query = record.request.query else { return quoted(place) }
        if showsSecrets { return quoted("\(place)?\(query)") }
        guard let fields = try? FormFields(parsing: query) else {
            // What cannot be read cannot be judged.
            return quoted(place) + "\"?$QUERY\""
        }
        let pairs = fields.fields.map { field in
            "\(percentEncoded(shown(field.name)))=\(isHarmless(field) ? percentEncoded(field.value) : variable(field.name))"
        }
        return quoted(place) + "\"?\(pairs.joined(separator: "&"))\""
    }

    private func header(_ name: String, _ value: String) -> String {
        if showsSecrets || harmless.headers.contains(name) { return quoted("\(name): \(value)") }
        guard name == "Authorization" else { return "\"\(name): $\(name.uppercased())\"" }
        let scheme = value.prefix { $0 != " " }
        switch scheme.lowercased() {
        case "bearer": return "\"Authorization: \(scheme) $ACCESS_TOKEN\""
        case "basic": return "\"Authorization: \(scheme) $CREDENTIALS\""
        case let own:
            return harmless.schemes[own].map { "\"Authorization: \(scheme) $\($0)\"" }
                ?? "\"Authorization: $AUTHORIZATION\""
        }
    }

    private func body(of request: HTTPRequest) -> [String] {
        if request.contentType == "application/x-www-form-urlencoded", let fields = try? request.formFields() {
            // A body that cannot be read is written like one of another type, below.
            return fields.fields.flatMap { field in
                isHarmless(field) || showsSecrets
                    ? ["-d", quoted("\(percentEncoded(field.name))=\(percentEncoded(field.value))")]
                    : ["--data-urlencode", "\"\(percentEncoded(shown(field.name)))=\(variable(field.name))\""]
            }
        }
        let type = quoted("Content-Type: \(request.headers["Content-Type"] ?? "")")
        guard showsSecrets, let text = String(strictUTF8: request.body), !text.contains("\0") else {
            return ["-H", type, "--data-raw", "\"$BODY\""]
        }
        return ["-H", type, "--data-raw", quoted(text)]
    }

    private func isHarmless(_ field: FormFields.Field) -> Bool {
        Self.ofOAuth.contains(field.name) || harmless.fields.contains(field.name)
            || (field.name == "client_id" && isPublicKey(field.value))
    }

    /// A name as it is, where it is built like one.
    private func shown(_ name: String) -> String {
        Self.isName(name) ? name : "field"
    }

    private func variable(_ name: String) -> String {
        "$" + shown(name).uppercased()
    }

    private static func isName(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") }
    }

    /// Words that a shell takes as they are.
    private func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    private static let ofOAuth: Set<String> = [
        "code_challenge", "code_challenge_method", "grant_type", "prompt", "redirect_uri", "response_type", "scope",
        "token_type_hint",
    ]
}

extension EmulatedProvider.Harmless {
    /// What all providers let be seen.
    static let all = EmulatedProvider.all.map(\.harmless).reduce(into: EmulatedProvider.Harmless()) { sum, one in
        sum.fields.formUnion(one.fields)
        sum.headers += one.headers
        sum.schemes.merge(one.schemes) { first, _ in first }
    }
}
