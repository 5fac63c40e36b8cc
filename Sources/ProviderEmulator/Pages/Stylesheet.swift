// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

/// The one stylesheet of the emulator's pages: `emulator.css` and the colours of every provider.
enum Stylesheet {
    /// Where it is served, whatever the host.
    static let path = "/_emulator/emulator.css"

    static let response = HTTPResponse(
        status: 200,
        headers: [
            "Content-Type": "text/css; charset=utf-8", "Cache-Control": "max-age=60",
            "X-Content-Type-Options": "nosniff",
        ], body: PackageResources.emulator_css + EmulatedProvider.all.flatMap { Array($0.brand.rules.utf8) })
}
