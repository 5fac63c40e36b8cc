// SPDX-License-Identifier: Apache-2.0

/// Facebook's hosts, as far as the emulator answers for them.
enum FacebookHost {
    /// The dialog.
    static let dialog = "www.facebook.com"
    /// The dialog as phones open it.
    static let mobile = "m.facebook.com"
    /// Tokens and the API.
    static let graph = "graph.facebook.com"
    /// Keys and discovery of Limited Login, and its dialog.
    static let limited = "limited.facebook.com"
    /// Where a Limited Login is ended.
    static let wwwLimited = "www.limited.facebook.com"
    /// Pictures.
    static let pictures = "platform-lookaside.fbsbx.com"

    static let all = [dialog, mobile, graph, limited, wwwLimited, pictures]
}
