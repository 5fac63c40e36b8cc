// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP

extension Router<RequestContext> {
    /// Adds a page: a choice of language is kept and the page asked for again; whatever the route throws becomes the
    /// error page, or the sign-in page where only the session is over.
    mutating func page(
        _ method: HTTPMethod, _ pattern: String, _ parts: ServerParts,
        _ answer: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        on(method, pattern) { request, path, context in
            do {
                if method == .get, let changed = try parts.languageChange(request) { return changed }
                return try await answer(Call(request: request, path: path, context: context))
            } catch {
                let problem = Problem(error)
                parts.environment.log.writeFailure(error, as: problem, context)
                return parts.page(for: problem, request, context)
            }
        }
    }
}

extension ServerParts {
    /// Keeps the language of `?lang=` in a cookie and sends the browser to the same page without it.
    fileprivate func languageChange(_ request: HTTPRequest) throws -> HTTPResponse? {
        let fields = try request.queryFields()
        guard let language = try fields.single(PageField.language).flatMap(Language.init) else { return nil }
        var rest = FormFields()
        for field in fields.fields where field.name != PageField.language { rest.add(field.name, field.value) }
        var response = HTTPResponse.redirect(
            to: rest.fields.isEmpty ? request.path : "\(request.path)?\(rest.encoded)")
        response.set(cookies.keep(language))
        return response
    }

    fileprivate func page(for problem: Problem, _ request: HTTPRequest, _ context: RequestContext) -> HTTPResponse {
        guard problem.code == .sessionEnded || problem.code == .sessionExpired else {
            return pages.error(problem, isSignedIn: callers.cookie(in: request) != nil, context)
        }
        var response = HTTPResponse.redirect(to: "\(PageAddress.signIn)?notice=expired")
        // A form from another site comes without our Lax cookie; its answer must not take the cookie away.
        if callers.cookie(in: request) != nil { response.set(cookies.drop(cookies.session)) }
        return response
    }
}
