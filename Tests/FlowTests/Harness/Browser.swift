// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginCurlTransport
import LoginHTTP
import LoginProviders
import Testing

/// A browser without scripts: it follows redirects, keeps cookies by host, and fills in the forms that it finds.
final class Browser: Sendable {
    let site: any Site
    let language: String
    private let addresses = Locked<[String]>([])
    private let jars = Locked<[String: [String: String]]>([:])

    init(_ site: any Site, language: String = "ko-KR,ko;q=0.9") {
        self.site = site
        self.language = language
    }

    /// The cookies of the login server's host.
    var cookies: [String: String] { jars.value["localhost"] ?? [:] }

    /// The last of our callbacks that it opened, as its history has it.
    var lastCallback: String? { addresses.value.last { $0.contains("/callback?") && $0.hasPrefix(site.address) } }

    /// The cookies of sign-ups that wait, by name.
    var tickets: [(name: String, value: String)] {
        cookies.filter { $0.key.hasPrefix("login-ticket-") }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Plants or takes away a cookie of the login server's host.
    func setCookie(_ name: String, _ value: String?) {
        jars.withLock { $0["localhost", default: [:]][name] = value }
    }

    /// Opens an address, or a path of the login server, and follows wherever it leads.
    func open(_ address: String) async throws -> Page {
        try await follow(try required(HTTPRequest(.get, absolute(address, on: site.address))))
    }

    /// Sends a page's form by one of its buttons, with what was filled in, and follows.
    func submit(_ form: Page.Form, on page: Page, _ more: [(String, String)] = []) async throws -> Page {
        var fields = FormFields()
        for (name, value) in form.hidden + more { fields.add(name, value) }
        var request = try required(HTTPRequest.form(fields, to: absolute(form.action, on: page.origin)))
        let isSameSite = HTTPAddress(page.origin)?.host == request.host
        request.headers["Origin"] = page.origin
        request.headers["Sec-Fetch-Site"] = isSameSite ? "same-origin" : "cross-site"
        return try await follow(request)
    }

    /// Sends one request with this browser's cookies and follows no redirect.
    ///
    /// - Parameter isCrossSite: whether another site's page posts it: all cookies here are `SameSite=Lax`, and stay behind.
    func send(_ request: HTTPRequest, isCrossSite: Bool = false) async throws -> HTTPResponse {
        var request = request
        let jar = isCrossSite ? [:] : jars.value[request.host] ?? [:]
        if !jar.isEmpty { request.headers["Cookie"] = jar.map { "\($0)=\($1)" }.joined(separator: "; ") }
        if request.headers["Accept-Language"] == nil { request.headers["Accept-Language"] = language }
        let response = try await site.transport.send(request, limits: TransferLimits(deadline: .seconds(30)))
        keep(response, of: request.host)
        return response
    }

    private func follow(_ first: HTTPRequest) async throws -> Page {
        var request = first
        for _ in 0..<12 {
            if request.method == .get { addresses.withLock { [address = request.address] in $0.append(address) } }
            let isCrossSite = request.method == .post && request.headers["Sec-Fetch-Site"] == "cross-site"
            let response = try await send(request, isCrossSite: isCrossSite)
            guard let location = response.headers["Location"] else { return Page(response, at: request) }
            // After a POST only 303 makes every browser go on with GET.
            if request.method == .post { #expect(response.status == 303) }
            // A fragment is for scripts, and is never sent.
            let whole = absolute(location, on: "\(request.scheme)://\(request.authority)")
            let address = String(whole.prefix { $0 != "#" })
            // Anywhere else is an app, which no browser of ours goes on to.
            guard [site.address, site.emulatorAddress].contains(where: { address.hasPrefix($0 + "/") }) else {
                return Page(response, at: request)
            }
            request = try required(HTTPRequest(.get, address))
        }
        Issue.record("the redirects go round in a circle")
        throw CancellationError()
    }

    private func absolute(_ address: String, on origin: String) -> String {
        address.hasPrefix("/") ? origin + address : address
    }

    private func keep(_ response: HTTPResponse, of host: String) {
        for field in response.headers.all("Set-Cookie") {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let (name, value) = (String(pair[0]), String(pair[1]))
            jars.withLock { $0[host, default: [:]][name] = field.contains("Max-Age=0") ? nil : value }
        }
    }
}

extension Browser {
    /// Presses the provider's button and signs in there as somebody, agreeing to everything; ends where that leads.
    func signIn(as person: Int64) async throws -> Page {
        try await finishAtKakao(try await open("/auth/kakao"), as: person)
    }

    /// Goes through whichever of Kakao's pages are shown: account, then consent.
    func finishAtKakao(_ start: Page, as person: Int64) async throws -> Page {
        var page = start
        if let form = page.form(with: "person") { page = try await submit(form, on: page, [("person", "\(person)")]) }
        if let form = page.form(with: "agree_all") {
            page = try await submit(form, on: page, [("decision", "agree_all")])
        }
        return page
    }

    /// Presses Apple's button and goes through whichever of Apple's pages are shown, up to the form that the last of them
    /// posts to the login server.
    ///
    /// - Parameter items: what the person shares; nil for everything.
    func formFromApple(as person: Int64, sharing items: [String]? = nil, from start: Page? = nil) async throws -> Page {
        var page: Page
        if let start { page = start } else { page = try await open("/auth/apple") }
        if let form = page.form(with: "person") { page = try await submit(form, on: page, [("person", "\(person)")]) }
        if let form = page.form(with: "agree_all") {
            let choice = items == nil ? "agree_all" : "agree"
            page = try await submit(form, on: page, (items ?? []).map { ("item", $0) } + [("decision", choice)])
        }
        return page
    }

    /// Signs in with Apple, agreeing to everything unless told otherwise; ends where that leads.
    func signInWithApple(as person: Int64, sharing items: [String]? = nil, from start: Page? = nil) async throws -> Page
    {
        let page = try await formFromApple(as: person, sharing: items, from: start)
        return try await submit(try required(page.forms.first, "the form for the app"), on: page)
    }

    /// Fills in the sign-up form that is shown.
    func signUp(_ page: Page, nickname: String? = nil, agreeToAll: Bool = false) async throws -> Page {
        let form = try required(page.form(with: "form_proof"), "the sign-up form")
        let name = nickname ?? form.value(of: "nickname") ?? ""
        let terms: [(String, String)] =
            agreeToAll ? [("agree_to_all", "yes")] : [("agree_service", "yes"), ("agree_privacy", "yes")]
        return try await submit(form, on: page, [("nickname", name)] + terms)
    }

    /// Signs in for the first time and signs up, which ends at the account page.
    func join(as person: Int64) async throws -> Page {
        try await signUp(try await signIn(as: person))
    }
}
