// SPDX-License-Identifier: Apache-2.0

/// An HTTP answer as it came, taken apart far enough to look at it.
package struct RawAnswer: Sendable {
    /// The first line.
    package let statusLine: String
    /// The header fields, names in lower case.
    package let fields: [(name: String, value: String)]
    /// The body.
    package let body: [UInt8]

    /// The status code; 0 where there is none.
    package var status: Int { statusLine.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The values of a field.
    package subscript(name: String) -> [String] {
        fields.filter { $0.name == name.lowercased() }.map(\.value)
    }
}

extension RawConnection {
    /// Reads one answer, its body by Content-Length.
    ///
    /// - Parameter hasBody: false for the answer to HEAD, which names a length and sends nothing.
    package func readAnswer(hasBody: Bool = true) async throws -> RawAnswer {
        let head = String(decoding: try await read(through: "\r\n\r\n"), as: UTF8.self)
        let lines = head.split(separator: "\r\n").map(String.init)
        let fields = lines.dropFirst().map { line -> (name: String, value: String) in
            let halves = line.split(separator: ":", maxSplits: 1).map(String.init)
            return (halves[0].lowercased(), String((halves.last ?? "").drop { $0 == " " }))
        }
        let length = fields.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
        let body = hasBody ? try await read(count: length) : []
        return RawAnswer(statusLine: lines.first ?? "", fields: fields, body: body)
    }

    /// Sends a request and reads its answer.
    package func ask(_ request: String) async throws -> RawAnswer {
        try await send(request)
        return try await readAnswer(hasBody: !request.hasPrefix("HEAD "))
    }
}
