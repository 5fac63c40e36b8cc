// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP

extension Router<RequestContext> {
    /// The stylesheet; its name changes with its content, so browsers may keep it for good.
    mutating func addAssets(_ parts: ServerParts) {
        let stylesheet = parts.pages.stylesheet
        page(.get, "/assets/{name}", parts) { call in
            guard call.path["name"] == stylesheet.name else { throw Problem(.notFound) }
            return HTTPResponse(
                status: 200,
                headers: [
                    "Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable",
                ],
                body: Array(stylesheet.text.utf8))
        }
    }
}
