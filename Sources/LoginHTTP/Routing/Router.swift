// SPDX-License-Identifier: Apache-2.0

/// Finds the one answer to a request by method and path: a table of patterns, nothing else.
///
/// A pattern is a path whose parts are taken literally, or by name in braces: `/auth/{provider}/callback`. Literal parts
/// win over named ones. A path that is known under another method gets 405 with `Allow`; HEAD is answered as GET.
public struct Router<Context: Sendable>: Sendable {
    /// Answers a request that a pattern matched.
    public typealias Answer = @Sendable (HTTPRequest, PathParameters, Context) async -> HTTPResponse

    private struct Route: Sendable {
        let method: HTTPMethod
        let parts: [Part]
        let answer: Answer
    }

    private enum Part: Sendable, Hashable {
        case literal(String)
        case named(String)
    }

    /// What the router found.
    public enum Match: Sendable {
        /// A route, with the values of its named parts.
        case found(Answer, PathParameters)
        /// The path exists under these methods only.
        case otherMethods([HTTPMethod])
        /// No such path.
        case unknown
    }

    private var routes: [Route] = []

    /// Makes an empty table.
    public init() {}

    /// Adds a route.
    public mutating func on(_ method: HTTPMethod, _ pattern: String, _ answer: @escaping Answer) {
        let parts = Self.split(pattern).map { part in
            part.hasPrefix("{") && part.hasSuffix("}")
                ? Part.named(String(part.dropFirst().dropLast())) : .literal(part)
        }
        routes.append(Route(method: method, parts: parts, answer: answer))
    }

    /// Looks a request up.
    public func match(_ method: HTTPMethod, path: String) -> Match {
        let wanted = Self.split(path)
        var best: (route: Route, parameters: PathParameters, literals: Int)?
        var otherMethods: [HTTPMethod] = []
        for route in routes {
            guard let (parameters, literals) = Self.parameters(of: route.parts, in: wanted) else { continue }
            guard route.method == method || (method == .head && route.method == .get) else {
                otherMethods.append(route.method)
                continue
            }
            if literals > (best?.literals ?? -1) { best = (route, parameters, literals) }
        }
        if let best { return .found(best.route.answer, best.parameters) }
        return otherMethods.isEmpty ? .unknown : .otherMethods(otherMethods)
    }

    /// Every method and pattern in the table, in the order in which they were added.
    public var table: [(method: HTTPMethod, pattern: String)] {
        routes.map { route in
            let path = route.parts.map { part in
                switch part {
                case .literal(let text): "/\(text)"
                case .named(let name): "/{\(name)}"
                }
            }
            return (route.method, path.joined())
        }
    }

    private static func split(_ path: String) -> [String] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }

    private static func parameters(of parts: [Part], in wanted: [String]) -> (PathParameters, literals: Int)? {
        guard parts.count == wanted.count else { return nil }
        var values: [String: String] = [:]
        var literals = 0
        for (part, text) in zip(parts, wanted) {
            switch part {
            case .literal(let literal):
                guard literal == text else { return nil }
                literals += 1
            case .named(let name):
                guard !text.isEmpty, let value = percentDecoded(text, plusIsBlank: false) else { return nil }
                values[name] = value
            }
        }
        return (PathParameters(values: values), literals)
    }
}

/// The values of a pattern's named parts, decoded.
public struct PathParameters: Sendable {
    private let values: [String: String]

    init(values: [String: String]) {
        self.values = values
    }

    /// The value of a named part; empty where the pattern has no such name, which is a fault of the route's author.
    public subscript(name: String) -> String { values[name] ?? "" }
}
