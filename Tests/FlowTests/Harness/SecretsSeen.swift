// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// Every secret that went over the wire on a stage, by what it was called there.
final class SecretsSeen: Sendable {
    private let values = Locked<[String: String]>([:])

    /// What was seen, each with the name of its field, cookie or member.
    var all: [(value: String, name: String)] { values.value.map { ($0.key, $0.value) } }
    /// The names under which something was seen.
    var names: Set<String> { Set(values.value.values) }

    /// Keeps what a request holds.
    func note(_ request: HTTPRequest) {
        for cookie in (request.headers["Cookie"] ?? "").split(separator: ";") { note(cookie: String(cookie)) }
        if let credentials = request.headers["Authorization"]?.split(separator: " ").last {
            keep(String(credentials), "Authorization")
        }
        note(form: request.query)
        note(request.body, of: request.contentType)
    }

    /// Keeps what an answer holds. Refusals name codes that are no secrets.
    func note(_ response: HTTPResponse) {
        for cookie in response.headers.all("Set-Cookie") { note(cookie: String(cookie.prefix { $0 != ";" })) }
        if let location = response.headers["Location"], let mark = location.firstIndex(of: "?") {
            note(form: String(location[location.index(after: mark)...]))
        }
        if response.status < 400 { note(response.body, of: response.contentType) }
    }

    private func note(cookie: String) {
        let halves = cookie.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
        guard halves.count == 2, halves[0] != "login-lang" else { return }
        keep(String(halves[1]), "Cookie")
    }

    private func note(form: String?) {
        guard let form, let fields = try? FormFields(parsing: form) else { return }  // no form, so no fields of one
        for field in fields.fields where secretNames.contains(field.name) { keep(field.value, field.name) }
    }

    private func note(_ body: [UInt8], of type: String?) {
        switch type {
        case "application/x-www-form-urlencoded": note(form: String(decoding: body, as: UTF8.self))
        case "application/json":
            // What cannot be parsed names no secret.
            if let document = try? JSONValue(parsing: body) { note(document) }
        default: break
        }
    }

    private func note(_ document: JSONValue) {
        for element in document.array ?? [] { note(element) }
        for member in document.object?.members ?? [] {
            if secretNames.contains(member.name), let text = member.value.string { keep(text, member.name) }
            note(member.value)
        }
    }

    private func keep(_ value: String, _ name: String) {
        guard value.count > 1 else { return }
        values.withLock { $0[value] = name }
    }
}

/// What holds a secret, or something that tells who a person is, wherever it stands.
private let secretNames: Set = [
    "access_token", "appsecret_proof", "authorization_code", "client_secret", "code", "code_challenge",
    "code_verifier", "email", "form_proof", "id_token", "identity_token", "input_token", "nickname", "nonce",
    "profile_image_url", "push_token", "refresh_token", "request", "state", "ticket", "token",
]
