// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import LoginCore

/// An authority of one's own that vouches for a few names only: for development, where no public one can.
///
/// Its certificate permits those names and no others (RFC 5280, section 4.2.1.10) and no further authority, so that
/// whoever trusts it and loses its key has lost little.
package struct CertificateAuthority: Sendable {
    /// Why a certificate cannot be taken up again.
    package enum Fault: Error {
        /// The key is not P-256.
        case unsuitableKey
        /// It is damaged, or that of another key.
        case notOfThisKey
        /// It permits other names than are wanted now, or was made in another way.
        case ofOtherNames
    }

    /// What people see it as.
    package let name: String
    /// Its certificate as PEM, to be put among those that a client trusts.
    package let certificatePEM: String
    /// When its certificate ends.
    package let end: Date
    private let body: CertificateBody
    private let names: ServerNames
    private let key: SigningKey

    /// Makes a certificate for a key, good for ten years.
    ///
    /// - Parameters:
    ///   - title: the beginning of its name; the rest comes from the key, so that two of them can be told apart.
    ///   - names: all that it may vouch for.
    package init(_ title: String, for names: ServerNames, key: SigningKey, at now: Date, random: any RandomSource)
        throws(Fault)
    {
        let body = try CertificateBody(
            authority: title, for: names, key: key, serial: serialNumber(random), start: wholeSeconds(now))
        self.init(body, names, key, certificatePEM: body.signed(by: key))
    }

    /// Takes up a certificate that was made before, if it is whole, this key's, and what would be made today.
    package init(kept certificatePEM: String, _ title: String, for names: ServerNames, key: SigningKey) throws(Fault) {
        guard let kept = KeptCertificate(certificatePEM, of: key) else { throw .notOfThisKey }
        let body = try CertificateBody(
            authority: title, for: names, key: key, serial: kept.serial, start: kept.start)
        guard body.bytes == kept.body else { throw .ofOtherNames }
        self.init(body, names, key, certificatePEM: certificatePEM)
    }

    private init(_ body: CertificateBody, _ names: ServerNames, _ key: SigningKey, certificatePEM: String) {
        self.body = body
        self.names = names
        self.key = key
        self.certificatePEM = certificatePEM
        name = body.subject
        end = body.end
    }

    /// Makes a key and a server certificate for all of its names: good for 397 days, since Apple's systems take no more
    /// than 398, and no longer than the authority itself.
    package func vouch(at now: Date, random: any RandomSource) throws(Fault) -> (
        certificatePEM: String, key: SigningKey
    ) {
        let serverKey = SigningKey.generateES256()
        let server = try CertificateBody(
            server: names, under: body, key: serverKey, serial: serialNumber(random), start: wholeSeconds(now))
        return (server.signed(by: key), serverKey)
    }
}

/// An hour ago, for clients whose clock is a little slow; certificates know no fractions.
private func wholeSeconds(_ now: Date) -> Date {
    Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down) - 3_600)
}

/// A positive number nobody can foretell, of 16 bytes (RFC 5280, section 4.1.2.2).
private func serialNumber(_ random: any RandomSource) -> [UInt8] {
    var bytes = random.bytes(16)
    bytes[0] = bytes[0] & 0x7F | 0x40
    return bytes
}
