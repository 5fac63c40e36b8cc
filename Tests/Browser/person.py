# SPDX-License-Identifier: Apache-2.0
"""What a person does in front of the browser, step by step, in either language."""

import re

from playwright.sync_api import Page, expect

WORDS = {
    "ko": {
        "agree to selected": "고른 항목만",
        "cancel": "취소",
        "terms": "이용약관",
        "privacy": "개인정보",
        "continue": "계속하기",
        "sign up to all": "모두 동의하고 계속하기",
        "account": "내 계정",
        "sign up": "가입을 마무리해 주세요",
        "sign out": "로그아웃",
        "withdraw": "회원 탈퇴",
        "withdraw now": "탈퇴하기",
        "cancelled": "로그인을 취소했어요",
        "signed out": "로그아웃했어요",
        "withdrawn": "탈퇴가 끝났어요",
    },
    "en": {
        "agree to selected": "Agree to selected",
        "cancel": "Cancel",
        "terms": "terms",
        "privacy": "personal information",
        "continue": "Continue",
        "sign up to all": "Agree to all and continue",
        "account": "Your account",
        "sign up": "Finish signing up",
        "sign out": "Sign out",
        "withdraw": "Delete account",
        "withdraw now": "Delete account",
        "cancelled": "Sign-in was cancelled",
        "signed out": "You’re signed out",
        "withdrawn": "have been deleted",
    },
}

# What our button and the provider's own pages say.
AT = {
    "kakao": {
        "ko": {"sign in with": "카카오로", "agree to all": "모두 동의하고 계속"},
        "en": {"sign in with": "Kakao", "agree to all": "Agree to all and continue"},
    },
    "naver": {
        "ko": {"sign in with": "네이버로", "agree to all": "전체 동의하기"},
        "en": {"sign in with": "Naver", "agree to all": "Agree to everything"},
    },
    "apple": {
        "ko": {"sign in with": "Apple로", "agree to all": "모두 공유하고 계속"},
        "en": {"sign in with": "Apple", "agree to all": "Share all and continue"},
    },
    "facebook": {
        "ko": {"sign in with": "Facebook으로", "agree to all": "모두 허용하고 계속"},
        "en": {"sign in with": "Facebook", "agree to all": "Allow all and continue"},
    },
}


class Person:
    """Somebody at a browser page, who has an account at the emulated providers."""

    def __init__(
        self, page: Page, demo, account: dict, language: str = "ko", keep=lambda page, name: None, provider: str = "kakao"
    ):
        self.page = page
        self.demo = demo
        self.nickname = account["nickname"]
        self.account = account
        self.words = WORDS[language] | AT[provider][language]
        self.keep = keep

    # ---- our pages ----

    def open(self):
        self.page.goto(self.demo.server + "/")

    def heading(self):
        return self.page.get_by_role("heading", level=1)

    def sees(self, word: str):
        expect(self.heading()).to_have_text(self.words[word])

    def press_sign_in(self):
        self.provider_link().click()

    def provider_link(self):
        return self.page.get_by_role("link", name=self.words["sign in with"])

    def button(self, word: str):
        return self.page.get_by_role("button", name=self.words[word], exact=True)

    def tick_terms(self):
        for box in self.page.get_by_role("checkbox").all():
            if box.get_attribute("required") is not None:
                box.check()

    def sign_up(self):
        self.sees("sign up")
        self.tick_terms()
        self.button("continue").click()
        self.is_signed_in()

    def is_signed_in(self):
        # A provider's own fragment is cut off by an empty one.
        expect(self.page).to_have_url(re.compile(re.escape(self.demo.server + "/account") + "#?$"))
        self.sees("account")

    def is_signed_out(self):
        self.page.goto(self.demo.server + "/account")
        expect(self.provider_link()).to_be_visible()

    # ---- the provider's pages, as the emulator draws them ----

    def account_button(self):
        return self.page.get_by_role("button", name=re.compile(re.escape(self.nickname)))

    def choose_account(self):
        self.account_button().click()

    def agree_to_all(self):
        self.page.get_by_role("button", name=self.words["agree to all"], exact=True).click()

    def agree_there(self):
        self.choose_account()
        self.agree_to_all()

    # ---- whole walks ----

    def sign_in_as_new(self):
        self.open()
        self.press_sign_in()
        self.agree_there()
        self.sign_up()

    def sign_in_again(self):
        """Signs in in a browser that the provider still knows: it asks nothing, as the real one does not."""
        self.open()
        self.press_sign_in()
        self.is_signed_in()

    def sign_in_elsewhere(self):
        """Signs in in a browser that the provider does not know, with an account that has agreed before."""
        self.open()
        self.press_sign_in()
        self.choose_account()
        self.is_signed_in()
