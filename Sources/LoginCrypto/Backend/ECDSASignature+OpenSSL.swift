// SPDX-License-Identifier: Apache-2.0

#if !canImport(CryptoKit)
import CLoginOpenSSL

extension ECDSASignature {
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
