// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders
import Testing

/// Each provider in front of a stub, for what must hold for all alike.
enum EveryProvider: String, CaseIterable, CustomTestStringConvertible {
    case kakao, naver, apple, facebook

    var testDescription: String { rawValue }

    /// The nonce that the id_tokens of all of them hold.
    static let nonce = Secret("nonce-0001")

    /// The provider, and what its hosts are asked.
    func made() throws -> (provider: Provider, stub: ProviderStub) {
        switch self {
        case .kakao:
            let kakao = try Kakao()
            return (kakao.provider, kakao.stub)
        case .naver:
            let naver = try Naver()
            return (naver.provider, naver.stub)
        case .apple:
            let apple = try Apple()
            return (apple.provider, apple.stub)
        case .facebook:
            let facebook = try Facebook()
            return (facebook.provider, facebook.stub)
        }
    }

    /// A good id_token of 1,700,000,000, with some claims changed; nil takes a claim away.
    func idToken(_ changes: [String: JSONValue?] = [:], key: SigningKey = ProviderStub.key) -> Secret {
        switch self {
        case .kakao: Kakao.idToken(changes, key: key)
        case .naver: Naver.idToken(changes, key: key)
        case .apple: Apple.idToken(changes, key: key)
        case .facebook: Facebook.idToken(changes, key: key)
        }
    }

    /// Where the keys stand.
    var keysPath: String {
        switch self {
        case .kakao: KakaoStub.keysPath
        case .naver: Naver.keysPath
        case .apple: Apple.keysPath
        case .facebook: Facebook.keysPath
        }
    }

    /// One of our keys.
    var audience: String {
        switch self {
        case .kakao: "REST_KEY"
        case .naver: "CLIENT"
        case .apple: "com.example.web"
        case .facebook: "123"
        }
    }

    /// How old an id_token may be, in seconds.
    var maximumAge: Int { self == .facebook ? 3_600 : 86_400 }

    /// The code of the refusal of an id_token; nil where it is taken.
    func refusal(of token: Secret) async throws -> String? {
        let provider = try made().provider
        return await failure { () throws(LoginError) in
            try await provider.checkIDToken(token, nonce: .matching(Self.nonce))
        }?.code.rawValue
    }
}
