// SPDX-License-Identifier: Apache-2.0

internal import LoginProviders

extension AppProvider {
    /// Apple, through the login server.
    public static let apple = throughServer(.apple)
}
