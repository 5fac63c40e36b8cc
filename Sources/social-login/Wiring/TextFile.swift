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
        try text(path, bytes(of: path, atMost: limit))
    }

    /// The text of a file that holds a secret; throws `secret_file_open_to_others` too.
    static func secret(_ path: String) throws(LoginError) -> Secret {
        Secret(try text(path, bytes(of: path, atMost: 64 << 10, isSecret: true)))
    }

    private static func text(_ path: String, _ bytes: [UInt8]) throws(LoginError) -> String {
        guard let text = String(strictUTF8: bytes) else {
            throw .fileUnreadable(path, BilingualText(ko: "UTF-8이 아닙니다", en: "it is not UTF-8"))
        }
        return text
    }

    /// The bytes of a file.
    ///
    /// - Parameter isSecret: whether nobody else may be able to read the file.
    static func bytes(
        of path: String, atMost limit: Int = 1 << 20, isSecret: Bool = false
    ) throws(LoginError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .fileUnreadable(path, systemReason(errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .fileUnreadable(path, systemReason(errno)) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .fileUnreadable(path, systemReason(EISDIR)) }
        if isSecret { try refuseOthers(path, status) }
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

/// A secret file is for its owner alone. One that belongs to root may be lent to a group, by which a service reads it; a pipe is
/// nobody else's anyway.
private func refuseOthers(_ path: String, _ status: stat) throws(LoginError) {
    let isLent = status.st_uid == 0 && geteuid() != 0
    let forbidden: mode_t = isLent ? 0o037 : 0o077
    guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & forbidden != 0 else { return }
    throw .secretFileOpenToOthers(path, mode: isLent ? "640" : "600")
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
    case EPIPE, EBADF: BilingualText(ko: "읽는 쪽이 닫혔습니다", en: "nobody reads it")
    case ENOSPC, EDQUOT: BilingualText(ko: "디스크가 가득 찼습니다", en: "the disk is full")
    default:
        BilingualText(ko: String(cString: strerror(code)), en: String(cString: strerror(code)))
    }
}

extension LoginError {
    static func secretFileOpenToOthers(_ path: String, mode: String) -> LoginError {
        LoginError(
            Code(rawValue: "secret_file_open_to_others"), advice: .fixSetup,
            message: BilingualText(
                ko: "비밀 값 파일을 다른 사용자도 읽거나 바꿀 수 있습니다: \(path)",
                en: "The secret file \(path) may be read or changed by other users."),
            remedy: BilingualText(
                ko: "chmod \(mode) \(shellWord(path))를 실행하세요.", en: "Run chmod \(mode) \(shellWord(path))."))
    }

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

/// A path as it is typed at a shell.
func shellWord(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }
    return isPlain
        ? path : "'\(path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
}
