# SPDX-License-Identifier: Apache-2.0
"""P12: axe finds nothing serious on any page of the login server and of the emulator, however it is looked at."""

import os

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from person import Person
from reading import VENDORS_OWN

# Every pair of two values is among the first four; the long checks look at all eight.
VIEWS = [
    ("ko", "light", 390), ("ko", "dark", 1280), ("en", "light", 1280), ("en", "dark", 390),
]  # fmt: skip
if os.environ.get("EVERY_VIEW"):
    VIEWS += [("ko", "light", 1280), ("ko", "dark", 390), ("en", "light", 390), ("en", "dark", 1280)]


def serious_findings(page) -> list[str]:
    """What axe calls serious or critical: the rule, and where it is broken."""
    findings = Axe().run(page).response["violations"]
    return [
        f"{finding['id']}: {node['target']}"
        for finding in findings
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"]
        if not (finding["id"] == "color-contrast" and node["target"][0].startswith(VENDORS_OWN))
    ]


@pytest.mark.parametrize("language, scheme, width", VIEWS, ids=lambda value: str(value))
def test_axe_finds_nothing_serious(new_context, demo, account, keep, language, scheme, width):
    locale = {"ko": "ko-KR", "en": "en-US"}[language]
    context = new_context(locale=locale, color_scheme=scheme, viewport={"width": width, "height": 844})
    person = Person(context.new_page(), demo, account, language, keep)
    page = person.page

    def look(step):
        page.wait_for_load_state()
        keep(page, step)
        assert serious_findings(page) == [], step

    person.open()
    look("sign-in")
    person.press_sign_in()
    expect(person.account_button()).to_be_visible()
    look("chooser")
    person.choose_account()
    expect(person.button("cancel")).to_be_visible()
    look("consent")
    person.button("cancel").first.click()
    expect(page.get_by_role("status")).to_contain_text(person.words["cancelled"])
    look("cancelled")
    person.press_sign_in()
    person.agree_to_all()
    person.sees("sign up")
    look("sign-up")
    page.locator("#nickname").fill("가" * 31)
    page.evaluate("document.querySelector('form').noValidate = true")
    person.button("continue").click()
    expect(page.get_by_role("alert")).to_be_visible()
    look("sign-up-faults")
    page.locator("#nickname").fill("짧은이름")
    person.button("sign up to all").click()
    person.is_signed_in()
    page.locator("summary").click()
    look("account")
    page.goto(f"{demo.server}/oauth/authorize?{APP_REQUEST}")
    expect(person.heading()).to_be_visible()
    look("continue")
    page.goto(demo.server + "/account/withdraw")
    expect(person.button("withdraw now")).to_be_visible()
    look("withdraw")
    page.goto(demo.server + "/nowhere")
    look("error")
    page.goto(demo.server + "/demo/terms")
    look("terms")
    page.goto(f"{demo.emulator}/_emulator?lang={language}")
    look("emulator")
    page.goto(f"{demo.emulator}/kauth.kakao.com/emulator/apps?lang={language}")
    look("connected-apps")
    page.goto(f"{demo.emulator}/kauth.kakao.com/oauth/authorize?lang={language}")
    expect(person.heading()).to_be_visible()
    look("refusal")
    context.watch.expect("status of 404", "status of 422", "status of 400")


def test_axe_would_find_a_fault(person):
    person.open()
    person.page.evaluate("document.querySelector('.provider-button').outerHTML = '<a href=\"/auth/kakao\"></a>'")

    assert [finding for finding in serious_findings(person.page) if finding.startswith("link-name")] != []


APP_REQUEST = (
    "response_type=code&client_id=social-login&redirect_uri=http://127.0.0.1:49152/callback&state=any-state"
    "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
)
