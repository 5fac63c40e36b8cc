// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Everything that the emulated world holds: its people, what each provider keeps of them, and what is to go wrong next.
struct World: Sendable {
    /// Everybody there is.
    var people = People()
    /// What each provider keeps, by its id; `subscript(_:)` gives it with its type.
    var kept: [String: any ProviderRecords] = [:]
    /// Where links inside answers lead.
    var links = LinkForm.real
    /// What goes wrong next.
    var faults = FaultList()
    /// What came to the emulated hosts.
    var requests = RequestRecord()

    /// A world in which nobody is connected with anything.
    init() {
        for provider in EmulatedProvider.all { kept[provider.id] = provider.empty }
    }
}

extension World {
    /// Takes a person out of the world: links and tokens with every app go too.
    mutating func remove(person id: Int64) {
        people[id] = nil
        for provider in kept.keys { kept[provider]?.forget(person: id) }
    }

    /// Whether a text is some app's key that may be seen by anybody.
    func isPublicKey(_ text: String) -> Bool {
        kept.values.contains { $0.isPublicKey(text) }
    }
}

extension Locked {
    /// `withLock` for a body with a typed error, which the standard rethrowing loses.
    func change<Result: Sendable, Failure: Error>(
        _ body: @Sendable (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome = withLock { value -> Swift.Result<Result, Failure> in
            do throws(Failure) {
                return .success(try body(&value))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}
