// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// Asks a person for the consents that calls to one provider miss: one page at a time, however many calls miss the same.
actor ConsentDesk {
    typealias Outcome = Result<Void, LoginError>

    /// A page that is shown, and who waits for its outcome.
    private struct Round {
        var scopes: Set<String>
        var page: Task<Void, Never>?
        var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
        /// Whether the page asks for the scopes as they stand: then it cannot ask for more.
        var isShown = false
        /// Whether everybody who waited has left: its outcome means nothing to others.
        var isAbandoned = false

        func isFor(_ wanted: Set<String>) -> Bool { !isAbandoned && scopes.isSuperset(of: wanted) }
    }

    private let show: @Sendable ([String]) async throws(LoginError) -> Void
    private var round: Round?
    private var last: (number: Int, scopes: Set<String>, outcome: Outcome)?
    private var callers = 0
    /// How many pages have been answered.
    private(set) var roundsEnded = 0

    /// Opens the desk.
    ///
    /// - Parameter show: shows a page that asks for these and returns when the person has agreed.
    init(show: @escaping @Sendable ([String]) async throws(LoginError) -> Void) {
        self.show = show
    }

    /// Returns when the person has answered a page that asked for these; a caller that is cancelled leaves at once, and the
    /// last one takes the page down.
    ///
    /// - Parameter since: the `roundsEnded` of the moment at which the call began that misses them. A page answered later was
    ///   shown for that call too, and its outcome, yes or no, counts for it.
    func ask(_ scopes: [String], since: Int) async throws(LoginError) {
        let wanted = Set(scopes)
        while true {
            if let last, last.number > since, last.scopes.isSuperset(of: wanted) { return try last.outcome.get() }
            let isForUs = join(wanted)
            let outcome = await nextOutcome()
            if isForUs || Task.isCancelled { return try outcome.get() }
        }
    }

    /// Begins a round or joins the one under way; false where that one asks for something else and must end first.
    private func join(_ wanted: Set<String>) -> Bool {
        guard let open = round else {
            round = Round(scopes: wanted)
            round?.page = Task { await run() }
            return true
        }
        if !open.isShown { round?.scopes.formUnion(wanted) }
        return round?.isFor(wanted) ?? false
    }

    private func run() async {
        round?.isShown = true
        let outcome: Outcome
        do throws(LoginError) {
            outcome = .success(try await show(round?.scopes.sorted() ?? []))
        } catch {
            outcome = .failure(error)
        }
        guard let ended = round else { return }
        round = nil
        if !ended.isAbandoned {
            roundsEnded += 1
            last = (roundsEnded, ended.scopes, outcome)
        }
        for waiter in ended.waiting.values { waiter.resume(returning: outcome) }
    }

    private func nextOutcome() async -> Outcome {
        callers += 1
        let caller = callers
        return await withTaskCancellationHandler {
            await withCheckedContinuation { round?.waiting[caller] = $0 }
        } onCancel: {
            Task { await leave(caller) }
        }
    }

    private func leave(_ caller: Int) {
        guard let waiter = round?.waiting.removeValue(forKey: caller) else { return }
        waiter.resume(returning: .failure(.cancelled(.programmatic)))
        guard round?.waiting.isEmpty == true else { return }
        round?.isAbandoned = true
        round?.page?.cancel()
    }
}
