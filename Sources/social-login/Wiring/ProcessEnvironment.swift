// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The environment of this process.
enum ProcessEnvironment {
    /// All variables by name.
    static func all() -> [String: String] { ProcessInfo.processInfo.environment }
}
