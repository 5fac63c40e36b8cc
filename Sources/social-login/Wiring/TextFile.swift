// SPDX-License-Identifier: Apache-2.0

import LoginCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Small files that are read whole.
enum TextFile {
    /// The text of a file; throws `file_unreadable` where it is missing, forbidden, too long or not UTF-8.
    static func read(_ path: String, atMost limit: Int = 1 << 20) throws(LoginError) -> String {
        let bytes = try bytes(of: path, atMost: limit)
        guard let text = String(strictUTF8: bytes) else {
            throw .fileUnreadable(path, BilingualText(ko: "UTF-8이 아닙니다", en: "it is not UTF-8"))
        }
        return text
    }

    /// The bytes of a file.
    static func bytes(of path: String, atMost limit: Int = 1 << 20) throws(LoginError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .fileUnreadable(path, systemReason(errno)) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = piece.withUnsafeMutableBytes { systemRead(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .fileUnreadable(path, systemReason(errno)) }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= limit else {
                throw .fileUnreadable(path, BilingualText(ko: "너무 큽니다", en: "it is too large"))
            }
        }
    }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, bytes.baseAddress, bytes.count)
}

/// What the system says of a failed call: words for the cases that people meet, the system's own for the rest.
func systemReason(_ code: Int32) -> BilingualText {
    switch code {
    case ENOENT: BilingualText(ko: "그런 파일이나 폴더가 없습니다", en: "it does not exist")
    case EACCES, EPERM: BilingualText(ko: "권한이 없습니다", en: "permission denied")
    case EISDIR: BilingualText(ko: "폴더입니다", en: "it is a folder")
    case ENOTDIR: BilingualText(ko: "경로 중간에 폴더가 아닌 것이 있습니다", en: "a part of its path is not a folder")
    case EROFS: BilingualText(ko: "읽기 전용 디스크입니다", en: "the disk is read-only")
    case ENOSPC, EDQUOT: BilingualText(ko: "디스크가 가득 찼습니다", en: "the disk is full")
    default:
        BilingualText(ko: String(cString: strerror(code)), en: String(cString: strerror(code)))
    }
}

extension LoginError {
    static func fileUnreadable(_ path: String, _ reason: BilingualText) -> LoginError {
        LoginError(
            Code(rawValue: "file_unreadable"), advice: .fixSetup,
            message: BilingualText(
                ko: "파일을 읽을 수 없습니다(\(reason.korean)): \(path)",
                en: "The file \(path) cannot be read: \(reason.english)."),
            remedy: BilingualText(
                ko: "경로와 읽기 권한을 확인하세요.", en: "Check the path and who may read it."))
    }
}
