// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

/// What a page may load and where its forms may go (Content Security Policy, level 3).
struct ContentPolicy: Sendable {
    private let pictureSources: String

    /// Reads where pictures of people and the service's logo may come from.
    init(pictures: PictureSources, logo: Logo? = nil) {
        let logoOrigin = logo?.origin.map { [$0] } ?? []
        pictureSources = (["'self'", "data:"] + pictures.policy + logoOrigin).joined(separator: " ")
    }

    /// The field's value.
    ///
    /// - Parameter formTarget: where a form's answer may send the browser beside ourselves: an origin or a scheme.
    func text(formTarget: String? = nil) -> String {
        [
            "default-src 'none'", "style-src 'self'", "img-src \(pictureSources)",
            "form-action 'self'\(formTarget.map { " \($0)" } ?? "")", "frame-ancestors 'none'", "base-uri 'none'",
        ].joined(separator: "; ")
    }
}

/// The header fields that keep a browser from doing with our answers what nobody wants (ASVS 3.4).
struct SecurityHeaders: Sendable {
    private let contentPolicy: String
    private let isSecure: Bool

    /// Takes the policy of ordinary pages, and whether https is in use.
    init(_ settings: LoginServerSettings, contentPolicy: ContentPolicy) {
        self.contentPolicy = contentPolicy.text()
        isSecure = settings.isSecure
    }

    /// Adds the fields to an answer.
    func add(to response: inout HTTPResponse) {
        response.headers["X-Content-Type-Options"] = "nosniff"
        // Not no-referrer: under that policy browsers send `Origin: null` with our own forms, and the check would fail.
        response.headers["Referrer-Policy"] = "same-origin"
        if response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
        if isSecure { response.headers["Strict-Transport-Security"] = "max-age=31536000" }
        guard response.contentType == "text/html" else { return }
        if response.headers["Content-Security-Policy"] == nil {
            response.headers["Content-Security-Policy"] = contentPolicy
        }
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        // Pictures from other hosts are asked for without cookies.
        response.headers["Cross-Origin-Embedder-Policy"] = "credentialless"
    }
}
