// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// Something that goes wrong with the next requests to a path, as a test ordered it.
struct Fault: Sendable, Hashable {
    /// What goes wrong.
    enum Kind: String, Sendable, CaseIterable {
        /// Nothing but the delay.
        case delay
        /// The provider refuses, with one of its own codes.
        case error
        /// Some answer word for word.
        case answer
        /// An HTML page where JSON is expected, with status 200 or another.
        case html
        /// A gateway on the way says 502, in HTML. The request was not worked on.
        case badGateway = "bad_gateway"
        /// The request is worked on, and then a gateway says 502: the answer is lost.
        case lostAnswer = "lost_answer"
        /// The body ends in the middle.
        case cutBody = "cut_body"
        /// There is no body.
        case emptyBody = "empty_body"
    }

    /// What goes wrong.
    let kind: Kind
    /// The real host; nil for any.
    let host: String?
    /// The real path; nil for any.
    let path: String?
    /// For how many requests.
    var times: Int
    /// How long the answer waits before anything else happens, in milliseconds.
    let delay: Int
    /// The provider's code for `error`, in that provider's own words.
    let code: String?
    /// The status for `answer` and `html`.
    let status: Int?
    /// The body for `answer`.
    let body: String?
    /// The type of that body.
    let contentType: String?

    /// Reads a fault; members that its kind does not use are errors.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        kind = try seed.word("kind", otherwise: .delay)
        host = try seed.text("host")
        path = try seed.text("path")
        times = try seed.integer("times", in: 1...1_000_000).map { Int($0) } ?? 1
        delay = try seed.integer("delay_ms", in: 0...600_000).map { Int($0) } ?? 0
        code = kind == .error ? try seed.requiredText("code") : nil
        status =
            kind == .answer || kind == .html ? try seed.integer("status", in: 200...599).map { Int($0) } ?? 200 : nil
        body = kind == .answer ? try seed.text("body") ?? "" : nil
        contentType = kind == .answer ? try seed.text("content_type") ?? "application/json;charset=UTF-8" : nil
        if let code {
            let meant = host.flatMap(EmulatedProvider.answering).map { [$0] } ?? EmulatedProvider.all
            guard meant.contains(where: { $0.refusals.answer(code) != nil }) else {
                throw .seed(at: seed.place("code"), .notOneOf(meant.flatMap(\.refusals.codes)))
            }
        }
        try seed.end()
    }

    /// The fault in the form in which it is ordered.
    var json: JSONValue {
        var json = JSONObject()
        json["kind"] = .string(kind.rawValue)
        json["host"] = host.map(JSONValue.string)
        json["path"] = path.map(JSONValue.string)
        json["times"] = JSONValue(times)
        json["delay_ms"] = delay == 0 ? nil : JSONValue(delay)
        json["code"] = code.map(JSONValue.string)
        json["status"] = status.map { JSONValue($0) }
        json["body"] = body.map(JSONValue.string)
        json["content_type"] = contentType.map(JSONValue.string)
        return .object(json)
    }
}

extension Fault {
    /// The answer that takes the place of a provider's real one; nil where the request is worked on first.
    func answerInstead(of provider: EmulatedProvider) -> HTTPResponse? {
        switch kind {
        case .error: code.flatMap(provider.refusals.answer)
        case .answer:
            HTTPResponse(
                status: status ?? 200, headers: ["Content-Type": contentType ?? "application/json"],
                body: Array((body ?? "").utf8))
        case .html: Self.page(status: status ?? 200)
        case .badGateway: Self.page(status: 502)
        case .delay, .lostAnswer, .cutBody, .emptyBody: nil
        }
    }

    /// What becomes of the real answer.
    func spoil(_ response: HTTPResponse) -> HTTPResponse {
        var spoilt = response
        switch kind {
        case .lostAnswer: return Self.page(status: 502)
        case .cutBody: spoilt.body = Array(response.body.prefix(response.body.count / 2))
        case .emptyBody: spoilt.body = []
        case .delay, .error, .answer, .html, .badGateway: break
        }
        return spoilt
    }

    private static func page(status: Int) -> HTTPResponse {
        let title: HTML = status == 502 ? "502 Bad Gateway" : "Please wait"
        return .html(
            "<html><head><title>\(title)</title></head><body><h1>\(title)</h1></body></html>" as HTML, status: status)
    }
}

/// The faults on order, in the order in which they came.
struct FaultList: Sendable {
    private(set) var all: [Fault] = []

    /// Orders one more.
    mutating func add(_ fault: Fault) {
        all.append(fault)
    }

    /// Takes the first fault that is meant for a visit, once. One by a code that the provider does not have waits for the
    /// provider that has it.
    mutating func take(for visit: Visit, of provider: EmulatedProvider) -> Fault? {
        let (host, path) = (visit.host, visit.request.path)
        guard
            let place = all.firstIndex(where: { fault in
                (fault.host ?? host) == host && (fault.path ?? path) == path
                    && (fault.code.map { provider.refusals.answer($0) != nil } ?? true)
            })
        else { return nil }
        all[place].times -= 1
        let fault = all[place]
        if fault.times == 0 { all.remove(at: place) }
        return fault
    }
}
