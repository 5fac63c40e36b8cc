// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An open file, closed when nobody holds it any more.
final class FileDescriptor: Sendable {
    let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Both ends of a pipe, which a started program does not inherit by accident.
    static func pipe() throws -> (reading: FileDescriptor, writing: FileDescriptor) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { throw ProgramError("pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }

    /// Waits for bytes and gives them; nothing at the end.
    func read() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            var got: Int
            repeat { got = Glibc.read(number, buffer.baseAddress, buffer.count) } while got < 0 && errno == EINTR
            count = max(got, 0)
        }
    }
}
