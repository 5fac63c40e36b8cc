// SPDX-License-Identifier: Apache-2.0

import SocialLogin
import SocialLoginDesktop

let login = try LoginClient(
    providers: [.kakao],
    server: .init("http://localhost:8080", allowsLoopbackHTTP: true),
    environment: .desktop(app: "sign-in-example", allowsLoopbackHTTP: true))

if case .member(let account, _) = await login.restore() {
    print("Welcome back, \(account.nickname).")
} else if case .member(let account) = try await login.signIn(with: .kakao) {
    print("Hello, \(account.nickname).")
}
