// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Everything that the emulated world holds: its people, what each provider keeps of them, and what is to go wrong next.
struct World: Sendable {
    /// Everybody there is.
    var people = People()
    /// What Kakao keeps.
    var kakao = KakaoRecords()
    /// Where links inside answers lead.
    var links = LinkForm.real
    /// What goes wrong next.
    var faults = FaultList()
    /// What came to the emulated hosts.
    var requests = RequestRecord()
}

extension World {
    /// Takes a person out of the world: links and tokens with every app go too.
    mutating func remove(person id: Int64) {
        people[id] = nil
        for app in kakao.apps.keys { _ = kakao.unlink(KakaoLinkKey(app: app, person: id)) }
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
