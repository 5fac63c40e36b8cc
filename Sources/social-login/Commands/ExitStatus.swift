// SPDX-License-Identifier: Apache-2.0

/// What the process tells whoever started it; the help of each command documents it.
enum ExitStatus: Int32, Sendable {
    /// Everything was done, or the command was stopped as it should be.
    case success = 0
    /// Something failed; standard error says what and what to do.
    case fault = 1
    /// The arguments make no sense.
    case usage = 2
    /// Nobody is signed in on this computer.
    case notSignedIn = 3
    /// The person did not go through with the sign-in, or ten minutes passed.
    case cancelled = 4
    /// The server or the network does not answer: the same command may work later.
    case tryLater = 5
    /// Ctrl-C ended the command; what a shell calls a program that SIGINT ended.
    case interrupted = 130
}
