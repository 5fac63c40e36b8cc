// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// A provider as the emulator plays it: all that anything outside its own folder knows of it.
///
/// A new one is a folder beside `Kakao/` and a word in `all`.
struct EmulatedProvider: Sendable {
    /// What answers a request to one of its hosts.
    typealias Handler = @Sendable (Visit) async -> HTTPResponse

    /// Its name in seeds, in control paths and in a login server's addresses, for example `kakao`.
    let id: String
    /// What its pages look like and what they are not.
    let brand: EmulatorPage.Brand
    /// Its real host names, as far as the emulator answers for them.
    let hosts: [String]
    /// The refusals that can be ordered by its own codes.
    let refusals: Refusals
    /// What the control API does with it; every path begins with its id.
    let routes: [ControlRoute]
    /// What of its requests may be written out.
    let harmless: Harmless
    /// What it keeps before anybody came.
    let empty: any ProviderRecords
    /// Reads its part of a seed.
    let readSeed: @Sendable (SeedObject) throws(LoginError) -> any ProviderSeed
    /// Its part of the demo's world, with an app that waits for answers at these addresses.
    let demo: @Sendable ([String]) throws(LoginError) -> any ProviderSeed
    /// Its pages that a person may want to open, by their real host and path.
    let pages: [PageLink]
    /// Its apps as the control page shows them.
    let appCards: @Sendable (World) -> [AppCard]
    /// Makes its servers.
    let handler: @Sendable (ProviderParts) -> Handler
}

extension EmulatedProvider {
    /// Everybody whom the emulator plays, in the order of its pages.
    static let all: [EmulatedProvider] = [.kakao, .naver, .apple, .facebook]

    /// The host names of all of them.
    static let allHosts = all.flatMap(\.hosts)

    /// The provider of a host.
    static func answering(for host: String) -> EmulatedProvider? {
        all.first { $0.hosts.contains(host) }
    }
}

extension EmulatedProvider {
    /// Refusals that a test can order by the provider's own codes.
    struct Refusals: Sendable {
        /// Every code there is.
        let codes: [String]
        /// The answer for a code; nil for one that the provider does not have.
        let answer: @Sendable (String) -> HTTPResponse?
    }

    /// What of a request is known to hold no secret, and may be written out in a curl line.
    struct Harmless: Sendable {
        /// Fields by name, beside the ones of OAuth.
        var fields: Set<String> = []
        /// Headers by name.
        var headers: [String] = []
        /// For each `Authorization` scheme of the provider's own the variable that stands for its secret.
        var schemes: [String: String] = [:]
    }

    /// A page that a person may want to open.
    struct PageLink: Sendable {
        /// The real host.
        let host: String
        /// The path there.
        let path: String
        /// What the page shows.
        let meaning: BilingualText
    }

    /// An app as the control page shows it.
    struct AppCard: Sendable {
        /// The app's number.
        let id: Int64
        /// What people see it as.
        let name: String
        /// Its settings.
        let pairs: [(name: BilingualText, values: [String])]
    }
}

/// What a provider's servers are made of.
struct ProviderParts: Sendable {
    /// The world that they all share.
    let world: Locked<World>
    /// The keys that this provider signs with.
    let keys: SigningKeys
    /// What time it is.
    let clock: any WallClock
    /// What makes tokens and ids.
    let fresh: FreshText
}
