// SPDX-License-Identifier: Apache-2.0

internal import LoginProviders

extension AppProvider {
    /// Naver, through the login server: Naver takes no code without its secret, which never sits in an app.
    public static let naver = throughServer(.naver)
}
