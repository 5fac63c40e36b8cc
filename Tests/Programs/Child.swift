// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LoginCore

/// A started process and its end.
final class Child: Sendable {
    private enum State {
        case running(waiters: [CheckedContinuation<Program.Ending, Never>])
        case ended(Program.Ending)
    }

    let id: pid_t
    private let state = Locked(State.running(waiters: []))

    init(_ command: [String], environment: [String: String]?, files: SpawnedFiles) throws {
        let environment =
            environment.map { $0.map { "\($0.key)=\($0.value)" } }
            ?? ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        let words = (command.map { strdup($0) } + [nil], environment.map { strdup($0) } + [nil])
        defer { (words.0 + words.1).forEach { free($0) } }
        let attributes = try SpawnAttributes()
        var id: pid_t = 0
        let failure = posix_spawnp(&id, command[0], files.actions, attributes.pointer, words.0, words.1)
        guard failure == 0 else { throw ProgramError("\(command[0]) cannot be started", failure) }
        self.id = id
        Thread.detachNewThread { [id, state] in Self.collect(id, state) }
    }

    var hasEnded: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }

    /// Sends a signal; a process that has ended gets none.
    func signal(_ number: Int32) {
        // The number of a process that was not yet collected belongs to nobody else; it is collected under this lock.
        state.withLock { if case .running = $0 { kill(id, number) } }
    }

    /// Returns when the process has ended, and says how.
    func ending() async -> Program.Ending {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Program.Ending? in
                switch state {
                case .ended(let ending): return ending
                case .running(let waiters):
                    state = .running(waiters: waiters + [continuation])
                    return nil
                }
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Waits for the end of a process, takes its status and tells everybody who waits for it.
    private static func collect(_ id: pid_t, _ state: Locked<State>) {
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        state.withLock { state in
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            let number = status & 0x7F
            let ending = number == 0 ? Program.Ending.exit((status >> 8) & 0xFF) : .signal(number)
            if case .running(let waiters) = state {
                for waiter in waiters { waiter.resume(returning: ending) }
            }
            state = .ended(ending)
        }
    }
}

/// Which files a process starts with.
final class SpawnedFiles {
    let actions: UnsafeMutablePointer<posix_spawn_file_actions_t>

    init() throws {
        actions = .allocate(capacity: 1)
        let failure = posix_spawn_file_actions_init(actions)
        guard failure == 0 else { throw ProgramError("posix_spawn_file_actions_init", failure) }
    }

    deinit {
        posix_spawn_file_actions_destroy(actions)
        actions.deallocate()
    }

    func take(_ file: FileDescriptor, as number: Int32) {
        posix_spawn_file_actions_adddup2(actions, file.number, number)
    }

    func open(_ path: String, _ flags: Int32, as number: Int32) {
        posix_spawn_file_actions_addopen(actions, number, path, flags, 0)
    }
}

/// Says that a process starts with no signal blocked or ignored: threads that run tasks block nearly all of them.
private final class SpawnAttributes {
    let pointer: UnsafeMutablePointer<posix_spawnattr_t>

    init() throws {
        pointer = .allocate(capacity: 1)
        let failure = posix_spawnattr_init(pointer)
        guard failure == 0 else { throw ProgramError("posix_spawnattr_init", failure) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(pointer, &none)
        posix_spawnattr_setsigdefault(pointer, &all)
        posix_spawnattr_setflags(pointer, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }

    deinit {
        posix_spawnattr_destroy(pointer)
        pointer.deallocate()
    }
}
