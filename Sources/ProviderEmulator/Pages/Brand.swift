// SPDX-License-Identifier: Apache-2.0

import LoginCore

extension EmulatorPage {
    /// Whose pages these stand in for: how they look, what they say, and what their banner denies.
    struct Brand: Sendable {
        /// The class of the page's body, which the colours hang on.
        let id: String
        /// What people call the provider.
        let name: BilingualText
        /// What the banner says, so that nobody takes the page for a real one.
        let denial: BilingualText
        /// What people call an account there.
        let account: BilingualText
        /// What the consent page calls itself.
        var consentTitle = BilingualText(ko: "동의하고 계속하기", en: "Agree and continue")
        /// What its first button says where something can be left out.
        var agreeToAll = BilingualText(ko: "모두 동의하고 계속", en: "Agree to all and continue")
        /// The colours of what a person is meant to press; nil takes the emulator's own.
        var colours: Colours?
        /// The same on dark pages; nil where they are the same.
        var darkColours: Colours?
    }

    /// Colours for one brand, in CSS. Text on them needs a contrast of 4.5 or more.
    struct Colours: Sendable {
        /// The main button.
        let action: String
        /// The main button under the pointer.
        let hover: String
        /// Text on the main button.
        let label: String
        /// Text of the banner, which is nearly black.
        let banner: String
    }
}

extension EmulatorPage.Brand {
    /// The emulator's own pages.
    static let emulator = EmulatorPage.Brand(
        id: "emulator", name: BilingualText(ko: "에뮬레이터", en: "Emulator"),
        denial: BilingualText(
            ko: "개발과 시험을 위한 것입니다. 이 컴퓨터에서만 열립니다.",
            en: "For development and tests. It answers on this machine only."),
        account: BilingualText(ko: "계정", en: "account"))

    /// What the stylesheet needs for this brand beside its own rules.
    var rules: String {
        let light = colours.map(rule) ?? ""
        let dark = darkColours.map { "\n@media (prefers-color-scheme: dark) {\(rule($0))}\n" } ?? ""
        return light + dark
    }

    private func rule(_ colours: EmulatorPage.Colours) -> String {
        """

        body.\(id) {
            --action: \(colours.action);
            --action-hover: \(colours.hover);
            --on-action: \(colours.label);
            --on-banner: \(colours.banner);
        }

        """
    }
}
