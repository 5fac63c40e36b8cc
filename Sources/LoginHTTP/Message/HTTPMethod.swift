// SPDX-License-Identifier: Apache-2.0

/// A request method; open.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// Upper-case letters.
    public let rawValue: String

    /// Names a method.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// GET.
    public static let get = HTTPMethod(rawValue: "GET")
    /// HEAD.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// POST.
    public static let post = HTTPMethod(rawValue: "POST")
    /// PUT.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// PATCH.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// DELETE.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// OPTIONS.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
}

extension HTTPMethod: CustomStringConvertible {
    /// The method as it stands in a request line.
    public var description: String { rawValue }
}
