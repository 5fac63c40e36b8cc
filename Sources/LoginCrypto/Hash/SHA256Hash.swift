// SPDX-License-Identifier: Apache-2.0

/// SHA-256 (FIPS 180-4).
public enum SHA256Hash {
    /// The 32 bytes of the digest.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        Platform.sha256(bytes)
    }

    /// The digest of a text's UTF-8 bytes.
    public static func hash(_ text: String) -> [UInt8] {
        hash(Array(text.utf8))
    }
}

/// HMAC with SHA-256 (RFC 2104): 32 bytes that only a holder of the key can make.
///
/// Compare with `constantTimeEqual`, never with `==`.
public func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    Platform.hmacSHA256(message, key: key)
}

/// A key for one purpose, derived from a master key without salt (RFC 5869).
///
/// - Parameters:
///   - key: the master key, at least 32 unpredictable bytes.
///   - info: the name of the purpose; two names give two unrelated keys.
///   - length: how many bytes to make, at most 8160.
public func hkdfSHA256(key: [UInt8], info: String, length: Int) -> [UInt8] {
    hkdfSHA256(key: key, salt: [], info: Array(info.utf8), length: length)
}

/// The whole of RFC 5869, to be held against its test cases.
func hkdfSHA256(key: [UInt8], salt: [UInt8], info: [UInt8], length: Int) -> [UInt8] {
    precondition((1...255 * 32).contains(length), "HKDF with SHA-256 makes 1 to 8160 bytes")
    let zeroSalt = [UInt8](repeating: 0, count: 32)
    let pseudorandomKey = hmacSHA256(key, key: salt.isEmpty ? zeroSalt : salt)
    var output: [UInt8] = []
    var block: [UInt8] = []
    var counter: UInt8 = 1
    while output.count < length {
        block = hmacSHA256(block + info + [counter], key: pseudorandomKey)
        output += block
        counter &+= 1
    }
    return Array(output.prefix(length))
}
