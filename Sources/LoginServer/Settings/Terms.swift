// SPDX-License-Identifier: Apache-2.0

public import LoginCore

/// Something a new person is asked to agree to.
public struct Terms: Sendable, Hashable {
    /// Its name in forms and in the API: letters, digits and `_`.
    public let name: String
    /// What the person agrees to.
    public let title: BilingualText
    /// Whether there is no account without it.
    public let isRequired: Bool
    /// Where the whole text can be read.
    public let address: String?

    /// Describes an item.
    public init(name: String, title: BilingualText, isRequired: Bool, address: String? = nil) {
        self.name = name
        self.title = title
        self.isRequired = isRequired
        self.address = address
    }

    /// The optional consent to news, which the account keeps as its own field.
    public static let marketing = Terms(
        name: "marketing",
        title: BilingualText(ko: "이벤트와 혜택 소식을 받을게요.", en: "Send me news and offers."),
        isRequired: false)
}

extension [Terms] {
    /// Terms of service and privacy policy, required; news, optional.
    public static let usual: [Terms] = usual(service: nil, privacy: nil)

    /// The same with the addresses at which people can read them.
    public static func usual(service: String?, privacy: String?) -> [Terms] {
        [
            Terms(
                name: "service",
                title: BilingualText(ko: "이용약관에 동의합니다.", en: "I accept the terms of service."), isRequired: true,
                address: service),
            Terms(
                name: "privacy",
                title: BilingualText(
                    ko: "개인정보 수집과 이용에 동의합니다.", en: "I agree to the collection and use of my personal information."),
                isRequired: true, address: privacy),
            .marketing,
        ]
    }
}
