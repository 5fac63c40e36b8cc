// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import Programs
import Testing

@testable import LoginCrypto

@Suite("A certificate authority of one's own")
struct CertificateTests {
    private static let names = ServerNames.onLoopback(["login.example.com", "api.example.com"])
    private let key = SigningKey.generateES256()
    private let now = Date()
    private let random = SystemRandomSource()

    private func authority(at now: Date? = nil) throws -> CertificateAuthority {
        try CertificateAuthority("Test", for: Self.names, key: key, at: now ?? self.now, random: random)
    }

    /// What OpenSSL says of a certificate that an authority is trusted for; empty where it is content.
    private func complaint(
        about certificate: String, under authority: String, _ more: [String] = [], purpose: String = "sslserver"
    ) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "certificate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }  // a left-over folder fails no test
        let (root, server) = (folder.appending(path: "ca.pem"), folder.appending(path: "server.pem"))
        try Data(authority.utf8).write(to: root)
        try Data(certificate.utf8).write(to: server)
        let ended = try await Program.run(
            ["openssl", "verify", "-x509_strict", "-check_ss_sig", "-purpose", purpose, "-CAfile", root.path] + more
                + [server.path], complaints: .inOutput)
        return ended.ending == .exit(0) ? "" : ended.output
    }

    @Test(
        "vouches, in OpenSSL's strictest reading, for each of its names",
        arguments: names.hosts.map { ["-verify_hostname", $0] } + [
            ["-verify_ip", "127.0.0.1"], ["-verify_ip", "::1"],
        ])
    func vouches(name: [String]) async throws {
        let authority = try authority()

        let server = try authority.vouch(at: now, random: random)

        #expect(try await complaint(about: server.certificatePEM, under: authority.certificatePEM, name) == "")
    }

    @Test(
        "does not vouch for others, for another use, or under another authority of that title",
        arguments: [["-verify_hostname", "www.example.com"], ["-verify_ip", "127.0.0.2"]])
    func otherNames(name: [String]) async throws {
        let authority = try authority()
        let other = try CertificateAuthority("Test", for: Self.names, key: .generateES256(), at: now, random: random)

        let server = try authority.vouch(at: now, random: random).certificatePEM

        #expect(try await complaint(about: server, under: authority.certificatePEM, name).contains("mismatch"))
        #expect(try await complaint(about: server, under: authority.certificatePEM, purpose: "smimesign") != "")
        #expect(try await complaint(about: server, under: other.certificatePEM).contains("unable to get local issuer"))
        #expect(authority.name != other.name)
    }

    @Test(
        "is worth little to whoever steals its key: what that signs for other names is refused",
        arguments: [
            ServerNames(hosts: ["www.example.com"], addresses: []), ServerNames(hosts: ["example.com"], addresses: []),
            ServerNames(hosts: ["login.example.com", "bank.example"], addresses: []),
            ServerNames(hosts: ["login.example.com"], addresses: [[192, 0, 2, 1]]),
        ])
    func stolenKey(names: ServerNames) async throws {
        let (authority, serial) = (try authority(), [0x40] + random.bytes(15))
        let body = try CertificateBody(authority: "Test", for: Self.names, key: key, serial: serial, start: now)
        let forged = try CertificateBody(server: names, under: body, key: .generateES256(), serial: serial, start: now)
        let honest = try CertificateBody(
            server: Self.names, under: body, key: .generateES256(), serial: serial, start: now)

        #expect(
            try await complaint(about: forged.signed(by: key), under: authority.certificatePEM)
                .contains("permitted subtree violation"))
        #expect(try await complaint(about: honest.signed(by: key), under: authority.certificatePEM) == "")
    }

    @Test("gives a server 397 days, an hour of them past, and never more than it has itself")
    func lives() throws {
        let authority = try authority(at: now.addingTimeInterval(-3_500 * 86_400))
        let start = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down) - 3_600)
        let fresh = try CertificateBody(
            authority: "Test", for: Self.names, key: key, serial: [1], start: start)

        let server = try CertificateBody(server: Self.names, under: fresh, key: key, serial: [2], start: start)
        let late = try authority.vouch(at: now, random: random)

        #expect(server.end == start.addingTimeInterval(397 * 86_400))
        #expect(authority.end.timeIntervalSince(now) < 151 * 86_400)
        #expect(validity(of: late.certificatePEM).end == DER.time(authority.end))
        #expect(validity(of: late.certificatePEM).start == DER.time(start))
    }

    private func validity(of pem: String) -> (start: [UInt8], end: [UInt8]) {
        let bytes = PEM.bytes(pem, label: "CERTIFICATE") ?? []
        // version, serial, algorithm, issuer, validity
        var (outer, inner) = (DERReader(bytes), DERReader([]))
        inner = DERReader(outer.read(DER.sequenceTag) ?? [])
        var fields = DERReader(inner.read(DER.sequenceTag) ?? [])
        for tag in [DER.versionTag, DER.integerTag, DER.sequenceTag, DER.sequenceTag] { _ = fields.read(tag) }
        var moments = DERReader(fields.read(DER.sequenceTag) ?? [])
        let (start, end) = (moments.read(DER.utcTimeTag) ?? [], moments.read(DER.utcTimeTag) ?? [])
        return (DER.tagged(DER.utcTimeTag, Array(start)), DER.tagged(DER.utcTimeTag, Array(end)))
    }

    @Test("is taken up again from its certificate and its key, and vouches as before")
    func kept() async throws {
        let first = try authority()

        let second = try CertificateAuthority(kept: first.certificatePEM + "\n", "Test", for: Self.names, key: key)

        #expect(second.name == first.name && second.end == first.end)
        let server = try second.vouch(at: now, random: random)
        #expect(try await complaint(about: server.certificatePEM, under: first.certificatePEM) == "")
    }

    @Test("is not taken up for other names, with another key or another title")
    func notKept() throws {
        let (certificate, more) = (try authority().certificatePEM, ServerNames.onLoopback(["login.example.com"]))

        #expect(throws: CertificateAuthority.Fault.ofOtherNames) {
            try CertificateAuthority(kept: certificate, "Test", for: more, key: key)
        }
        #expect(throws: CertificateAuthority.Fault.ofOtherNames) {
            try CertificateAuthority(kept: certificate, "Other", for: Self.names, key: key)
        }
        for other in [SigningKey.generateES256(), .generateRS256()] {
            #expect(throws: CertificateAuthority.Fault.notOfThisKey) {
                try CertificateAuthority(kept: certificate, "Test", for: Self.names, key: other)
            }
        }
        #expect(throws: CertificateAuthority.Fault.unsuitableKey) {
            try CertificateAuthority("Test", for: Self.names, key: .generateRS256(), at: now, random: random)
        }
    }

    @Test("with one bit changed anywhere, or cut off anywhere, its certificate is not taken up")
    func damaged() throws {
        let bytes = try #require(PEM.bytes(try authority().certificatePEM, label: "CERTIFICATE"))
        func isTaken(_ bytes: [UInt8]) -> Bool {
            let pem = PEM.text(bytes, label: "CERTIFICATE")
            return (try? CertificateAuthority(kept: pem, "Test", for: Self.names, key: key)) != nil
        }

        let taken = bytes.indices.filter { index in
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            return isTaken(changed) || isTaken(Array(bytes[..<index]))
        }

        #expect(isTaken(bytes))
        #expect(taken == [])
        #expect(!isTaken(bytes + [0]))
    }

    @Test(
        "Times have two digits of the year up to 2049, and four from then on (RFC 5280, section 4.1.2.5)",
        arguments: [
            (2_524_607_999, 0x17, "491231235959Z"), (2_524_608_000, 0x18, "20500101000000Z"),
            (1_709_210_096, 0x17, "240229123456Z"),
        ])
    func times(seconds: Int, tag: UInt8, text: String) {
        let moment = Date(timeIntervalSince1970: TimeInterval(seconds))

        #expect(DER.time(moment) == [tag, UInt8(text.utf8.count)] + Array(text.utf8))
        #expect(tag == 0x18 || DER.moment(Array(text.utf8)[...]) == moment)
    }

    @Test("A signature in DER has numbers without needless zeroes, and comes back as the same 64 bytes")
    func signatureForms() {
        let small = [UInt8](repeating: 0, count: 31) + [1] + [UInt8](repeating: 0, count: 32)
        let large = [UInt8](repeating: 0xFF, count: 64)

        #expect(ECDSASignature.der(fromRaw: small) == [0x30, 6, 2, 1, 1, 2, 1, 0])
        #expect(ECDSASignature.der(fromRaw: large)?.prefix(5) == [0x30, 70, 2, 33, 0])
        for raw in [small, large] {
            #expect(ECDSASignature.der(fromRaw: raw).flatMap(ECDSASignature.raw) == raw)
        }
        #expect(ECDSASignature.der(fromRaw: large + [0]) == nil)
        for der: [UInt8] in [
            [], [0x30, 3, 2, 1, 1], [0x30, 6, 2, 1, 0x81, 2, 1, 1], [0x30, 6, 2, 1, 1, 2, 1, 1, 0],
            [0x30, 36, 2, 33, 1] + [UInt8](repeating: 0, count: 32) + [2, 1, 1], [0x30, 5, 2, 0, 2, 1, 1],
        ] {
            #expect(ECDSASignature.raw(fromDER: der) == nil)
        }
    }
}
