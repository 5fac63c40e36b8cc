// SPDX-License-Identifier: Apache-2.0

package import LoginCore

/// What a withdrawal could not do: links that stay at providers, since the server keeps nothing with which to end them.
package struct WithdrawalAnswer: Sendable, Hashable {
    /// A link that stays.
    package struct Link: Sendable, Hashable {
        /// Where it stays.
        package let provider: ProviderID
        /// What the person can do about it.
        package let remedy: BilingualText

        /// Names a link.
        package init(provider: ProviderID, remedy: BilingualText) {
            self.provider = provider
            self.remedy = remedy
        }
    }

    /// The links that stay.
    package let left: [Link]

    /// Lists them.
    package init(left: [Link]) {
        self.left = left
    }

    /// The answer on the wire.
    package func json(in language: Language) -> JSONValue {
        [
            "left_at_providers": .array(
                left.map { link in
                    ["provider": .string(link.provider.rawValue), "remedy": .string(link.remedy.text(in: language))]
                })
        ]
    }
}
