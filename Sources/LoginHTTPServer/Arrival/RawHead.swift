// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// The bytes of a request's head, looked at before libmicrohttpd takes them.
///
/// Some faults it answers by itself, with a page of its own whose head may be written twice, or by closing. Exactly these
/// are found here. Everything else is for `RequestHead` to judge, which sees what the parser made of it.
struct RawHead {
    /// What is to be done with the connection.
    enum Finding: Equatable {
        /// More has to come.
        case incomplete
        /// The parser reaches the end of the head.
        case canBeParsed
        /// It would not, and this is to be said, in the language asked for.
        case refused(ListenerProblem, Language)
    }

    let finding: Finding

    /// Looks at what has come so far.
    ///
    /// - Parameter limit: how many bytes a head may have.
    init(_ bytes: [UInt8], limit: Int) {
        let lines = HeadLines(bytes)
        guard let problem = Self.problem(of: lines, count: bytes.count, limit: limit) else {
            finding = lines.areComplete ? .canBeParsed : .incomplete
            return
        }
        finding = .refused(problem, Language(acceptLanguage: lines.value(of: "accept-language")))
    }

    private static func problem(of lines: HeadLines, count: Int, limit: Int) -> ListenerProblem? {
        guard let first = lines.request else { return count > limit ? .targetTooLong : nil }
        if let problem = problem(ofRequestLine: first) { return problem }
        guard (lines.end ?? count) <= limit, lines.fields.count <= HeadLimits.fields else { return .headTooLarge }
        for field in lines.fields {
            if let problem = problem(ofField: field) { return problem }
        }
        return nil
    }

    /// The parser wants three parts, the last of them a version that it knows; it leaves the rest to us.
    private static func problem(ofRequestLine line: ArraySlice<UInt8>) -> ListenerProblem? {
        let words = line.split(separator: blank, omittingEmptySubsequences: false)
        guard words.count >= 3, let method = words.first, !method.isEmpty, let version = words.last.map(Array.init),
            version.count == 8, version.starts(with: Array("HTTP/".utf8)), isDigit(version[5]),
            version[6] == UInt8(ascii: "."), isDigit(version[7])
        else { return .malformed(.requestLine) }
        return version[5] == UInt8(ascii: "1") ? nil : .versionUnsupported
    }

    /// The parser wants a colon, and a Content-Length that it can count with.
    private static func problem(ofField line: ArraySlice<UInt8>) -> ListenerProblem? {
        guard line.first != blank, line.first != tab else { return nil }
        // It takes a NUL for the end of the line.
        guard let colon = line.prefix(while: { $0 != 0 }).firstIndex(of: UInt8(ascii: ":")) else {
            return .malformed(.field)
        }
        guard HeadLines.name(line[..<colon], is: "content-length") else { return nil }
        let length = line[(colon + 1)...].drop { $0 == blank || $0 == tab }
        guard !length.isEmpty, length.allSatisfy(isDigit) else { return .malformed(.framing) }
        return UInt64(String(decoding: length, as: UTF8.self)) == nil ? .bodyTooLarge : nil
    }
}

private let blank = UInt8(ascii: " ")
private let tab = UInt8(ascii: "\t")

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
