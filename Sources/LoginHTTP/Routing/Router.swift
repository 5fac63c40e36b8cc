// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Finds the one answer to a request by method and path: a table of patterns, nothing else.
///
/// A pattern is a path whose parts are taken literally, or by name in braces: `/auth/{provider}/callback`. Where several
/// match, the one with more literal parts wins, then the one that was added first. A path that is known under other methods
/// alone is told apart from an unknown one. A HEAD request finds the route for GET, unless there is one for HEAD.
public struct Router<Context: Sendable>: Sendable {
    /// Answers a request that a pattern matched.
    public typealias Answer = @Sendable (HTTPRequest, PathParameters, Context) async -> HTTPResponse

    private struct Route: Sendable {
        let method: HTTPMethod
        let pattern: PathPattern
        let answer: Answer
    }

    /// What the router found.
    public enum Match: Sendable {
        /// A route, with the values of its named parts.
        case found(Answer, PathParameters)
        /// The path exists under these methods only, which is what `Allow` should say.
        case otherMethods([HTTPMethod])
        /// No such path.
        case unknown
    }

    private var routes: [Route] = []

    /// Makes an empty table.
    public init() {}

    /// Adds a route.
    public mutating func on(_ method: HTTPMethod, _ pattern: String, _ answer: @escaping Answer) {
        routes.append(Route(method: method, pattern: PathPattern(pattern), answer: answer))
    }

    /// Looks a request up.
    public func match(_ method: HTTPMethod, path: String) -> Match {
        guard let wanted = PathPattern.parts(of: path) else { return .unknown }
        let matching = routes.filter { $0.pattern.matches(wanted) }
        guard !matching.isEmpty else { return .unknown }
        var candidates = matching.filter { $0.method == method }
        if candidates.isEmpty, method == .head { candidates = matching.filter { $0.method == .get } }
        guard var best = candidates.first else { return .otherMethods(Self.allowed(matching.map(\.method))) }
        for route in candidates where route.pattern.literalCount > best.pattern.literalCount { best = route }
        guard let parameters = best.pattern.parameters(in: wanted) else { return .unknown }
        return .found(best.answer, parameters)
    }

    /// Every method and pattern in the table, in the order in which they were added.
    public var table: [(method: HTTPMethod, pattern: String)] {
        routes.map { ($0.method, $0.pattern.text) }
    }

    /// Each method once, HEAD beside GET.
    private static func allowed(_ methods: [HTTPMethod]) -> [HTTPMethod] {
        methods.flatMap { $0 == .get ? [.get, .head] : [$0] }.reduce(into: []) { allowed, method in
            if !allowed.contains(method) { allowed.append(method) }
        }
    }
}

/// The values of a pattern's named parts, decoded.
public struct PathParameters: Sendable {
    private let values: [String: String]
    /// The pattern as it was written: what a log may say of a path, whose own parts may be secrets.
    public let pattern: String

    init(values: [String: String], pattern: String) {
        self.values = values
        self.pattern = pattern
    }

    /// The value of a named part; empty where the pattern has no such name, which is a fault of the route's author.
    public subscript(name: String) -> String { values[name] ?? "" }
}
