// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the account page shows to the person whose account it is.
struct AccountPage: Sendable {
    /// What stands around the page.
    var frame: PageFrame
    /// The value for `PageField.proof`.
    var proof: String
    /// The present moment, from which times are counted back.
    var now: Date
    /// What the person is called.
    var nickname: String
    /// How many characters a nickname may have.
    var nicknameLimit: Int
    /// The address of the person, if there is one.
    var email: EmailAddress?
    /// The address of the person's picture.
    var picture: String?
    /// What the person may agree to or not; required items do not belong here.
    var consents: [ConsentItem] = []
    /// How the person can sign in, in the order in which it was linked.
    var identities: [LinkedIdentity]
    /// Where the person is signed in.
    var devices: [SignedInDevice]
    /// What has just been done.
    var notice: AccountNotice?
    /// What was wrong with a changed nickname; opens the form, which then shows `typedNickname`.
    var fault: Nickname.Fault?
    /// The nickname as it was typed, when it was refused.
    var typedNickname: String?
}

/// A provider that a person can sign in with.
struct LinkedIdentity: Sendable, Hashable {
    /// The provider.
    var provider: ProviderButton
    /// Since when.
    var linkedAt: Date
}

/// What has just been done on the account page.
enum AccountNotice: String, Sendable {
    /// The profile was changed.
    case saved
    /// Another device was signed out.
    case deviceSignedOut = "device-signed-out"
    /// All other devices were signed out.
    case othersSignedOut = "others-signed-out"
    /// The person agreed to everything that a page asked the provider for.
    case consentGiven = "consent-given"
    /// The person agreed to a part of it.
    case consentIncomplete = "consent-incomplete"
    /// The person said no at the provider.
    case consentCancelled = "consent-cancelled"

    fileprivate var tone: NoticeTone {
        switch self {
        case .saved, .deviceSignedOut, .othersSignedOut, .consentGiven: .success
        case .consentIncomplete, .consentCancelled: .information
        }
    }
}

/// The account page: profile, ways to sign in, devices, and the way out.
func accountPage(_ model: AccountPage, in language: Language) -> HTML {
    page(
        model.frame, title: language.text("내 계정", "Your account"), width: .wide, in: language,
        header: bar(model, in: language),
        content: """
            <h1>\(language.text("내 계정", "Your account"))</h1>
            \(model.notice.map { notice($0.tone, "<p>\(text(of: $0, in: language))</p>") })
            \(profile(model, in: language))
            \(identities(model, in: language))
            \(deviceSection(model, in: language))
            \(farewell(in: language))
            """)
}

private func bar(_ model: AccountPage, in language: Language) -> HTML {
    let name = HTML.name(model.frame.serviceName.text(in: language))
    return """
        <header class="bar">
        <a class="service" href="\(PageAddress.account)">\
        \(serviceMark(model.frame, in: language))<span>\(name)</span></a>
        <form method="post" action="\(PageAddress.signOut)">
        <input type="hidden" name="\(PageField.proof)" value="\(model.proof)">
        <button class="button small" type="submit">\(language.text("로그아웃", "Sign out"))</button>
        </form>
        </header>
        """
}

private func text(of notice: AccountNotice, in language: Language) -> String {
    switch notice {
    case .saved: language.text("저장했어요.", "Saved.")
    case .deviceSignedOut: language.text("그 기기에서 로그아웃했어요.", "That device has been signed out.")
    case .othersSignedOut:
        language.text("다른 기기에서 모두 로그아웃했어요.", "All other devices have been signed out.")
    case .consentGiven: language.text("추가 항목에 동의했어요.", "You agreed to the additional items.")
    case .consentIncomplete:
        language.text("동의하지 않은 항목이 남아 있어요.", "There are still items that you have not agreed to.")
    case .consentCancelled:
        language.text("추가 동의를 취소했어요. 바뀐 것은 없어요.", "You did not agree to more. Nothing has changed.")
    }
}

private func profile(_ model: AccountPage, in language: Language) -> HTML {
    let email = model.email.map { email -> HTML in
        let unverified = language.text("확인되지 않은 주소", "Not verified")
        return """
            <p class="email">\(HTML.name(email.address, atMost: 254))\
            \(email.isVerified ? HTML.empty : " <span class=\"tag\">\(unverified)</span>")</p>
            """
    }
    return """
        <section class="card" aria-labelledby="profile">
        <h2 id="profile">\(language.text("프로필", "Profile"))</h2>
        <div class="person">
        \(personPicture(name: model.nickname, address: model.picture, from: model.frame.pictures))
        <div><p class="nickname">\(HTML.name(model.nickname))</p>\(email)</div>
        </div>
        \(profileForm(model, in: language))
        </section>
        """
}

/// The form stays folded until somebody wants it, or until what was sent needs another look.
private func profileForm(_ model: AccountPage, in language: Language) -> HTML {
    let nickname = NicknameField(
        value: model.typedNickname ?? model.nickname, limit: model.nicknameLimit, fault: model.fault)
    let open: HTML? = model.fault == nil ? nil : " open"
    return """
        <details\(open)>
        <summary>\(language.text("프로필 바꾸기", "Edit profile"))</summary>
        <form method="post" action="\(PageAddress.changeProfile)">
        <input type="hidden" name="\(PageField.proof)" value="\(model.proof)">
        \(nickname.html(in: language))
        \(model.consents.map { $0.html(in: language) })
        <div class="buttons"><button class="button primary" type="submit">\(language.text("저장", "Save"))</button></div>
        </form>
        </details>
        """
}

private func identities(_ model: AccountPage, in language: Language) -> HTML {
    let rows = model.identities.map { identity -> HTML in
        let ago = timeAgo(identity.linkedAt, now: model.now, in: language)
        return """
            <li>\(identity.provider.tile)
            <div class="what"><p class="name">\(identity.provider.name.text(in: language))</p>
            <p class="detail">\(language.html("\(ago) 연결", "Linked \(ago)"))</p></div></li>
            """
    }
    return """
        <section class="card" aria-labelledby="identities">
        <h2 id="identities">\(language.text("로그인 방법", "Ways to sign in"))</h2>
        <ul class="rows" role="list">\(rows)</ul>
        </section>
        """
}

private func farewell(in language: Language) -> HTML {
    let label = language.text("회원 탈퇴", "Delete account")
    return "<p class=\"aside\"><a href=\"\(PageAddress.withdraw)\">\(label)</a></p>"
}
