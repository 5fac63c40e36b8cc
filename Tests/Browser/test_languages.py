# SPDX-License-Identifier: Apache-2.0
"""Korean and English: by the browser's wish, and by the link at the bottom of each page."""

import pytest
from playwright.sync_api import expect

from person import Person


@pytest.mark.parametrize(
    "locale, language", [("ko-KR", "ko"), ("en-US", "en"), ("en-GB", "en"), ("fr-FR", "en"), ("ko", "ko")]
)
def test_the_browser_says_which_language_it_wants(new_context, demo, locale, language):
    page = new_context(locale=locale).new_page()
    page.goto(demo.server)

    assert page.locator("html").get_attribute("lang") == language


def test_a_chosen_language_stays(new_context, demo, account, keep):
    page = new_context(locale="ko-KR").new_page()
    page.goto(demo.server)
    page.get_by_role("link", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert "lang=" not in page.url

    person = Person(page, demo, account, "en", keep)
    person.open()
    expect(person.heading()).to_contain_text("Sign in to")
    page.get_by_role("link", name="한국어").click()
    expect(page.locator("html")).to_have_attribute("lang", "ko")


def test_the_whole_walk_in_english(new_context, demo, account, keep):
    person = Person(new_context(locale="en-US").new_page(), demo, account, "en", keep)

    person.sign_in_as_new()

    keep(person.page, "account")
    expect(person.page.get_by_role("heading", level=2)).to_have_text(
        ["Profile", "Ways to sign in", "Where you’re signed in"]
    )


def test_the_language_can_be_changed_in_the_middle_of_signing_up(person):
    person.open()
    person.press_sign_in()
    person.agree_there()
    person.sees("sign up")
    person.page.get_by_label("닉네임").fill("새 이름")
    person.page.get_by_role("button", name="English").click()

    expect(person.heading()).to_have_text("Finish signing up")
    expect(person.page.get_by_label("Nickname")).to_have_value("새 이름")
    person.tick_terms()
    person.page.get_by_role("button", name="Continue", exact=True).click()
    expect(person.heading()).to_have_text("Your account")
