// SPDX-License-Identifier: Apache-2.0

import LoginAPI
import LoginCore
import LoginHTTP

/// What a page says when there is nothing else to show: what failed, what to do, and how to ask for help.
struct ErrorPage: Sendable {
    /// What stands around the page.
    var frame: PageFrame
    /// What failed, in one sentence.
    var message: BilingualText
    /// What to do next, in one sentence.
    var remedy: BilingualText
    /// What to mention when asking for help.
    var reference: FaultReference
    /// Where the button leads.
    var wayOut: WayOut = .signIn

    /// Where a person can go from here.
    enum WayOut: Sendable {
        /// To the sign-in page, to begin again.
        case signIn
        /// To the account page, for somebody who is signed in.
        case account
    }
}

/// The two values that let an operator find a fault in the log; they say nothing about how the server works inside.
struct FaultReference: Sendable, Hashable {
    /// Which error it is.
    var code: ProblemCode
    /// The id of the request.
    var requestID: String
}

extension FaultReference {
    /// Reads what the address of the page says; nil where it is no error of ours or no id of a request.
    init?(code: String?, requestID: String?) {
        guard let code = code.flatMap(ProblemCode.init(rawValue:)), let requestID,
            requestID.wholeMatch(of: /[0-9a-f]{10}/) != nil
        else { return nil }
        self.init(code: code, requestID: requestID)
    }
}

/// The error page. It never shows how the server works inside.
func errorPage(_ model: ErrorPage, in language: Language) -> HTML {
    let hint = language.text("문제가 계속되면 아래 내용을 알려 주세요.", "If this goes on, mention these when you ask for help.")
    return page(
        model.frame, title: language.text("문제가 생겼어요", "Something went wrong"), width: .narrow, in: language,
        content: """
            <section class="card error">
            <header>
            <p class="service">\(HTML.name(model.frame.serviceName.text(in: language)))</p>
            <span class="mark problem">\(Symbol.problem)</span>
            <h1>\(model.message.text(in: language))</h1>
            <p class="lead">\(model.remedy.text(in: language))</p>
            </header>
            \(button(model.wayOut, in: language))
            <div class="help"><p>\(hint)</p>
            \(draw(model.reference, in: language))
            </div>
            </section>
            """)
}

/// Shows code and request id the way people read them to a support desk.
private func draw(_ reference: FaultReference, in language: Language) -> HTML {
    """
    <dl class="reference">
    <div><dt>\(language.text("오류 코드", "Error code"))</dt><dd>\(reference.code.rawValue)</dd></div>
    <div><dt>\(language.text("요청 번호", "Request ID"))</dt><dd>\(reference.requestID)</dd></div>
    </dl>
    """
}

private func button(_ wayOut: ErrorPage.WayOut, in language: Language) -> HTML {
    let (address, label) =
        switch wayOut {
        case .signIn: (PageAddress.signIn, language.text("로그인 화면으로", "Back to sign-in"))
        case .account: (PageAddress.account, language.text("내 계정으로", "Go to your account"))
        }
    return "<a class=\"button primary\" href=\"\(address)\">\(label)</a>"
}
