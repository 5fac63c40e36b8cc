// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore

/// Puts the pieces that come out of a pipe together to lines.
final class LineBuffer: Sendable {
    private let rest = Locked(Data())

    /// Takes a piece and gives the lines that are complete with it.
    func take(_ piece: Data) -> [String] {
        rest.withLock { rest in
            rest.append(piece)
            var lines: [String] = []
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: rest[..<end], as: UTF8.self))
                rest = Data(rest[(end + 1)...])
            }
            return lines
        }
    }
}
