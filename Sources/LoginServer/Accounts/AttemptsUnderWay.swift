// SPDX-License-Identifier: Apache-2.0

import LoginAPI

/// Lets a repeat of an attempt wait for the first instead of running beside it.
///
/// The work belongs to nobody's request: a client that hangs up does not stop it, since its code may be spent already and
/// the answer must be there when the client asks again. Its length is bounded by the deadlines of the calls it makes.
actor AttemptsUnderWay<Answer: Sendable> {
    private struct Work {
        let credentialHash: [UInt8]
        let task: Task<Result<Answer, Problem>, Never>
    }

    private var works: [String: Work] = [:]

    /// Runs the work of an attempt, or waits for the one that is under way; another credential is a conflict.
    func answer(
        to key: AttemptKey, by work: @escaping @Sendable () async -> Result<Answer, Problem>
    ) async throws(Problem) -> Answer {
        if let underWay = works[key.idHash] {
            guard underWay.credentialHash == key.credentialHash else { throw Problem(.attemptConflict) }
            return try await underWay.task.value.get()
        }
        let task = Task { await work() }
        works[key.idHash] = Work(credentialHash: key.credentialHash, task: task)
        let result = await task.value
        works[key.idHash] = nil
        return try result.get()
    }
}
