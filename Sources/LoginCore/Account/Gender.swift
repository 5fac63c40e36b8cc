// SPDX-License-Identifier: Apache-2.0

/// Gender as a provider put it; open, since providers extend their lists.
public struct Gender: RawRepresentable, Hashable, Sendable {
    /// `female`, `male` or `unknown`.
    public let rawValue: String

    /// Names a gender.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Female.
    public static let female = Gender(rawValue: "female")
    /// Male.
    public static let male = Gender(rawValue: "male")
    /// The provider said something else, or that it does not know.
    public static let unknown = Gender(rawValue: "unknown")

    /// Reads the words of the providers: `female` and `F`, `male` and `M`, in either case; all else is `unknown`.
    public init(_ raw: String) {
        switch raw.lowercased() {
        case "female", "f": self = .female
        case "male", "m": self = .male
        default: self = .unknown
        }
    }
}
