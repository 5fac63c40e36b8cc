// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lines that a process writes, as they come; read on a thread of its own, since reading blocks.
package final class Lines: Sendable {
    private let stream: AsyncStream<String>

    /// Reads so many lines, then closes the pipe.
    init(of pipe: FileDescriptor, limit: Int) {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        self.stream = stream
        Thread.detachNewThread {
            var pending: [UInt8] = []
            var count = 0
            while count < limit, case let piece = pipe.read(), !piece.isEmpty {
                pending += piece
                while count < limit, let end = pending.firstIndex(of: 0x0A) {
                    continuation.yield(String(decoding: pending[..<end], as: UTF8.self))
                    pending.removeFirst(end + 1)
                    count += 1
                }
            }
            if count < limit, !pending.isEmpty { continuation.yield(String(decoding: pending, as: UTF8.self)) }
            continuation.finish()
        }
    }

    /// No lines.
    init() {
        stream = AsyncStream { $0.finish() }
    }

    /// The next line; nil at the end.
    package func next() async -> String? {
        for await line in stream { return line }
        return nil
    }

    /// The next line that holds a text; nil where none comes.
    package func next(with text: String) async -> String? {
        for await line in stream where line.contains(text) { return line }
        return nil
    }

    /// All lines that are left, when the process has ended.
    package func rest() async -> String {
        var lines: [String] = []
        for await line in stream { lines.append(line) }
        return lines.joined(separator: "\n")
    }
}
