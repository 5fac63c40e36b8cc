// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import Testing

/// What a refusal gives away, and where an answer may lead.
struct SilentRefusalTests {
    /// What a client sees of an answer, but for the number of the request.
    private func face(_ answer: HTTPResponse) throws -> String {
        var members = try required(try answer.json().object)
        members["request_id"] = nil
        let headers = answer.headers.fields.filter { !["x-request-id", "date"].contains($0.name.lowercased()) }
            .map { "\($0.name): \($0.value)" }
        return "\(answer.status) \(headers) \(JSONValue.object(members).serializedText())"
    }

    @Test(arguments: ["-406", "-402", "-4", "-9798"])
    func `S26: a refused sign-in reads the same for somebody with an account and somebody without`(vendorCode: String)
        async throws
    {
        try await Stage.play { stage in
            _ = try await stage.session(of: 1001)
            var faces: [String] = []
            for person in [1001, 1002] as [Int64] {
                let token = try await KakaoApp(stage).tokens(of: person).accessToken
                try await stage.order(["kind": "error", "code": .string(vendorCode)], at: "/v2/user/me")
                faces.append(try face(try await stage.signIn(.accessToken(token))))
            }

            #expect(faces[0] == faces[1])
        }
    }

    @Test func `S26: a proof that is none, of a nonce or a code, reads the same for both`() async throws {
        try await Stage.play { stage in
            _ = try await stage.session(of: 1001)
            var faces: [[String]] = []
            for person in [1001, 1002] as [Int64] {
                let attempt = AttemptID.fresh()
                let token = try await KakaoApp(stage).tokens(of: person, nonce: Secret("other")).idToken
                guard
                    case .code(let code, let redirectURI, _, let nonce, _, _) = try await stage.codeCredential(
                        of: person, for: attempt)
                else { throw Unexpected() }
                let wrongVerifier = Secret(String(repeating: "v", count: 43))
                faces.append([
                    try face(
                        try await stage.signIn(
                            .idToken(token, nonce: try await stage.nonce(for: attempt)), attempt: attempt)),
                    try face(
                        try await stage.signIn(
                            .code(code, redirectURI: redirectURI, verifier: wrongVerifier, nonce: nonce),
                            attempt: attempt)),
                ])
            }

            #expect(faces[0] == faces[1])
            #expect(Set(faces[0]).count == 2)
        }
    }

    private static let lures = [
        "next=https://evil.example", "next=//evil.example", "return_to=https://evil.example",
        "redirect_uri=https://evil.example", "back=//evil.example", "continue=https:evil.example",
    ]

    @Test(arguments: lures)
    func `S44: neither success nor a no nor signing out leads away, whatever an address or a form asks for`(
        lure: String
    )
        async throws
    {
        try await Stage.play { stage in
            let browser = Browser(stage)
            var locations: [String?] = []
            func open(_ address: String) async throws {
                let answer = try await browser.send(try required(HTTPRequest(.get, address)))
                locations.append(answer.headers["Location"])
            }
            func post(_ page: Page, to action: String) async throws {
                let form = try required(page.form(to: action))
                var fields: FormFields = ["nickname": "이름", "agree_service": "yes", "agree_privacy": "yes"]
                for field in form.hidden + [(lure.prefix { $0 != "=" }.description, "https://evil.example")] {
                    fields.add(field.0, field.1)
                }
                let request = try required(HTTPRequest.form(fields, to: "\(stage.address)\(action)?\(lure)"))
                locations.append(try await browser.send(request).headers["Location"])
            }

            let state = try await stage.callback(of: browser, as: 1001)
            let query = try FormFields(parsing: try required(state.split(separator: "?").last).description)
            var no: FormFields = ["error": "access_denied"]
            no.add("state", try query.single("state"))
            try await open("\(stage.address)/auth/kakao/callback?\(no.encoded)&\(lure)")
            try await open("\(stage.address)/auth/kakao/callback?error=x&state=y&\(lure)")
            try await open("\(try await stage.callback(of: browser, as: 1001))&\(lure)")
            try await post(try await browser.open("/sign-up?\(lure)"), to: "/sign-up")
            try await open("\(stage.address)/?\(lure)")
            try await open("\(stage.address)/?lang=ko&\(lure)")
            try await post(try await browser.open("/account?\(lure)"), to: "/sign-out")
            try await open("\(stage.address)/oauth/authorize?client_id=social-login&\(lure)")

            for location in locations.compactMap({ $0 }) {
                let isOurs = location.hasPrefix("/") && !location.hasPrefix("//")
                #expect(isOurs || location.hasPrefix("\(stage.address)/"), "\(location)")
            }
            #expect(locations.compactMap { $0 }.count >= 6, "\(locations)")
            #expect(locations[1] == nil && locations.last == .some(nil))
        }
    }
}
