// SPDX-License-Identifier: Apache-2.0

/// The names that a server's certificate speaks for.
package struct ServerNames: Sendable, Equatable {
    /// Host names in lower case, ASCII.
    package let hosts: [String]
    /// IP addresses: 4 bytes, or 16.
    package let addresses: [[UInt8]]

    /// These hosts, and this very machine by each of its own names: `localhost`, 127.0.0.1 and ::1.
    package static func onLoopback(_ hosts: [String]) -> ServerNames {
        ServerNames(
            hosts: hosts + ["localhost"], addresses: [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]])
    }

    /// GeneralNames (RFC 5280, section 4.2.1.6).
    var generalNames: [UInt8] {
        DER.sequence(hosts.map(Self.dnsName) + addresses.map { DER.tagged(Self.addressTag, $0) })
    }

    /// NameConstraints that permit these names alone (RFC 5280, section 4.2.1.10), and the names below each host.
    var constraints: [UInt8] {
        let single = addresses.map { DER.tagged(Self.addressTag, $0 + [UInt8](repeating: 0xFF, count: $0.count)) }
        let permitted = (hosts.map(Self.dnsName) + single).map { DER.sequence([$0]) }
        let permittedSubtrees: UInt8 = 0xA0
        return DER.sequence([DER.tagged(permittedSubtrees, Array(permitted.joined()))])
    }

    private static let addressTag: UInt8 = 0x87

    private static func dnsName(_ host: String) -> [UInt8] {
        let dnsNameTag: UInt8 = 0x82
        return DER.tagged(dnsNameTag, Array(host.utf8))
    }
}
