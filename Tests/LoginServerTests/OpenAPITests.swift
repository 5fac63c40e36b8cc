// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import Testing

@testable import LoginServer

/// The description of the API says what the routes do, no more and no less.
struct OpenAPITests {
    private func document() throws -> JSONValue {
        try JSONValue(parsing: apiDescription(address: "https://login.example.test"))
    }

    @Test func `every route is described, and every description has a route`() async throws {
        let routes = Set(try await LoginServer.bare().table.map { "\($0.method) \($0.pattern)" })

        let paths = try #require(try document()["paths"]?.object)
        let described = paths.members.flatMap { path in
            (path.value.object?.names ?? []).map { "\($0.uppercased()) \(path.name)" }
        }

        #expect(Set(described) == routes)
        #expect(described.count == routes.count)
    }

    @Test func `every reference leads somewhere`() throws {
        let document = try document()
        var references: [String] = []
        collectReferences(in: document, into: &references)

        #expect(!references.isEmpty)
        for reference in references {
            let target = reference.split(separator: "/").dropFirst().reduce(Optional(document)) { value, part in
                value?[String(part)]
            }
            #expect(target != nil, "\(reference)")
        }
    }

    @Test func `every operation has a name of its own, a summary and answers`() throws {
        let paths = try #require(try document()["paths"]?.object)
        let operations = paths.members.flatMap { $0.value.object?.members.map(\.value) ?? [] }

        let names = operations.compactMap { $0["operationId"]?.string }
        #expect(names.count == operations.count)
        #expect(Set(names).count == names.count)
        for operation in operations {
            #expect(operation["summary"]?.string?.hasSuffix(".") == true)
            #expect(operation["responses"]?.object?.isEmpty == false)
        }
    }

    @Test func `every code of the catalogue is in it, in both languages`() throws {
        let codes = try #require(try document()["x-problem-codes"]?.array)

        #expect(codes.compactMap { $0["code"]?.string } == ProblemCode.allCases.map(\.rawValue))
        #expect(codes.allSatisfy { $0["title"]?["ko"]?.string != nil && $0["remedy"]?["en"]?.string != nil })
    }

    @Test func `calls that need an access token say so, and those that do not refuse nobody for lack of one`()
        async throws
    {
        let server = try await LoginServer.bare()
        let paths = try #require(try document()["paths"]?.object)

        for path in paths.members where path.name.hasPrefix("/v1/") {
            for operation in path.value.object?.members ?? [] {
                let request = HTTPRequest(
                    method: HTTPMethod(rawValue: operation.name.uppercased()), scheme: "https",
                    authority: "login.example.test", path: path.name.replacing("{id}", with: "x"))
                let answer = await server.respond(to: request)
                let needsToken = operation.value["security"] != nil
                #expect((answer.status == 401) == needsToken, "\(operation.name) \(path.name)")
            }
        }
    }

    private func collectReferences(in value: JSONValue, into references: inout [String]) {
        if let reference = value["$ref"]?.string { references.append(reference) }
        for member in value.object?.members ?? [] { collectReferences(in: member.value, into: &references) }
        for element in value.array ?? [] { collectReferences(in: element, into: &references) }
    }
}
