// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Keeps secrets in files that only their owner may read (mode 0600, in a folder of mode 0700).
///
/// That is all the protection there is: whoever can act as the owner can read them. Where the system has a Keychain, use
/// that. Writing goes to a second file that then takes the first one's place, so that a crash leaves the old entry or the
/// new one; a lock file beside each entry keeps processes apart.
public struct FileSecretStore: SecretStore {
    private let folder: String
    private let clock: any Clock<Duration>
    private let patience: Duration

    /// Opens a store in a folder, which is made where it is missing; its parent has to be there.
    ///
    /// - Parameters:
    ///   - folder: an absolute path.
    ///   - clock: what waiting for another process is measured by.
    ///   - patience: how long `exclusively` waits for another process.
    /// - Throws: `SecretStoreError.exposed` where others may read the folder, `notKept` where it cannot be made.
    public init(folder: String, clock: any Clock<Duration>, patience: Duration = .seconds(15)) throws {
        self.folder = folder
        self.clock = clock
        self.patience = patience
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw SecretStoreError.notKept(reason: "cannot make \(folder): \(lastSystemError())")
        }
        try Self.refuseExposure(of: folder)
    }

    /// The entry of a name; nil where there is none.
    public func read(_ name: String) async throws -> [UInt8]? {
        let path = path(name)
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw SecretStoreError.unavailable(reason: "cannot open \(path): \(lastSystemError())")
        }
        defer { close(file) }
        try Self.refuseExposure(of: path)
        return try Self.readAll(file, path)
    }

    /// Keeps an entry, whole or not at all, in place of what was there.
    public func write(_ entry: [UInt8], _ name: String) async throws {
        let path = path(name)
        var template = Array("\(path).XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { throw SecretStoreError.notKept(reason: "cannot write \(path): \(lastSystemError())") }
        do {
            defer { close(file) }
            try Self.writeAll(entry, file, path)
        } catch {
            unlink(template)
            throw error
        }
        guard rename(template, path) == 0 else {
            let reason = lastSystemError()
            unlink(template)
            throw SecretStoreError.notKept(reason: "cannot replace \(path): \(reason)")
        }
        syncFolder()
    }

    /// Takes an entry away; it is no error that there is none.
    public func remove(_ name: String) async throws {
        guard unlink(path(name)) != 0, errno != ENOENT else { return syncFolder() }
        throw SecretStoreError.notKept(reason: "cannot remove \(path(name)): \(lastSystemError())")
    }

    /// Runs work that no other process does at the same time under the same name.
    public func exclusively<Result: Sendable>(
        _ name: String, _ work: @Sendable () async throws -> Result
    ) async throws -> Result {
        let lock = open("\(path(name)).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw SecretStoreError.unavailable(reason: "cannot lock: \(lastSystemError())") }
        // Closing the file lets go of the lock; so does the end of the process, however it ends.
        defer { close(lock) }
        try await acquire(lock)
        return try await work()
    }

    /// Asks again until the lock is free: a blocking call would hold one of the few threads that all tasks share.
    private func acquire(_ lock: Int32) async throws {
        let pause = Duration.milliseconds(20)
        var waited = Duration.zero
        while flock(lock, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw SecretStoreError.unavailable(reason: "cannot lock: \(lastSystemError())")
            }
            guard waited < patience else { throw SecretStoreError.busy }
            try await clock.sleep(for: pause)
            waited += pause
        }
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// The rename is durable only when the folder is; a file system that cannot do that still has the old or the new entry.
    private func syncFolder() {
        let handle = open(folder, O_RDONLY | O_CLOEXEC)
        guard handle >= 0 else { return }
        fsync(handle)
        close(handle)
    }

    private static func refuseExposure(of path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw SecretStoreError.unavailable(reason: "cannot look at \(path): \(lastSystemError())")
        }
        guard status.st_mode & 0o077 == 0 else { throw SecretStoreError.exposed(path: path) }
    }

    private static func readAll(_ file: Int32, _ path: String) throws -> [UInt8] {
        var entry: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = readBytes(file, &buffer)
            if count == 0 { return entry }
            if count < 0 {
                if errno == EINTR { continue }
                throw SecretStoreError.unavailable(reason: "cannot read \(path): \(lastSystemError())")
            }
            entry += buffer[..<count]
        }
    }

    private static func writeAll(_ entry: [UInt8], _ file: Int32, _ path: String) throws {
        var rest = entry[...]
        while !rest.isEmpty {
            let count = writeBytes(file, rest)
            if count < 0 {
                if errno == EINTR { continue }
                throw SecretStoreError.notKept(reason: "cannot write \(path): \(lastSystemError())")
            }
            rest = rest.dropFirst(count)
        }
        guard fsync(file) == 0 else {
            throw SecretStoreError.notKept(reason: "cannot write \(path): \(lastSystemError())")
        }
    }
}

// The C calls, outside of the type whose methods have the same names.

private func readBytes(_ file: Int32, _ buffer: inout [UInt8]) -> Int { read(file, &buffer, buffer.count) }

private func writeBytes(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
}

private func lastSystemError() -> String { String(cString: strerror(errno)) }
