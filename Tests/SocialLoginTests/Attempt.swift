// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import Testing

@testable import SocialLogin

/// Drives a machine and keeps what it asked for.
struct Attempt {
    let id: AttemptID
    var machine: AttemptMachine
    var effects: [AttemptEffect] = []

    init(policy: AttemptPolicy = AttemptPolicy()) throws {
        id = try #require(AttemptID("an-attempt-of-this-test"))
        machine = AttemptMachine(policy: policy)
    }

    /// An attempt whose page shows in that place.
    static func awaiting(_ place: AwaitedPlace, policy: AttemptPolicy = AttemptPolicy()) throws -> Attempt {
        var attempt = try Attempt(policy: policy)
        try attempt.start()
        attempt.receive(.prepared(place: place))
        attempt.receive(.opened)
        return attempt
    }

    mutating func start() throws {
        effects += try machine.start(id)
    }

    mutating func receive(_ events: AttemptEvent...) {
        for event in events {
            effects += machine.receive(event, for: id)
        }
    }

    var finishes: Int { effects.count { $0 == .finish } }

    /// The outcome in a form that tests can compare.
    var outcome: String {
        guard case .finished(_, let outcome) = machine.state else { return "live" }
        switch outcome {
        case .succeeded: return "succeeded"
        case .cancelled(let reason): return "cancelled: \(reason.rawValue)"
        case .failed(let error): return "failed: \(error.code.rawValue)"
        }
    }
}

/// An error that a test plants.
let fault = LoginError(
    LoginError.Code(rawValue: "planted"), advice: .tryLater, message: BilingualText(ko: "", en: ""),
    remedy: BilingualText(ko: "", en: ""))
