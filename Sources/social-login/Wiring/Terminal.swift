// SPDX-License-Identifier: Apache-2.0

import LoginCore

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

    /// Writes a line to standard output; throws `output_closed` where nobody takes it.
    func write(_ line: String) throws(LoginError) {
        let code = Self.write(line, to: output)
        guard code == 0 else { throw .outputClosed(systemReason(code)) }
    }

    /// Writes a line to standard error; where nobody reads it, that is no reason to stop serving others.
    func complain(_ line: String) { _ = Self.write(line, to: complaints) }

    /// Gives the system's code of what went wrong, 0 where nothing did.
    private static func write(_ line: String, to descriptor: Int32) -> Int32 {
        let bytes = Array("\(line)\n".utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { writeBytes(descriptor, $0) }
            guard count > 0 || (count < 0 && errno == EINTR) else { return count < 0 ? errno : EIO }
            sent += max(0, count)
        }
        return 0
    }

    /// Fills the places of standard input, output and error where whoever started the process closed them.
    ///
    /// Otherwise the first file or connection that is opened would get one of these numbers, and a log line would be written
    /// into it. It comes before everything else; what was closed cannot be written afterwards either.
    static func occupyStandardPlaces() {
        for place in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(place, F_GETFD) < 0 {
            // The lowest free number is taken, which is this one.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}

extension LoginError {
    fileprivate static func outputClosed(_ reason: BilingualText) -> LoginError {
        LoginError(
            Code(rawValue: "output_closed"), advice: .fixRequest,
            message: BilingualText(
                ko: "결과를 표준 출력에 쓰지 못했습니다(\(reason.korean)).",
                en: "The result could not be written to standard output: \(reason.english)."),
            remedy: BilingualText(
                ko: "결과를 끝까지 읽는 프로그램이나, 쓸 수 있는 파일로 보내세요.",
                en: "Send it to a program that reads it, or to a file that can be written."))
    }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
