// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One place where a person is signed in.
struct SignedInDevice: Sendable, Hashable {
    /// The id of its session, as the form sends it back.
    var sessionID: String
    /// What the device calls itself; nil where it said nothing.
    var name: String?
    /// Its platform, where it is known.
    var platform: String?
    /// Whether it is a browser; otherwise it is an app.
    var isBrowser: Bool
    /// What the provider is called with which it signed in.
    var provider: BilingualText
    /// When it was last used.
    var lastUsedAt: Date
    /// Whether this very page is shown on it.
    var isThisOne: Bool
}

/// The devices of the account page: this one first, each other with a button that signs it out.
func deviceSection(_ model: AccountPage, in language: Language) -> HTML {
    let ordered = model.devices.filter(\.isThisOne) + model.devices.filter { !$0.isThisOne }
    let others = ordered.filter { !$0.isThisOne }
    return """
        <section class="card" aria-labelledby="devices">
        <h2 id="devices">\(language.text("로그인된 기기", "Where you’re signed in"))</h2>
        <ul class="rows" role="list">\(ordered.map { row($0, of: model, in: language) })</ul>
        \(others.count > 1 ? endOthers(model.proof, in: language) : nil)
        </section>
        """
}

private func row(_ device: SignedInDevice, of model: AccountPage, in language: Language) -> HTML {
    let unnamed = device.isBrowser ? language.text("브라우저", "Browser") : language.text("앱", "App")
    let name = device.name ?? unnamed
    let provider = device.provider.text(in: language)
    let ago = timeAgo(device.lastUsedAt, now: model.now, in: language)
    let platform = device.platform.map { "\(HTML.name($0, atMost: 40)) · " as HTML }
    // Uses are written down some minutes apart, so of the page that is being read the record would say too little.
    let use =
        device.isThisOne
        ? language.html("\(provider) 로그인 · 지금 사용 중", "\(provider) sign-in · in use now")
        : language.html("\(provider) 로그인 · \(ago) 사용", "\(provider) sign-in · used \(ago)")
    let end = device.isThisOne ? thisOne(in: language) : endButton(device, name: name, proof: model.proof, in: language)
    return """
        <li><span class="tile">\(device.isBrowser ? Symbol.browser : Symbol.app)</span>
        <div class="what"><p class="name">\(HTML.name(name, atMost: 60))</p>
        <p class="detail">\(platform)\(use)</p></div>
        \(end)</li>
        """
}

private func thisOne(in language: Language) -> HTML {
    "<span class=\"tag good\">\(language.text("지금 쓰는 기기", "This device"))</span>"
}

private func endButton(_ device: SignedInDevice, name: String, proof: String, in language: Language) -> HTML {
    let label = language.text("로그아웃: \(shownName(name))", "Sign out: \(shownName(name))")
    return """
        <form method="post" action="\(PageAddress.endSession)">
        <input type="hidden" name="\(PageField.proof)" value="\(proof)">
        <input type="hidden" name="\(PageField.session)" value="\(device.sessionID)">
        <button class="button small" type="submit" aria-label="\(label)">\
        \(language.text("로그아웃", "Sign out"))</button>
        </form>
        """
}

private func endOthers(_ proof: String, in language: Language) -> HTML {
    let label = language.text("다른 기기에서 모두 로그아웃", "Sign out of all other devices")
    return """
        <form method="post" action="\(PageAddress.endOtherSessions)">
        <input type="hidden" name="\(PageField.proof)" value="\(proof)">
        <div class="buttons"><button class="button" type="submit">\(label)</button></div>
        </form>
        """
}
