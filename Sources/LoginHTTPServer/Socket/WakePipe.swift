// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Wakes a thread that waits, from any other thread.
final class WakePipe: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    /// Opens a pipe to oneself; nil where the system has no file left.
    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Ends the wait that is under way, or the next one.
    func ring() {
        var byte: UInt8 = 1
        // A full pipe wakes as well, so a byte that finds no room is no loss.
        _ = write(writeEnd, &byte, 1)
    }

    /// Waits until somebody rings, one of the sockets has something to read, or the time is over; nil for no end.
    func wait(atMost time: Duration?, orReadable sockets: [Int32] = []) {
        var descriptors = ([readEnd] + sockets).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // Rounded up: a wait that ends a moment early would be one more turn for nothing.
        let milliseconds = time.map { Int32(clamping: Int(($0 / .milliseconds(1)).rounded(.up))) } ?? -1
        poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        guard descriptors[0].revents != 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) == bytes.count {}
    }
}
