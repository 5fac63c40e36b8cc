// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Starts a program that reads and writes nothing of ours; the task gives its exit status, or -1 where a signal ended it.
///
/// No signal is blocked or ignored in it, although the threads that run tasks block nearly all of them. Its end is awaited
/// on a thread of its own, also when nobody wants to know it, so that no zombie stays.
/// - Returns: nil where it cannot be started.
func startProgram(_ command: [String]) -> Task<Int32, Never>? {
    guard let id = spawn(command) else { return nil }
    let (endings, ending) = AsyncStream.makeStream(of: Int32.self)
    let isWatched = startThread {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        ending.yield(status & 0x7F == 0 ? (status >> 8) & 0xFF : -1)
        ending.finish()
    }
    if !isWatched { ending.finish() }
    return Task {
        for await status in endings { return status }
        return -1
    }
}

private func spawn(_ command: [String]) -> pid_t? {
    #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
    var files: posix_spawn_file_actions_t?
    #else
    var attributes = posix_spawnattr_t()
    var files = posix_spawn_file_actions_t()
    #endif
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    guard posix_spawn_file_actions_init(&files) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&files) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    for number in [1, 2] as [Int32] { posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_WRONLY, 0) }
    var words = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var id: pid_t = 0
    return posix_spawnp(&id, command[0], &files, &attributes, &words, environ) == 0 ? id : nil
}
