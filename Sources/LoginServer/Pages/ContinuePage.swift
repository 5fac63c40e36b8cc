// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

/// What the page shows that asks somebody who is signed in whether an app may go on with that account.
struct ContinuePage: Sendable {
    /// What stands around the page.
    var frame: PageFrame
    /// The value for `PageField.proof`.
    var proof: String
    /// The app that the person comes from.
    var app: VisitingApp
    /// What the person is called.
    var nickname: String
    /// The address of the person, if there is one.
    var email: EmailAddress?
    /// The address of the person's picture.
    var picture: String?
    /// Where somebody goes who wants another account.
    var otherAccount: String
}

/// Shows whose account an app would get, and asks; without the click it gets nothing (RFC 8252, section 8.6).
func continuePage(_ model: ContinuePage, in language: Language) -> HTML {
    let app = HTML.name(model.app.name.text(in: language))
    let service = HTML.name(model.frame.serviceName.text(in: language))
    let email = model.email.map { "<p class=\"email\">\(HTML.name($0.address, atMost: 254))</p>" as HTML }
    return page(
        model.frame, title: language.text("앱으로 계속하기", "Continue to the app"), width: .narrow, in: language,
        content: """
            <section class="card continue">
            <header>
            \(serviceMark(model.frame, in: language))
            <h1>\(language.html("\(app)에서 계속하기", "Continue to \(app)"))</h1>
            <p class="lead">\(language.html("\(service)에 로그인되어 있어요.", "You’re signed in to \(service)."))</p>
            </header>
            <div class="person">
            \(personPicture(name: model.nickname, address: model.picture, from: model.frame.pictures))
            <div><p class="nickname">\(HTML.name(model.nickname))</p>\(email)</div>
            </div>
            <form method="post" action="\(PageAddress.authorize)">
            <input type="hidden" name="\(PageField.proof)" value="\(model.proof)">
            <input type="hidden" name="\(PageField.appRequest)" value="\(model.app.request)">
            <div class="buttons"><button class="button primary" type="submit">\
            \(language.text("이 계정으로 계속하기", "Continue with this account"))</button></div>
            </form>
            <p class="aside"><a href="\(model.otherAccount)">\
            \(language.text("다른 계정으로 로그인", "Use another account"))</a></p>
            </section>
            """)
}
