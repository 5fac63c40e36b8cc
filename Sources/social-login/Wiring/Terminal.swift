// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard output for what was asked for, standard error for everything else. Each text goes out in one write.
struct Terminal: Sendable {
    private let output: Int32
    private let complaints: Int32

    /// This process's own.
    static let standard = Terminal(output: STDOUT_FILENO, complaints: STDERR_FILENO)

    /// Writes a line to standard output.
    func write(_ line: String) { Self.write(line, to: output) }

    /// Writes a line to standard error.
    func complain(_ line: String) { Self.write(line, to: complaints) }

    private static func write(_ line: String, to descriptor: Int32) {
        let bytes = Array("\(line)\n".utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { writeBytes(descriptor, $0) }
            // Nobody reads any more, which is no reason to stop serving others.
            guard count > 0 || (count < 0 && errno == EINTR) else { return }
            sent += max(0, count)
        }
    }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
