// SPDX-License-Identifier: Apache-2.0

import LoginCore

/// An app as its owner set it up in Kakao's console.
struct KakaoApp: ProviderApp, Hashable {
    /// The app id.
    let id: Int64
    /// What people see it as.
    var name: String
    /// The key for servers.
    var restKey: String
    /// The REST key's secret; nil where the console has it switched off.
    var clientSecret: Secret?
    /// The key for apps on devices; it never has a secret.
    var nativeKey: String?
    /// The key for scripts in a browser; it never has a secret.
    var javascriptKey: String?
    /// The key that may act on any person of the app.
    var adminKey: Secret?
    /// Where the REST and JavaScript keys may send a code, character by character.
    var redirectURIs: [String]
    /// Where the native key may send a code besides `kakao{key}://oauth`: custom schemes.
    var nativeRedirectURIs: [String]
    /// Where a logout may end.
    var logoutRedirectURIs: [String]
    /// Whether Kakao Login is switched on.
    var isLoginOn: Bool
    /// Whether OpenID Connect is switched on.
    var isOpenIDOn: Bool
    /// Whether only members may sign in, as in a test app.
    var isTestApp: Bool
    /// The members of a test app.
    var members: Set<Int64>
    /// The iOS bundles that may use the native key; empty where the platform is not restricted.
    var iosBundleIDs: [String]
    /// The consent items that are switched on, in the order in which they are shown.
    var consentItems: [KakaoConsentItem]
    /// The service's own terms; empty where Kakao Sync is not switched on.
    var serviceTerms: [KakaoServiceTerm]
    /// The public ids of the KakaoTalk channels that are connected with the app.
    var channels: [String]
    /// The names under which the app may keep texts of a person at Kakao.
    var userProperties: [String]
    /// Whether a person is linked by agreeing; otherwise the app signs everybody up by a call of its own.
    var isAutoLinkOn: Bool

    /// The switched-on item of that name.
    func item(_ scope: String) -> KakaoConsentItem? {
        consentItems.first { $0.scope.id == scope }
    }

    /// Whether a person may sign in: everybody, or the members of a test app.
    func admits(_ person: Int64) -> Bool {
        !isTestApp || members.contains(person)
    }
}

extension KakaoApp {
    /// Reads an app; unknown members, and addresses that nothing could be sent to, are errors.
    init(reading seed: SeedObject) throws(LoginError) {
        var seed = seed
        id = try seed.requiredID("id")
        name = try seed.text("name") ?? "App \(id)"
        restKey = try seed.requiredText("rest_key")
        clientSecret = try seed.text("client_secret").map(Secret.init)
        nativeKey = try seed.text("native_key")
        javascriptKey = try seed.text("javascript_key")
        adminKey = try seed.text("admin_key").map(Secret.init)
        redirectURIs = try seed.redirectURIs("redirect_uris")
        nativeRedirectURIs = try seed.redirectURIs("native_redirect_uris")
        logoutRedirectURIs = try seed.redirectURIs("logout_redirect_uris")
        isLoginOn = try seed.flag("login", otherwise: true)
        isOpenIDOn = try seed.flag("openid", otherwise: true)
        isTestApp = try seed.flag("test_app", otherwise: false)
        members = Set(try seed.ids("members"))
        iosBundleIDs = try seed.texts("ios_bundle_ids")
        consentItems = []
        for item in try seed.objects("consent_items") {
            let place = item.place("scope")
            let read = try KakaoConsentItem(reading: item)
            guard !consentItems.contains(where: { $0.scope == read.scope }) else { throw .seed(at: place, .repeated) }
            consentItems.append(read)
        }
        serviceTerms = []
        for term in try seed.objects("service_terms") {
            let place = term.place("tag")
            let read = try KakaoServiceTerm(reading: term)
            guard !serviceTerms.contains(where: { $0.tag == read.tag }) else { throw .seed(at: place, .repeated) }
            serviceTerms.append(read)
        }
        channels = try seed.texts("channels")
        userProperties = try seed.texts("user_properties")
        isAutoLinkOn = try seed.flag("auto_link", otherwise: true)
        try seed.end()
    }

    /// The app in the form in which a seed gives it, secrets included: the emulator has no real ones.
    var json: JSONValue {
        [
            "id": JSONValue(id), "name": .string(name), "rest_key": .string(restKey),
            "client_secret": .text(clientSecret?.exposed), "native_key": .text(nativeKey),
            "javascript_key": .text(javascriptKey), "admin_key": .text(adminKey?.exposed),
            "redirect_uris": .texts(redirectURIs), "native_redirect_uris": .texts(nativeRedirectURIs),
            "logout_redirect_uris": .texts(logoutRedirectURIs), "login": .bool(isLoginOn),
            "openid": .bool(isOpenIDOn), "test_app": .bool(isTestApp),
            "members": .array(members.sorted().map { JSONValue($0) }), "ios_bundle_ids": .texts(iosBundleIDs),
            "consent_items": .array(consentItems.map(\.json)),
            "service_terms": .array(serviceTerms.map(\.json)), "channels": .texts(channels),
            "user_properties": .texts(userProperties), "auto_link": .bool(isAutoLinkOn),
        ]
    }
}
