// SPDX-License-Identifier: Apache-2.0

import Programs

/// The rates that OpenSSL measures of itself, from the program `openssl`.
struct OpenSSLSpeed: Sendable {
    let seconds: Int

    /// How many signatures of a kind it checks a second on one core.
    func verifyRate(_ algorithm: String) async throws -> Turn {
        let command = ["openssl", "speed", "-seconds", "\(seconds)", "-mr", algorithm]
        let output = try await Program.run(command).output
        // A line such as `+F2:2:2048:1125.37:39353.62` or `+F4:3:256:30334.92:11123.25`: signatures made, then checked.
        for line in output.split(separator: "\n") where line.hasPrefix("+F2:") || line.hasPrefix("+F4:") {
            guard let rate = line.split(separator: ":").last.flatMap({ Double($0) }), rate > 0 else { continue }
            // Some releases print the time of one check instead, which is far below one second.
            return Turn(perSecond: rate < 1 ? 1 / rate : rate, latencies: [])
        }
        throw BenchError("`\(command.joined(separator: " "))` printed no rate")
    }
}
