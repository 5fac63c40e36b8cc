// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP
import Testing

@testable import ProviderEmulator

/// A plain HTTP agent: it follows redirects inside the emulator, keeps cookies, and fills in the forms that it finds.
/// No scripts, and nothing known of the pages but their HTML.
final class Agent: Sendable {
    private let world: EmulatedWorld
    private let cookies = Locked<[String: String]>([:])
    let language: String

    init(_ world: EmulatedWorld, language: String = "ko") {
        self.world = world
        self.language = language
    }

    /// Where an agent ends up: a page to read, or an address outside the emulator.
    enum Place {
        case page(Page)
        case outside(String)
    }

    /// Opens an address and follows redirects as far as they stay inside.
    func open(_ address: String) async throws -> Place {
        try await follow(try #require(HTTPRequest(.get, EmulatedWorld.emulated(address))))
    }

    /// Sends a form of a page by one of its buttons.
    func submit(_ form: Page.Form, with more: [(String, String)]) async throws -> Place {
        var fields = FormFields()
        for (name, value) in form.hidden + more { fields.add(name, value) }
        return try await follow(try #require(HTTPRequest.form(fields, to: "http://127.0.0.1:9900\(form.action)")))
    }

    private func follow(_ first: HTTPRequest) async throws -> Place {
        var request = first
        for _ in 0..<10 {
            request.headers["Accept-Language"] = language
            let jar = cookies.value
            if !jar.isEmpty { request.headers["Cookie"] = jar.map { "\($0)=\($1)" }.joined(separator: "; ") }
            let response = await world.emulator.respond(to: request)
            keep(response)
            guard let location = response.location else { return .page(Page(response)) }
            guard location.hasPrefix("/") else { return .outside(location) }
            // After a POST only 303 makes every browser go on with GET.
            if request.method == .post { #expect(response.status == 303) }
            request = try #require(HTTPRequest(.get, "http://127.0.0.1:9900\(location)"))
        }
        Issue.record("the emulator redirects in a circle")
        return .outside("")
    }

    private func keep(_ response: HTTPResponse) {
        for field in response.headers.all("Set-Cookie") {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            let isDropped = field.contains("Max-Age=0")
            cookies.withLock { jar in
                jar[String(pair[0])] = isDropped || pair.count < 2 ? nil : String(pair[1])
            }
        }
    }
}

extension Agent {
    /// The authorize address of the demo's REST key.
    static func authorizeAddress(_ more: FormFields = [:]) -> String {
        var query: FormFields = [:]
        let given = Set(more.fields.map(\.name))
        let usual = [
            ("client_id", "demo-kakao-rest-key"), ("redirect_uri", EmulatedWorld.redirectURI),
            ("response_type", "code"),
        ]
        for (name, value) in usual where !given.contains(name) { query.add(name, value) }
        for field in more.fields { query.add(field.name, field.value) }
        return "https://kauth.kakao.com/oauth/authorize?\(query.encoded)"
    }

    /// Walks through account and consent, agreeing to everything, and gives the address outside that it ends at.
    func walk(_ person: Int64, _ more: FormFields = [:]) async throws -> String {
        var place = try await open(Self.authorizeAddress(more))
        if case .page(let page) = place, let form = page.form(with: "person") {
            place = try await submit(form, with: [("person", String(person))])
        }
        if case .page(let page) = place, let form = page.form(with: "agree_all") {
            place = try await submit(form, with: [("decision", "agree_all")])
        }
        guard case .outside(let address) = place else {
            Issue.record("the sign-in ended at a page")
            return ""
        }
        return address
    }

    /// The code that such a walk ends with.
    func code(of person: Int64, _ more: FormFields = [:]) async throws -> String {
        let address = try await walk(person, more)
        let fields = try FormFields(parsing: address.split(separator: "?", maxSplits: 1).last ?? "")
        return try #require(try fields.single("code"))
    }
}

extension Agent.Place {
    /// The page, where there is one.
    func page() throws -> Page {
        guard case .page(let page) = self else {
            Issue.record("expected a page")
            throw Unexpected()
        }
        return page
    }

    /// The address outside, where there is one.
    func outside() throws -> String {
        guard case .outside(let address) = self else {
            Issue.record("expected to leave the emulator")
            throw Unexpected()
        }
        return address
    }

    /// The fields that the address outside carries.
    func fields() throws -> FormFields {
        try FormFields(parsing: outside().split(separator: "?", maxSplits: 1).last ?? "")
    }

    private struct Unexpected: Error {}
}
