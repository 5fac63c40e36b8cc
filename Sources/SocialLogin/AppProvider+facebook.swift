// SPDX-License-Identifier: Apache-2.0

internal import LoginProviders

extension AppProvider {
    /// Facebook, through the login server.
    public static let facebook = throughServer(.facebook)
}
