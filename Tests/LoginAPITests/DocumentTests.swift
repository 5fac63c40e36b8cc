// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginAPI
import LoginCore
import Testing

/// What client and server write, and what they refuse to read.
struct DocumentTests {
    private let attempt = String(repeating: "a", count: 22)

    @Test(arguments: [
        SignInCredential.code(
            Secret("c"), redirectURI: "https://a.test/cb", verifier: Secret("v"), nonce: Secret("n")),
        .code(Secret("c"), redirectURI: nil, verifier: nil, nonce: nil),
        .code(Secret("c"), redirectURI: nil, verifier: nil, nonce: nil, clientID: "k", state: Secret("s")),
        .idToken(Secret("t"), nonce: Secret("n")),
        .accessToken(Secret("t")),
    ])
    func `a sign-in request is read as it was written`(credential: SignInCredential) throws {
        let request = SignInRequest(
            attemptID: try #require(AttemptID(attempt)), provider: ProviderID(rawValue: "kakao"),
            credential: credential, device: Device(name: "서연의 iPhone", platform: "ios", pushToken: Secret("p")))

        let read = try SignInRequest(json: try JSONValue(parsing: request.json.serialized()))

        #expect(read.attemptID == request.attemptID)
        #expect(read.provider == request.provider)
        #expect(read.credential == credential)
        #expect(read.device == request.device)
    }

    @Test(arguments: [
        (#"{}"#, "attempt_id", DocumentError.Reason.missing),
        (#"[]"#, "", .wrongKind),
        (#"{"attempt_id":1}"#, "attempt_id", .wrongKind),
        (#"{"attempt_id":"short"}"#, "attempt_id", .notAllowed),
        (#"{"attempt_id":"ATTEMPT"}"#, "provider", .missing),
        (
            #"{"attempt_id":"ATTEMPT","provider":"kakao","credential":{"type":"password"}}"#, "credential.type",
            .notAllowed
        ),
        (#"{"attempt_id":"ATTEMPT","provider":"kakao","credential":{"type":"code"}}"#, "credential.code", .missing),
        (
            #"{"attempt_id":"ATTEMPT","provider":"kakao","credential":{"type":"access_token","access_token":""}}"#,
            "credential.access_token", .missing
        ),
        (
            #"{"attempt_id":"ATTEMPT","provider":"kakao","credential":{"type":"access_token","access_token":"LONG"}}"#,
            "credential.access_token", .tooLong
        ),
    ])
    func `what does not fit is named by its path`(text: String, member: String, reason: DocumentError.Reason) throws {
        let text =
            text
            .replacing("ATTEMPT", with: attempt)
            .replacing("LONG", with: String(repeating: "x", count: 8_193))

        #expect(throws: DocumentError(member, reason)) {
            try SignInRequest(json: try JSONValue(parsing: text))
        }
    }

    @Test func `an error never repeats the value`() {
        let text = DocumentError("credential.code", .tooLong).text

        #expect(text.english == "credential.code is too long.")
        #expect(text.korean == "credential.code: 값이 너무 깁니다.")
    }

    @Test func `members that nobody knows and nulls are passed over`() throws {
        let json = try JSONValue(
            parsing: #"{"attempt_id":"\#(attempt)","provider":"kakao","since":"2.0","device":null}"#)

        #expect(try NonceRequest(json: json).provider.rawValue == "kakao")
    }

    @Test func `both answers of a sign-in are read as they were written`() throws {
        let account = AccountAnswer(
            id: "a1", nickname: "서연", email: EmailAddress("a@example.test", isVerified: true), picture: nil,
            acceptsMarketing: true, createdAt: Date(timeIntervalSince1970: 1_800_000_000),
            identities: [
                AccountAnswer.Identity(
                    provider: ProviderID(rawValue: "kakao"), linkedAt: Date(timeIntervalSince1970: 1_800_000_000),
                    lastSignInAt: Date(timeIntervalSince1970: 1_800_000_100))
            ])
        let tokens = SessionTokens(
            accessToken: Secret("a"), expiresIn: 900, refreshToken: Secret("r"), sessionID: "s1")

        let known = try SignInAnswer(json: SignInAnswer.session(tokens, account).json)
        let new = try SignInAnswer(
            json: SignInAnswer.newPerson(
                SignUpOffer(
                    ticket: Secret("t"), expiresIn: 1_800, nickname: nil, email: nil, picture: nil,
                    missingConsents: ["email"], requiredTerms: ["service"])
            ).json)

        guard case .session(let readTokens, let readAccount) = known, case .newPerson(let offer) = new else {
            Issue.record("the answers came back as each other")
            return
        }
        #expect(readAccount == account)
        #expect(readTokens.refreshToken == Secret("r"))
        #expect(readTokens.expiresIn == 900)
        #expect(offer.missingConsents == ["email"])
        #expect(offer.nickname == nil)
        #expect(offer.email == nil)
    }

    @Test func `a list of sessions is read as it was written`() throws {
        let summary = SessionSummary(
            id: "s1", isCurrent: true, deviceName: "Safari", devicePlatform: nil,
            provider: ProviderID(rawValue: "kakao"), createdAt: Date(timeIntervalSince1970: 1_800_000_000),
            lastUsedAt: Date(timeIntervalSince1970: 1_800_000_060))

        #expect(try SessionSummary.list(json: SessionSummary.json([summary])) == [summary])
    }

    @Test func `no description of a request shows a secret`() throws {
        let request = SignInRequest(
            attemptID: try #require(AttemptID(attempt)), provider: ProviderID(rawValue: "kakao"),
            credential: .code(
                Secret("code-value"), redirectURI: nil, verifier: Secret("verifier-value"),
                nonce: Secret("nonce-value")),
            device: Device(name: nil, platform: nil, pushToken: Secret("push-value")))

        let text = String(reflecting: request)

        for secret in [attempt, "code-value", "verifier-value", "nonce-value", "push-value"] {
            #expect(!text.contains(secret))
        }
    }
}
