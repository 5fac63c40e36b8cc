// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// The emulator's remote control: what a test or a person changes while everything runs. JSON, on this machine only.
struct Control: Sendable {
    let world: Locked<World>
    let seed: EmulatorSeed
    let clock: MovableWallClock
    /// What makes codes.
    let fresh: FreshText
    /// The keys that each provider signs with, by its id.
    let keys: [String: SigningKeys]

    /// Answers a request below `/_emulator`.
    func respond(to request: HTTPRequest) -> HTTPResponse {
        guard isFromHere(request) else { return Self.problem(403, "not_from_here", Self.notFromHere) }
        switch request.path {
        case "/_emulator", "/_emulator/": return isRead(request) ? page(request) : wrongMethod
        case "/_emulator/requests.txt": return isRead(request) ? requestsText(request) : wrongMethod
        case Stylesheet.path: return isRead(request) ? Stylesheet.response : wrongMethod
        default: break
        }
        let parts = request.path.dropFirst("/_emulator/".count).split(separator: "/", omittingEmptySubsequences: false)
        let matching = Self.routes.filter { $0.matches(parts) }
        guard !matching.isEmpty else {
            return Self.problem(
                404, "no_such_path",
                BilingualText(
                    ko: "그런 주소는 없습니다. /_emulator 페이지에 목록이 있습니다.",
                    en: "There is no such path. The page at /_emulator lists them all."))
        }
        guard let route = matching.first(where: { $0.method == request.method }) else { return wrongMethod }
        return answer(request, by: route, parts)
    }

    private func answer(_ request: HTTPRequest, by route: ControlRoute, _ parts: [Substring]) -> HTTPResponse {
        do throws(LoginError) {
            return try .json(route.answer(self, ControlCall(request, ids: route.ids(in: parts))))
        } catch {
            let status =
                switch error.code {
                case .emulatorNotFound: 404
                case .emulatorContentType: 415
                default: 400
                }
            return Self.problem(status, error.code.rawValue, error.message, remedy: error.remedy)
        }
    }

    private func isRead(_ request: HTTPRequest) -> Bool { request.method == .get || request.method == .head }

    /// Whether a request comes from this machine and not from some other site's page: the address by which the emulator
    /// was called is its own (else a foreign name was pointed at it), and so is the page's that sent it.
    private func isFromHere(_ request: HTTPRequest) -> Bool {
        if let address = request.remoteAddress {
            let plain = address.hasPrefix("::ffff:") ? String(address.dropFirst(7)) : address
            guard HTTPAddress.isLoopback(host: plain) else { return false }
        }
        guard HTTPAddress.isLoopback(host: request.host) || EmulatedProvider.allHosts.contains(request.host) else {
            return false
        }
        guard let origin = request.headers["Origin"] else { return true }
        return HTTPAddress(origin)?.authority.lowercased() == request.authority.lowercased()
    }

    private var wrongMethod: HTTPResponse {
        Self.problem(
            405, "wrong_method",
            BilingualText(ko: "이 주소는 그 방법으로 부를 수 없습니다.", en: "This path cannot be called that way."))
    }

    private static let notFromHere = BilingualText(
        ko: "제어 API는 이 컴퓨터에서만, 에뮬레이터 자신의 주소로만 부를 수 있습니다.",
        en: "The control API can be called from this machine only, by the emulator's own address.")

    private static func problem(_ status: Int, _ code: String, _ message: BilingualText, remedy: BilingualText? = nil)
        -> HTTPResponse
    {
        var problem = JSONObject()
        problem["error"] = .string(code)
        problem["message"] = ["ko": .string(message.korean), "en": .string(message.english)]
        problem["remedy"] = remedy.map { ["ko": .string($0.korean), "en": .string($0.english)] }
        return .json(.object(problem), status: status)
    }
}

extension LoginError.Code {
    /// The control API was asked about a person or app that does not exist.
    static let emulatorNotFound = LoginError.Code(rawValue: "emulator_not_found")
    /// A body came to the control API that does not say that it is JSON.
    static let emulatorContentType = LoginError.Code(rawValue: "emulator_content_type")
}

extension LoginError {
    /// There is no such person or app.
    static let emulatorNotFound = LoginError(
        .emulatorNotFound, advice: .fixRequest,
        message: BilingualText(ko: "그런 사람이나 앱이 없습니다.", en: "There is no such person or app."),
        remedy: BilingualText(
            ko: "GET /_emulator/state에서 id를 확인해 주세요.", en: "Look up the ids with GET /_emulator/state."))

    /// The pages would not let this person in either: the account cannot be used, or the app is not open to them.
    static let unusablePerson = seed(
        at: "person",
        .wanted(
            "somebody whose account can be used, and whom the app admits", "계정을 쓸 수 있고 앱이 받아 주는 사람"))

    /// The body does not say that it is JSON.
    static let emulatorContentType = LoginError(
        .emulatorContentType, advice: .fixRequest,
        message: BilingualText(
            ko: "본문은 JSON이고 그렇다고 밝혀야 합니다.", en: "The body has to be JSON and to say so."),
        remedy: BilingualText(
            ko: "헤더 Content-Type: application/json을 붙여 다시 보내 주세요.",
            en: "Send it again with the header Content-Type: application/json."))
}
