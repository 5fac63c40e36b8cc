// SPDX-License-Identifier: Apache-2.0

internal import LoginCore
internal import LoginHTTP

/// Sends requests to a provider and turns whatever comes back into JSON or a `LoginError`, the same way for all.
struct ProviderCaller: Sendable {
    let id: ProviderID
    let name: BilingualText
    let environment: ProviderEnvironment
    let readError: ProviderRules.ReadError

    /// Sends a request and gives its JSON answer.
    ///
    /// - Parameter isRepeatable: false where the request spends something, such as a code. Then an outcome that nobody
    ///   can know becomes `restart_sign_in` and nothing is ever sent twice.
    func json(_ request: HTTPRequest?, isRepeatable: Bool = true) async throws(LoginError) -> JSONValue {
        try await answer(to: request, isRepeatable: isRepeatable, json(in:))
    }

    /// Sends a request whose answer needs no body.
    ///
    /// - Parameter statusDecides: true where a good status is a success, whatever the body speaks of (RFC 7009, section 2.2).
    func done(_ request: HTTPRequest?, statusDecides: Bool = false) async throws(LoginError) {
        try await answer(to: request, isRepeatable: true) { response throws(LoginError) in
            guard !statusDecides || !(200..<300).contains(response.status) else { return }
            _ = try document(in: response)
        }
    }

    private func answer<Answer>(
        to request: HTTPRequest?, isRepeatable: Bool, _ read: (HTTPResponse) throws(LoginError) -> Answer
    ) async throws(LoginError) -> Answer {
        guard let request else {
            throw LoginError.notSetUp(
                BilingualText(ko: "\(name.korean) 주소가 올바르지 않습니다.", en: "An address of \(name.english) is not valid."),
                remedy: BilingualText(ko: "설정의 주소를 확인하세요.", en: "Check the addresses in the settings."))
        }
        var answer: HTTPResponse?
        do {
            let response = try await response(to: request)
            answer = response
            return try read(response)
        } catch {
            environment.log.write(
                error.advice == .tryLater ? .warning : .info, "provider.call_failed",
                [
                    "provider": id, "path": request.path, "code": error.code.rawValue,
                    "vendor_code": error.vendorCode ?? "-", "status": error.httpStatus ?? 0,
                    "vendor_words": VendorWords(answer, to: request)?.text ?? "-",
                ])
            if !isRepeatable, error.leavesOutcomeOpen { throw LoginError.restartSignIn(after: error) }
            throw error
        }
    }

    private func response(to request: HTTPRequest) async throws(LoginError) -> HTTPResponse {
        do {
            return try await environment.transport.send(request, limits: environment.limits)
        } catch {
            throw LoginError.transport(error, provider: name)
        }
    }

    private func json(in response: HTTPResponse) throws(LoginError) -> JSONValue {
        if let document = try document(in: response) { return document }
        if let type = response.contentType, !type.hasSuffix("json") {
            throw LoginError.unexpectedContentType(shownMediaType(type), provider: name, status: response.status)
        }
        throw LoginError.malformedAnswer(
            BilingualText(ko: "올바른 JSON이 아닙니다.", en: "it is not JSON."), provider: name, status: response.status)
    }

    /// Status first, then the body: an error page is never taken for an answer, nor its words for our own.
    private func document(in response: HTTPResponse) throws(LoginError) -> JSONValue? {
        let document: JSONValue?
        do throws(JSONError) {
            document = try JSONValue(parsing: response.body)
        } catch {
            // The status or the media type says more than the place of the first wrong byte.
            document = nil
        }
        if let error = readError(response.status, document) { throw error }
        switch response.status {
        case 200..<300: break
        case 300..<400:
            let target = response.headers["Location"].flatMap(HTTPAddress.init)?.host
            throw LoginError.unexpectedRedirect(to: target ?? "?", provider: name, status: response.status)
        default: throw LoginError.status(response.status, provider: name)
        }
        return document
    }

    /// A media type comes from outside, so only the bytes that one may hold are shown (RFC 9110, section 8.3.1).
    private func shownMediaType(_ type: String) -> String {
        String(type.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "/+-.".contains($0)) }.prefix(60))
    }
}

extension LoginError {
    /// Whether the provider may have carried the request out although it did not say so. Whatever passes by itself may have
    /// come after that, at any status; only what was never sent, or was turned away unread, certainly did not.
    fileprivate var leavesOutcomeOpen: Bool {
        if (httpStatus ?? 0) >= 500 { return true }
        switch code {
        case .providerUnreachable, .providerLimit: return false
        default: return advice == .tryLater && httpStatus != 429
        }
    }
}
