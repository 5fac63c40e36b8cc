// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

/// The header fields that keep a browser from doing with our answers what nobody wants (ASVS 3.4).
struct SecurityHeaders: Sendable {
    private let contentPolicy: String
    private let isSecure: Bool

    /// Reads where pictures may come from and whether https is in use.
    init(_ settings: LoginServerSettings, pictures: PictureSources) {
        let sources = ["'self'", "data:"] + pictures.policy
        contentPolicy = [
            "default-src 'none'", "style-src 'self'", "img-src \(sources.joined(separator: " "))", "form-action 'self'",
            "frame-ancestors 'none'", "base-uri 'none'",
        ].joined(separator: "; ")
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
        response.headers["Content-Security-Policy"] = contentPolicy
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        // Pictures from other hosts are asked for without cookies.
        response.headers["Cross-Origin-Embedder-Policy"] = "credentialless"
    }
}
