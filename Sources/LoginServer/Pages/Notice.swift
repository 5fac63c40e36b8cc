// SPDX-License-Identifier: Apache-2.0

import LoginHTTP

/// A short word on what just happened, above the rest of a page.
enum NoticeTone: String {
    /// Nothing went wrong.
    case information
    /// Something was done as asked.
    case success
    /// Something failed; read out at once by screen readers.
    case problem
}

/// Draws a notice; a problem interrupts a screen reader (`alert`), everything else waits its turn (`status`).
func notice(_ tone: NoticeTone, _ content: HTML) -> HTML {
    let (role, symbol): (String, HTML) =
        switch tone {
        case .information: ("status", Symbol.information)
        case .success: ("status", Symbol.done)
        case .problem: ("alert", Symbol.problem)
        }
    return "<div class=\"notice \(tone.rawValue)\" role=\"\(role)\">\(symbol)<div>\(content)</div></div>"
}
