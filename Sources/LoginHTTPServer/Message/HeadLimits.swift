// SPDX-License-Identifier: Apache-2.0

/// What a request's head may hold besides `ListenerSettings.maxHeadBytes`.
enum HeadLimits {
    /// How many bytes a target may have: what RFC 9110, section 4.1, asks everybody to take, rounded up.
    static let targetBytes = 8 << 10
    /// How many header fields there may be; the parser needs memory for each, however short it is.
    static let fields = 100
}
