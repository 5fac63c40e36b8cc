# SPDX-License-Identifier: Apache-2.0
"""Signing in with Facebook, from its blue button to the account and out again."""

import pytest
from playwright.sync_api import expect

from person import Person
from reading import has_no_sideways_scrolling


@pytest.fixture(params=["ko", "en"])
def person(request, new_context, demo, account, keep):
    locale = {"ko": "ko-KR", "en": "en-US"}[request.param]
    return Person(new_context(locale=locale).new_page(), demo, account, request.param, keep, "facebook")


def test_first_sign_in_and_withdrawal(person, demo):
    person.open()
    expect(person.provider_link()).to_have_css("background-color", "rgb(8, 102, 255)")
    person.press_sign_in()
    expect(person.page.locator("body.facebook")).to_be_visible()
    person.keep(person.page, "chooser")
    person.choose_account()
    person.keep(person.page, "consent")
    assert has_no_sideways_scrolling(person.page)
    person.agree_to_all()
    person.sees("sign up")
    expect(person.page.get_by_text(person.account["email"])).to_be_visible()
    person.sign_up()
    person.keep(person.page, "account")
    assert is_linked(demo, person)

    person.page.get_by_role("link", name=person.words["withdraw"]).click()
    person.button("withdraw now").click()
    expect(person.page.get_by_role("status")).to_contain_text(person.words["withdrawn"])


def test_saying_no(person, demo):
    person.open()
    person.press_sign_in()
    person.choose_account()
    person.button("cancel").click()

    expect(person.page.get_by_role("status")).to_contain_text(person.words["cancelled"])
    assert not is_linked(demo, person)


def test_the_next_time_nobody_is_asked(person):
    person.sign_in_as_new()
    person.button("sign out").first.click()

    person.sign_in_again()
    assert "#_=_" not in person.page.url


def test_without_scripts(new_context, demo, account, keep):
    person = Person(new_context(java_script_enabled=False).new_page(), demo, account, "ko", keep, "facebook")

    person.sign_in_as_new()


def is_linked(demo, person):
    return str(person.account["id"]) in str(demo.control("GET", "facebook/links"))
