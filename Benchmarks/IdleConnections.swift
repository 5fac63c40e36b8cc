// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Many connections on which nothing is said.
struct IdleConnections {
    private let sockets: [Int32]

    /// Opens them.
    init(count: Int, port: UInt16) throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var sockets: [Int32] = []
        for number in 0..<count {
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            guard socket >= 0, Self.connect(socket, to: port) else {
                sockets.forEach { _ = Glibc.close($0) }
                throw BenchError(
                    "only \(number) of \(count) connections could be opened: \(String(cString: strerror(errno)))")
            }
            sockets.append(socket)
        }
        self.sockets = sockets
    }

    /// Waits until the other side holds them all.
    func waitUntilAccepted(by processID: Int32) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        while clock.now - start < .seconds(10) {
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/fd").count
            if open >= sockets.count { return }
            await Task.yield()
        }
        throw BenchError("the server did not take all \(sockets.count) connections")
    }

    /// Closes them.
    func close() {
        sockets.forEach { _ = Glibc.close($0) }
    }

    private static func connect(_ socket: Int32, to port: UInt16) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
