// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// The way from a provider's real addresses to an emulator on this machine.
///
/// Everything builds and checks real addresses, `https://example.com/a`; only on the way out do they become
/// `http://127.0.0.1:9900/example.com/a`. The base must be plain http on loopback, so that no real sign-in can be sent astray.
public struct EmulatorRouting: Sendable, Hashable {
    /// Where the emulator listens, for example `http://127.0.0.1:9900`, without a slash at the end.
    public let base: String
    private let authority: String

    /// Takes the emulator's address; throws `emulator_not_loopback` for any that is not http on loopback without a path.
    public init(base: String) throws(LoginError) {
        guard let address = HTTPAddress(base), address.scheme == "http", address.isLoopback, address.path == "/",
            address.query == nil
        else { throw LoginError.emulatorNotLoopback }
        self.base = address.origin
        self.authority = address.authority
    }

    /// Where the emulator answers for a real address: for browsers that are sent there; nil for what is not https.
    public func address(for realAddress: String) -> String? {
        HTTPRequest(.get, realAddress).flatMap(routed)?.address
    }

    /// The same request, on its way to the emulator; nil for one that is not https or names a port.
    public func routed(_ request: HTTPRequest) -> HTTPRequest? {
        guard request.scheme == "https", isHostName(request.authority) else { return nil }
        var routed = request
        routed.scheme = "http"
        routed.authority = authority
        routed.path = "/\(request.host)\(request.path)"
        return routed
    }

    private func isHostName(_ authority: String) -> Bool {
        authority.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}

extension LoginError.Code {
    /// An emulator was named at an address other than http on loopback.
    public static let emulatorNotLoopback = LoginError.Code(rawValue: "emulator_not_loopback")
}

extension LoginError {
    static let emulatorNotLoopback = LoginError(
        .emulatorNotLoopback, advice: .fixSetup,
        message: BilingualText(
            ko: "에뮬레이터 주소는 이 컴퓨터의 http 주소여야 합니다.",
            en: "The emulator's address must be a plain http address on this machine."),
        remedy: BilingualText(
            ko: "http://127.0.0.1:9900처럼 경로 없이 적어 주세요.",
            en: "Give it as http://127.0.0.1:9900, without a path."))
}
