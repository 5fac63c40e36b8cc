// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP

/// One call on its way through a route.
struct Call: Sendable {
    /// What was sent.
    let request: HTTPRequest
    /// The named parts of its path.
    let path: PathParameters
    /// What belongs to it besides.
    let context: RequestContext

    /// The JSON body as a document.
    func document() throws -> JSONValue {
        guard request.contentType == "application/json" else { throw Problem(.unsupportedMediaType) }
        return try JSONValue(parsing: request.body)
    }

    /// The form body's fields.
    func form() throws -> FormFields {
        guard let fields = try request.formFields() else { throw Problem(.unsupportedMediaType) }
        return fields
    }
}

extension Problem {
    /// What a route's error means to its caller.
    ///
    /// Errors of providers are turned into problems where they are called, so a `LoginError` that gets here is the
    /// database's.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as DocumentError:
            self.init(
                .invalidRequest, detail: error.text, field: error.member.isEmpty ? nil : error.member)
        case let error as JSONError:
            self.init(
                .invalidRequest,
                detail: BilingualText(
                    ko: "본문이 올바른 JSON이 아닙니다 (\(error.reason.rawValue)).",
                    en: "The body is not well-formed JSON (\(error.reason.rawValue))."))
        case FormError.repeated(let name):
            // Only names that we look for are asked about, so this is one of our own.
            self.init(
                .invalidRequest,
                detail: BilingualText(ko: "같은 항목이 두 번 있습니다.", en: "A field is given twice."), field: name)
        case is FormError:
            self.init(
                .invalidRequest,
                detail: BilingualText(ko: "양식의 인코딩이 올바르지 않습니다.", en: "The form's encoding is broken."))
        case is LoginError, is CancellationError: self.init(.storeUnavailable)
        default: self.init(.internalError)
        }
    }
}

extension Router<RequestContext> {
    /// Adds a route of the API: whatever it throws becomes a problem document.
    mutating func api(
        _ method: HTTPMethod, _ pattern: String, log: Log,
        _ answer: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        on(method, pattern) { request, path, context in
            do {
                return try await answer(Call(request: request, path: path, context: context))
            } catch {
                let problem = Problem(error)
                log.writeFailure(error, as: problem, context)
                return .problem(problem, context)
            }
        }
    }
}

extension Log {
    /// Writes down what went wrong in the server itself; refusals are written where they are decided.
    func writeFailure(_ error: any Error, as problem: Problem, _ context: RequestContext) {
        guard problem.code == .storeUnavailable || problem.code == .internalError else { return }
        let cause = (error as? LoginError)?.code.rawValue ?? "\(type(of: error))"
        write(.error, "request.failed", ["request": context.requestID, "code": problem.code.rawValue, "cause": cause])
    }
}

extension HTTPResponse {
    /// A problem document (RFC 9457).
    static func problem(_ problem: Problem, _ context: RequestContext) -> HTTPResponse {
        var response = HTTPResponse.json(
            problem.document(in: context.language, requestID: context.requestID), status: problem.code.status,
            contentType: "application/problem+json")
        response.headers["Retry-After"] = problem.retryAfter.map(String.init)
        response.headers["Content-Language"] = context.language.rawValue
        // RFC 6750, section 3: whoever needs a token is told so.
        switch problem.code {
        case .accessTokenMissing: response.headers["WWW-Authenticate"] = "Bearer"
        case .accessTokenInvalid, .accessTokenExpired, .sessionEnded, .sessionExpired:
            response.headers["WWW-Authenticate"] = #"Bearer error="invalid_token""#
        default: break
        }
        return response
    }

    /// An OAuth error document (RFC 6749, section 5.2).
    static func oauthProblem(_ problem: Problem, _ context: RequestContext) -> HTTPResponse {
        var response = HTTPResponse.json(
            problem.oauthDocument(in: context.language, requestID: context.requestID),
            status: problem.code.oauthStatus)
        // A client that tried to authenticate is told with which scheme it failed (RFC 6749, section 5.2).
        if response.status == 401 { response.headers["WWW-Authenticate"] = #"Basic realm="social-login""# }
        response.headers["Retry-After"] = problem.retryAfter.map(String.init)
        return response
    }
}
