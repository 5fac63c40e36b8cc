// SPDX-License-Identifier: Apache-2.0

/// Apple's host, as far as the emulator answers for it.
enum AppleHost {
    /// Sign-in, tokens and keys.
    static let appleID = "appleid.apple.com"
}
