// SPDX-License-Identifier: Apache-2.0

/// Turns the paths of a settings file into ones that work from anywhere: relative ones begin at the folder of the file.
struct SettingsPaths: Sendable {
    private let folder: String

    /// Takes the settings file as it was named.
    init(file: String) {
        folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    }

    /// The path to open.
    func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : folder + path
    }
}
