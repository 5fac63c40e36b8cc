// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP

extension Router<RequestContext> {
    /// An error page again, in another language. It repeats what its address says and nothing else.
    mutating func addProblemPage(_ parts: ServerParts) {
        page(.get, "/problem", parts) { call in
            let fields = try call.request.queryFields()
            let reference = FaultReference(
                code: try fields.single("code"), requestID: try fields.single("request"))
            guard let reference else { throw Problem(.notFound) }
            let isSignedIn = parts.callers.cookie(in: call.request) != nil
            return parts.pages.answer(
                parts.pages.error(reference, isSignedIn: isSignedIn, call.context), call.context)
        }
    }

    /// The stylesheet and the logo; their names change with their content, so browsers may keep them for good.
    mutating func addAssets(_ parts: ServerParts) {
        let stylesheet = parts.pages.stylesheet
        page(.get, "/assets/{name}", parts) { call in
            let name = call.path["name"]
            if name == stylesheet.name {
                return .asset(Array(stylesheet.text.utf8), type: "text/css; charset=utf-8")
            }
            guard case .file(let picture)? = parts.settings.logo, name == picture.name else {
                throw Problem(.notFound)
            }
            var response = HTTPResponse.asset(picture.bytes, type: picture.type)
            // An SVG that is opened by itself is a document, which may do nothing.
            response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            return response
        }
    }
}

extension HTTPResponse {
    fileprivate static func asset(_ bytes: [UInt8], type: String) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: ["Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable"], body: bytes)
    }
}
