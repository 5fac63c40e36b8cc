// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// An app as its owner set it up at Naver's developer centre.
struct NaverApp: ProviderApp, Hashable {
    /// The app's number; the emulator's own, since Naver knows an app by its client id.
    let id: Int64
    /// What people see it as.
    var name: String
    /// The client id.
    var clientID: String
    /// The client secret; every client has one.
    var clientSecret: Secret
    /// Where a code may be sent.
    var redirectURIs: [String]
    /// The schemes of the app on devices: a code may be sent to `{scheme}://authorize`.
    var urlSchemes: [String]
    /// Whether Naver Login is switched on.
    var isLoginOn: Bool
    /// Whether only members may sign in, as before Naver's review.
    var isInReview: Bool
    /// The members.
    var members: Set<Int64>
    /// Whether people have plain numbers as ids, as in apps that were registered before May 2021.
    var hasNumericIDs: Bool
    /// What of the profile is asked for, in the order in which it is shown.
    var items: [NaverAskedItem]

    /// The item of that name, where it is asked for.
    func item(_ id: String) -> NaverAskedItem? {
        items.first { $0.item.id == id }
    }

    /// Whether a person may sign in.
    func admits(_ person: Int64) -> Bool {
        !isInReview || members.contains(person)
    }

    /// Whether a code may be sent there: to a registered address, whatever query is added to it, or to the app on a device.
    func allows(_ redirectURI: String) -> Bool {
        let place = redirectURI.prefix { $0 != "?" }
        return redirectURIs.contains { $0.hasSameBytes(as: redirectURI) || $0.hasSameBytes(as: String(place)) }
            || urlSchemes.contains { "\($0)://authorize".hasSameBytes(as: String(place)) }
    }
}

extension NaverApp {
    /// Reads an app; unknown members, and addresses that nothing could be sent to, are errors.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        id = try seed.requiredID("id")
        name = try seed.text("name") ?? "App \(id)"
        clientID = try seed.requiredText("client_id")
        clientSecret = Secret(try seed.requiredText("client_secret"))
        redirectURIs = try seed.redirectURIs("redirect_uris")
        urlSchemes = try seed.texts("url_schemes")
        for (index, scheme) in urlSchemes.enumerated() where RedirectURI("\(scheme)://authorize") == nil {
            throw .seed(at: "\(seed.place("url_schemes"))[\(index)]", .wanted("a URL scheme", "URL 스킴"))
        }
        isLoginOn = try seed.flag("login", otherwise: true)
        isInReview = try seed.flag("in_review", otherwise: false)
        members = Set(try seed.ids("members"))
        hasNumericIDs = try seed.flag("numeric_ids", otherwise: false)
        items = []
        for item in try seed.objects("items") {
            let place = item.place("item")
            let read = try NaverAskedItem(reading: item)
            guard !items.contains(where: { $0.item == read.item }) else { throw .seed(at: place, .repeated) }
            items.append(read)
        }
        try seed.end()
    }

    /// The app in the form in which a seed gives it, the secret included: the emulator has no real ones.
    var json: JSONValue {
        [
            "id": JSONValue(id), "name": .string(name), "client_id": .string(clientID),
            "client_secret": .string(clientSecret.exposed), "redirect_uris": .texts(redirectURIs),
            "url_schemes": .texts(urlSchemes), "login": .bool(isLoginOn), "in_review": .bool(isInReview),
            "members": .array(members.sorted().map { JSONValue($0) }), "numeric_ids": .bool(hasNumericIDs),
            "items": .array(items.map(\.json)),
        ]
    }
}
