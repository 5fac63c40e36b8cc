# SPDX-License-Identifier: Apache-2.0
"""What an answer to a browser must carry and what it must never show. Numbers name the rules of the threat model."""

import re

import pytest
from playwright.sync_api import expect

from person import Person

INTERNALS = re.compile(r"swift|sqlite|stack|exception|fatal|LoginServer|/root/|/tmp/|Optional\(|nil\b", re.IGNORECASE)


def test_p1_every_page_forbids_what_it_does_not_need(person, demo):
    answers = {}
    person.page.on("response", lambda answer: answers.setdefault(answer.url, answer))
    person.sign_in_as_new()
    person.page.get_by_role("link", name=person.words["withdraw"]).click()
    person.button("withdraw now").wait_for()

    pages = [
        answer for url, answer in answers.items()
        if url.startswith(demo.server) and "text/html" in answer.headers.get("content-type", "")
    ]  # fmt: skip
    assert len(pages) >= 4
    for answer in pages:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "base-uri 'none'" in policy
        assert "unsafe" not in policy and "script-src" not in policy and "*" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] in ("no-referrer", "same-origin")
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"


def test_p2_cookies_are_out_of_reach_for_scripts_and_other_sites(person, demo):
    person.open()
    person.press_sign_in()
    during = ours(person)
    person.agree_there()
    person.sees("sign up")
    before_account = ours(person)
    person.sign_up()
    after = ours(person)

    for cookie in during + before_account + after:
        assert cookie["httpOnly"], cookie["name"]
        assert cookie["sameSite"] in ("Lax", "Strict"), cookie["name"]
        assert cookie["path"] == "/", cookie["name"]
        assert not cookie["domain"].startswith("."), cookie["name"]
    # The transaction ends with its answer, the ticket with the account; the session outlives the browser.
    assert any("-tx" in cookie["name"] for cookie in during)
    assert not any("-tx" in cookie["name"] or "ticket" in cookie["name"] for cookie in after)
    session = next(cookie for cookie in after if "session" in cookie["name"])
    assert session["expires"] > 0
    assert person.page.evaluate("document.cookie") == ""


def test_s57_no_secret_stands_in_an_address(person):
    addresses = []
    person.page.on("framenavigated", lambda frame: addresses.append(frame.url))
    person.sign_in_as_new()

    session = next(cookie for cookie in ours(person) if "session" in cookie["name"])
    assert not any(session["value"] in address for address in addresses)
    assert all("code=" not in address for address in addresses)


@pytest.mark.parametrize("path", ["/sign-out", "/account/withdraw", "/account/profile", "/account/sessions/end-others"])
def test_p3_a_form_that_is_not_ours_changes_nothing(person, demo, path):
    person.sign_in_as_new()

    answer = person.page.context.request.post(demo.server + path, form={"form_proof": "forged", "nickname": "x"})

    assert answer.status in (400, 403)
    person.page.goto(demo.server + "/account")
    person.is_signed_in()
    expect(person.page.get_by_role("main")).to_contain_text(person.nickname)


def test_p3_a_form_on_another_site_changes_nothing(person, demo):
    person.sign_in_as_new()
    page = person.page.context.new_page()
    # 127.0.0.1 and localhost are two sites, so Lax cookies stay at home.
    form = f'<form method="post" action="{demo.server}/sign-out"><button>go</button></form>'
    page.route(demo.emulator + "/elsewhere", lambda route: route.fulfill(body=form, content_type="text/html"))
    page.goto(demo.emulator + "/elsewhere")
    page.get_by_role("button", name="go").click()
    page.wait_for_url(demo.server + "/**")
    person.page.context.watch.expect("status of 403", "status of 400")

    person.open()
    person.is_signed_in()


@pytest.mark.parametrize(
    "path", ["/nowhere", "/auth/nobody", "/auth/kakao/callback", "/auth/kakao/callback?code=x&state=y", "/sign-up",
             "/assets/none.css", "/auth/kakao/callback?error=server_error&error_description=<b>x</b>&state=y"]
)  # fmt: skip
def test_p13_an_error_page_shows_a_code_and_no_internals(new_context, demo, keep, path):
    context = new_context()
    page = context.new_page()

    answer = page.goto(demo.server + path)

    context.watch.expect("Failed to load resource")
    assert answer.status < 500
    text = page.locator("body").inner_text()
    assert not INTERNALS.search(text), text
    assert "<b>" not in text
    if answer.status >= 400 and "text/html" in answer.headers["content-type"]:
        keep(page, "error")
        expect(page.get_by_role("definition")).to_have_count(2)
        expect(page.get_by_role("link", name="로그인 화면으로")).to_be_visible()


def test_p13_a_provider_that_is_down_gives_a_page_that_says_so(person, demo, keep):
    person.open()
    person.press_sign_in()
    demo.control("POST", "faults", {"path": "/oauth/token", "kind": "bad_gateway", "times": 3})
    try:
        person.agree_there()
        expect(person.page.get_by_role("definition")).to_have_count(2)
    finally:
        demo.control("DELETE", "faults")

    keep(person.page, "provider-down")
    person.page.context.watch.expect("status of 5")
    text = person.page.locator("body").inner_text()
    assert not INTERNALS.search(text), text
    # Kakao remembers what was agreed to, and asks nothing the second time.
    person.open()
    person.press_sign_in()
    person.sign_up()


def ours(person):
    return person.page.context.cookies(person.demo.server)
