// SPDX-License-Identifier: Apache-2.0

/// A way to sign that is used here (RFC 7518, section 3.1); there is no `none` and no shared-key algorithm to ask for.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSA, PKCS #1 v1.5, with SHA-256: what the providers sign with.
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256: what we sign with.
    case es256 = "ES256"
}
