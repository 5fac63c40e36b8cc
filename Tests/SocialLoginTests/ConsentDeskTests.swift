// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@testable import SocialLogin

/// Shows pages by handing them to the test, which answers them.
private final class Pages: Sendable {
    let opened: AsyncStream<[String]>
    private let open: AsyncStream<[String]>.Continuation
    /// Answers the page that was shown last. Each has a stream of its own, since a cancelled reader ends its stream for all.
    private let answer = Locked<AsyncStream<LoginError?>.Continuation?>(nil)

    init() {
        (opened, open) = AsyncStream.makeStream()
    }

    func show(_ scopes: [String]) async throws(LoginError) {
        let (answers, answer) = AsyncStream<LoginError?>.makeStream()
        self.answer.withLock { $0 = answer }
        open.yield(scopes)
        for await answer in answers {
            if let answer { throw answer }
            return
        }
        throw .cancelled(.programmatic)
    }

    func agree() { answer.value?.yield(nil) }
    func refuse() { answer.value?.yield(.cancelled(.userDismissed)) }

    func next() async -> [String]? {
        for await page in opened { return page }
        return nil
    }
}

@Suite("The desk where consents are asked for", .timeLimit(.minutes(1)))
struct ConsentDeskTests {
    private let pages = Pages()
    private let desk: ConsentDesk

    init() {
        let pages = pages
        desk = ConsentDesk { scopes throws(LoginError) in try await pages.show(scopes) }
    }

    private func ask(_ scopes: String..., since: Int = 0) -> Task<CancellationReason?, Never> {
        Task { [desk] in
            do throws(LoginError) {
                try await desk.ask(scopes, since: since)
                return nil
            } catch {
                return error.cancellation
            }
        }
    }

    @Test("whoever misses something else than the open page asks for gets a page of their own after it")
    func others() async {
        let first = ask("email")
        #expect(await pages.next() == ["email"])
        let second = ask("friends", "email")
        let third = ask("email")

        pages.refuse()
        #expect(await first.value == .userDismissed)
        #expect(await third.value == .userDismissed)
        #expect(await pages.next() == ["email", "friends"])
        pages.agree()

        #expect(await second.value == nil)
    }

    @Test("a page counts for a call that began before its answer, yes or no, and not for one that began later")
    func lateCallers() async {
        let first = ask("email")
        _ = await pages.next()
        pages.refuse()
        #expect(await first.value == .userDismissed)

        #expect(await ask("email", since: 0).value == .userDismissed)
        let ended = await desk.roundsEnded
        let later = ask("email", since: ended)
        #expect(await pages.next() == ["email"])
        pages.agree()

        #expect(await later.value == nil)
        #expect(await desk.roundsEnded == ended + 1)
    }

    @Test("a page that everybody left means nothing to whoever comes next")
    func abandoned() async {
        let first = ask("email")
        _ = await pages.next()
        first.cancel()
        #expect(await first.value == .programmatic)

        let second = ask("email")
        #expect(await pages.next() == ["email"])
        pages.agree()

        #expect(await second.value == nil)
    }
}
