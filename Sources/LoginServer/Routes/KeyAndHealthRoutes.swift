// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP
import LoginStore

extension Router<RequestContext> {
    /// The public keys, the health of the process, and the description of it all.
    mutating func addKeysAndHealth(_ parts: ServerParts) {
        let log = parts.environment.log
        let description = apiDescription(address: parts.settings.publicAddress)

        api(.get, "/.well-known/jwks.json", log: log) { _ in
            var response = HTTPResponse.json(parts.signingKeys.document)
            response.headers["Cache-Control"] = "public, max-age=300"
            return response
        }

        api(.get, "/health/live", log: log) { _ in .json(["status": "ok"]) }

        api(.get, "/health/ready", log: log) { call in
            do {
                // A small write may succeed on a file whose other pages are gone.
                if let fault = parts.store.fault { throw fault }
                let latency = try await parts.commitLatency(on: parts.environment.timer)
                return .json(["status": "ok", "commit_ms": .number(latency)])
            } catch {
                log.writeFailure(error, as: Problem(.storeUnavailable), call.context)
                return .json(["status": "failing"], status: 503)
            }
        }

        api(.get, "/openapi.json", log: log) { _ in
            HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: description)
        }
    }
}

extension ServerParts {
    /// How long the database takes to make one small write durable, in milliseconds.
    fileprivate func commitLatency(on timer: some Clock<Duration>) async throws -> JSONNumber {
        let start = timer.now
        try await store.proveWritable()
        let microseconds = start.duration(to: timer.now).components.attoseconds / 1_000_000_000_000
        return JSONNumber(thousandths: microseconds)
    }
}

extension JSONNumber {
    fileprivate init(thousandths: Int64) {
        let fraction = String(thousandths % 1_000)
        let padding = String(repeating: "0", count: max(0, 3 - fraction.count))
        self.init(text: "\(thousandths / 1_000).\(padding)\(fraction)")
    }
}

/// The description in `openapi.json`, with this server's address and every code of the catalogue in it.
func apiDescription(address: String) -> [UInt8] {
    let embedded = PackageResources.openapi_json
    guard case .object(var document)? = try? JSONValue(parsing: embedded) else {
        preconditionFailure("openapi.json is part of this target and well-formed, which a test proves")
    }
    document["servers"] = [["url": .string(address)]]
    document["x-problem-codes"] = .array(
        ProblemCode.allCases.map { code in
            [
                "code": .string(code.rawValue), "status": JSONValue(code.status),
                "title": ["ko": .string(code.title.korean), "en": .string(code.title.english)],
                "remedy": ["ko": .string(code.remedy.korean), "en": .string(code.remedy.english)],
            ]
        })
    return JSONValue.object(document).serialized(.indented)
}
