// SPDX-License-Identifier: Apache-2.0

/// The name of a sign-in provider, such as `kakao`; open, so that anybody can add one.
///
/// The package's own four are declared beside their rules in `LoginProviders`.
public struct ProviderID: RawRepresentable, Hashable, Sendable {
    /// Lower-case letters and digits, as it stands in addresses and in the database.
    public let rawValue: String

    /// Names a provider.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ProviderID: CustomStringConvertible {
    /// The name as it is written, for example `kakao`.
    public var description: String { rawValue }

    /// The name as it stands in front of a subject, for example `Kakao`.
    public var capitalised: String {
        rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
}
