// SPDX-License-Identifier: Apache-2.0

// The back end of an app: whoever comes with an access token of the login server is told who that is.
//
//     social-login demo                                      a login server at http://localhost:8080
//     example-back-end http://localhost:8080 9000            this program
//     curl -H "Authorization: Bearer $ACCESS_TOKEN" http://127.0.0.1:9000/me

import AccessTokenVerifier
import Dispatch
import Foundation
import LoginAPI
import LoginCore
import LoginCurlTransport
import LoginHTTP
import LoginHTTPServer

/// Answers `GET /me`; there is nothing else.
struct BackEnd: HTTPHandler {
    let accessTokens: AccessTokenVerifier

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard request.path == "/me" else { return .text("There is nothing here.\n", status: 404) }
        guard let token = request.bearerToken else { return challenge("Bearer") }
        do {
            let caller = try await accessTokens.verify(token)
            return .json(["account": .string(caller.accountID), "session": .string(caller.sessionID)])
        } catch  where error.httpStatus == 401 {
            return challenge("Bearer error=\"invalid_token\", error_description=\"\(error.message.english)\"")
        } catch {
            return .text("\(error.message.english) \(error.remedy.english)\n", status: error.httpStatus ?? 500)
        }
    }

    /// Asks for a token, or for another one (RFC 6750, section 3).
    private func challenge(_ text: String) -> HTTPResponse {
        HTTPResponse(status: 401, headers: ["WWW-Authenticate": text])
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let port = Int(arguments[2]) else {
    FileHandle.standardError.write(Data("usage: example-back-end LOGIN-SERVER PORT\n".utf8))
    exit(2)
}
// One verifier for the whole process, since it keeps the login server's keys.
let verifier = try AccessTokenVerifier(
    rules: AccessTokenRules(issuer: arguments[1]), transport: CurlTransport(policy: .loopbackHTTPAllowed),
    clock: SystemWallClock())
let listener = try HTTPListener.start(
    ListenerSettings(host: "127.0.0.1", port: port), handler: BackEnd(accessTokens: verifier), log: .silent)
FileHandle.standardOutput.write(Data("http://127.0.0.1:\(listener.port)/me\n".utf8))
dispatchMain()
