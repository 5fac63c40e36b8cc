# SPDX-License-Identifier: Apache-2.0
"""Signing in with Apple, whose answer the browser posts from Apple's page: another site than ours."""

import pytest
from playwright.sync_api import expect

from person import Person

RETURN = {"ko": "앱으로 돌아가기", "en": "Return to the app"}
AGAIN = {"ko": "동의하고 계속", "en": "Agree and continue"}
LOCALE = {"ko": "ko-KR", "en": "en-US"}


@pytest.fixture(params=["ko", "en"])
def person(request, new_context, demo, account, keep):
    person = Person(new_context(locale=LOCALE[request.param]).new_page(), demo, account, request.param, keep, "apple")
    person.language = request.param
    return person


def return_to_app(person):
    person.page.get_by_role("button", name=RETURN[person.language], exact=True).click()


def sign_in(person):
    person.open()
    person.press_sign_in()
    person.choose_account()
    person.keep(person.page, "consent")
    person.agree_to_all()
    person.keep(person.page, "return")
    return_to_app(person)


def test_first_sign_in_and_the_next(person, demo):
    person.open()
    expect(person.provider_link()).to_have_css("background-color", "rgb(0, 0, 0)")
    sign_in(person)
    person.sees("sign up")
    expect(person.page.get_by_role("textbox").first).to_have_value(person.nickname)
    person.sign_up()
    assert is_linked(demo, person)
    person.button("sign out").first.click()

    # Apple asks again in a browser that it knows, and tells no name any more.
    person.open()
    person.press_sign_in()
    person.page.get_by_role("button", name=AGAIN[person.language], exact=True).click()
    return_to_app(person)

    person.is_signed_in()
    expect(person.page.get_by_role("main")).to_contain_text(person.nickname)


def test_the_posted_answer_comes_without_our_cookie_and_the_hop_brings_it(person, demo):
    seen = []
    person.page.on("request", lambda request: seen.append(request) if "/auth/apple/callback" in request.url else None)

    sign_in(person)
    person.sees("sign up")

    post, hop = seen
    assert (post.method, hop.method) == ("POST", "GET")
    assert demo.emulator.startswith("http://127.0.0.1:") and post.url.startswith("http://localhost:")
    assert "login-tx-" not in post.all_headers().get("cookie", "")
    assert "login-tx-" in hop.all_headers()["cookie"]
    assert "code" not in hop.url


def test_cancelling_at_apple(person):
    person.open()
    person.press_sign_in()
    person.button("cancel").click()
    return_to_app(person)

    expect(person.page.get_by_role("status")).to_contain_text(person.words["cancelled"])


def test_hiding_the_address(person):
    person.open()
    person.press_sign_in()
    person.choose_account()
    person.page.get_by_role("checkbox").first.check()
    person.page.get_by_role("button", name=person.words["agree to selected"]).click()
    return_to_app(person)

    person.sees("sign up")
    expect(person.page.get_by_role("main")).to_contain_text("@privaterelay.appleid.com")
    expect(person.page.get_by_role("main")).not_to_contain_text(person.account["email"])


def test_without_scripts(new_context, demo, account, keep):
    person = Person(new_context(java_script_enabled=False).new_page(), demo, account, "ko", keep, "apple")
    person.language = "ko"

    sign_in(person)

    person.sign_up()


def is_linked(demo, person):
    return str(person.account["id"]) in str(demo.control("GET", "apple/links"))
