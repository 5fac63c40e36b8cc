// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginCrypto
import LoginHTTP
import LoginProviders

/// Signature checks on one core: `LoginCrypto` beside `openssl speed`, and the whole check of an id_token beside both.
enum VerifyBench {
    static func measure(_ plan: BenchPlan) async throws -> BenchTable {
        let seconds = max(1, Int(plan.turn / .seconds(1)))
        let openssl = OpenSSLSpeed(seconds: seconds)
        let check = try IDTokenChecks()
        let (rsa, ecdsa) = (SignedMessage(.generateRS256()), SignedMessage(.generateES256()))
        let contenders = [
            Contender(name: "openssl speed, RSA 2048 verify") { try await openssl.verifyRate("rsa2048") },
            Contender(name: "RS256 verify in LoginCrypto") { rsa.turn(plan.turn) },
            Contender(name: "id_token checked whole (RS256)") { try await check.turn(plan.turn) },
            Contender(name: "openssl speed, ECDSA P-256 verify") { try await openssl.verifyRate("ecdsap256") },
            Contender(name: "ES256 verify in LoginCrypto") { ecdsa.turn(plan.turn) },
        ]
        let turns = try await Contender.compete(contenders, rounds: plan.rounds)

        var table = BenchTable(
            title: "Signature checks, one core",
            note: "Ratios to openssl speed, which hashes nothing; ours hash 300 bytes. \(plan.rounds) rounds in turns.")
        for (place, rival) in [(0, nil), (1, 0), (2, 0), (3, nil), (4, 3)] as [(Int, Int?)] {
            var figure = contenders[place].figure(turns[place], rival: rival.map { turns[$0] })
            if place == 1 || place == 4, let ratio = figure.ratio {
                figure.goals = [BenchTable.Goal(text: "0.75 x", isReached: ratio >= 0.75)]
            }
            table.figures.append(figure)
        }
        return table
    }
}

/// A message of an id_token's size with its signature.
private struct SignedMessage: Sendable {
    private let key: SigningKey
    private let message: [UInt8]
    private let signature: [UInt8]

    init(_ key: SigningKey) {
        self.key = key
        message = Array(repeating: UInt8(ascii: "m"), count: 300)
        signature = key.sign(message)
    }

    func turn(_ length: Duration) -> Turn {
        let publicKey = key.publicKey
        return repeated(for: length) {
            let isRight = publicKey.verify(signature: signature, message: message, algorithm: key.algorithm)
            precondition(isRight, "a right signature was refused")
        }
    }
}

/// One id_token that is checked again and again: parsed, its key found, its signature and every claim checked.
private struct IDTokenChecks: Sendable {
    private let provider: Provider
    private let token: Secret
    private let nonce = Secret("bench-nonce")

    init() throws {
        let bench = try BenchProvider(.kakao)
        provider = bench.provider
        token = bench.idToken(of: 1, nonce: nonce)
    }

    func turn(_ length: Duration) async throws -> Turn {
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        while clock.now - start < length {
            _ = try await provider.checkIDToken(token, nonce: .matching(nonce))
            count += 1
        }
        return Turn(perSecond: Double(count) / ((clock.now - start) / .seconds(1)), latencies: [])
    }
}
