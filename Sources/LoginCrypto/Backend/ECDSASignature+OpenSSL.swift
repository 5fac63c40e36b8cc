// SPDX-License-Identifier: Apache-2.0

#if !canImport(CryptoKit)
import CLoginOpenSSL

/// The two forms of a P-256 signature: JWS wants r and s as 64 bytes, OpenSSL wants them as DER.
enum ECDSASignature {
    private static let half = 32

    /// The DER form; nil unless there are 64 bytes.
    static func der(fromRaw raw: [UInt8]) -> [UInt8]? {
        guard raw.count == 2 * half, let signature = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let (r, s) = raw.withUnsafeBufferPointer { bytes in
            (
                BN_bin2bn(bytes.baseAddress, Int32(half), nil),
                BN_bin2bn(bytes.baseAddress.map { $0 + half }, Int32(half), nil)
            )
        }
        guard ECDSA_SIG_set0(signature, r, s) == 1 else {
            BN_free(r)
            BN_free(s)
            return nil
        }
        return encoded { i2d_ECDSA_SIG(signature, $0) }
    }

    /// The 64 bytes of a signature that OpenSSL made; nil where it is none.
    static func raw(fromDER der: [UInt8]) -> [UInt8]? {
        let signature = der.withUnsafeBufferPointer { der in
            var position = der.baseAddress
            return d2i_ECDSA_SIG(nil, &position, der.count)
        }
        guard let signature else {
            OpenSSL.forgetErrors()
            return nil
        }
        defer { ECDSA_SIG_free(signature) }
        guard let r = fixedWidth(ECDSA_SIG_get0_r(signature), count: half),
            let s = fixedWidth(ECDSA_SIG_get0_s(signature), count: half)
        else { return nil }
        return r + s
    }

    /// A number as big-endian bytes of one width; nil where it does not fit.
    static func fixedWidth(_ number: OpaquePointer?, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return BN_bn2binpad(number, &bytes, Int32(count)) == Int32(count) ? bytes : nil
    }

    /// Runs one of OpenSSL's `i2d` functions: first for the length, then for the bytes.
    static func encoded(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8]? {
        let count = write(nil)
        guard count > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        let written = bytes.withUnsafeMutableBufferPointer { buffer in
            var position = buffer.baseAddress
            return write(&position)
        }
        return written == count ? bytes : nil
    }
}
#endif
