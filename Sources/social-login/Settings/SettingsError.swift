// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// One thing that is wrong in a settings file.
struct SettingsFault: Sendable, Hashable {
    /// Where it stands, for example `listen.port`; empty for the document itself.
    let path: String
    /// What is wrong and how it would be right.
    let message: BilingualText
}

/// All that is wrong in a settings file, told at once.
struct SettingsError: Error, Sendable {
    /// The file as it was named.
    let file: String
    /// At least one fault.
    let faults: [SettingsFault]

    /// A line for the file and one for each fault.
    func text(in language: Language) -> String {
        let count = faults.count
        let heading = BilingualText(
            ko: "설정 파일 \(file)에 고칠 것이 \(count)가지 있습니다:",
            en: "The settings file \(file) has \(count == 1 ? "one fault" : "\(count) faults"):")
        let lines = faults.map { fault in
            let message = fault.message.text(in: language)
            return fault.path.isEmpty ? "  \(message)" : "  \(fault.path): \(message)"
        }
        return (["social-login: \(heading.text(in: language))"] + lines).joined(separator: "\n")
    }
}
