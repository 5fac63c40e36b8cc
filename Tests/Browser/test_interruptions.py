# SPDX-License-Identifier: Apache-2.0
"""People stop, go back, press twice, load again and open a second tab. Each of these ends well."""

import pytest
from playwright.sync_api import expect

from person import Person


def test_cancelling_at_the_chooser(person, keep):
    person.open()
    person.press_sign_in()
    person.button("cancel").click()

    expect(person.page.get_by_role("status")).to_contain_text(person.words["cancelled"])
    keep(person.page, "cancelled")
    person.press_sign_in()
    person.agree_there()
    person.sign_up()


def test_cancelling_at_the_consent(person):
    person.open()
    person.press_sign_in()
    person.choose_account()
    person.button("cancel").click()

    expect(person.page.get_by_role("status")).to_contain_text(person.words["cancelled"])
    person.is_signed_out()


def test_leaving_the_sign_up_form_makes_no_account(person):
    person.open()
    person.press_sign_in()
    person.agree_there()
    person.sees("sign up")
    person.page.get_by_role("link", name="가입하지 않고 돌아가기").click()

    expect(person.provider_link()).to_be_visible()
    person.is_signed_out()


def test_the_back_button_at_each_step(person):
    # Whoever goes back has seen a page to go back from; the browser refuses amid a change of pages.
    person.open()
    person.press_sign_in()
    expect(person.account_button()).to_be_visible()
    person.page.go_back()
    expect(person.provider_link()).to_be_visible()

    person.press_sign_in()
    person.choose_account()
    expect(person.button("agree to all")).to_be_visible()
    person.page.go_back()
    # The provider knows by now who it is, so this is the question for consent again.
    person.agree_to_all()
    person.sees("sign up")

    # The provider has said all it had to say: back leads to the form that waits, and so does forward.
    person.page.go_back()
    person.sees("sign up")
    person.page.go_forward()
    person.sees("sign up")
    person.page.context.watch.expect("status of 400")
    person.sign_up()

    person.page.go_back()
    person.page.go_forward()
    person.open()
    person.is_signed_in()


def test_going_back_after_signing_up_leads_to_the_account(person):
    person.sign_in_as_new()

    person.page.goto(person.demo.server + "/sign-up")

    person.is_signed_in()


def test_pressing_each_button_twice(person):
    person.open()
    person.provider_link().dblclick()
    person.page.get_by_role("button", name=person.nickname).dblclick()
    person.page.get_by_role("button", name=person.words["agree to all"], exact=True).dblclick()
    person.sees("sign up")
    person.tick_terms()
    person.button("continue").dblclick()
    person.is_signed_in()
    assert len(person.page.locator("#devices ~ ul li").all()) == 1

    person.button("sign out").first.dblclick()
    expect(person.page.get_by_role("status")).to_contain_text(person.words["signed out"])
    person.sign_in_again()
    person.page.get_by_role("link", name=person.words["withdraw"]).dblclick()
    person.button("withdraw now").dblclick()
    expect(person.page.get_by_role("status")).to_contain_text(person.words["withdrawn"])


def test_loading_the_callback_again(person):
    callbacks = []
    person.page.on("request", lambda request: callbacks.append(request.url) if "/callback" in request.url else None)
    person.sign_in_as_new()

    person.page.goto(callbacks[0])

    person.is_signed_in()


def test_loading_the_callback_again_before_signing_up(person):
    callbacks = []
    person.page.on("request", lambda request: callbacks.append(request.url) if "/callback" in request.url else None)
    person.open()
    person.press_sign_in()
    person.agree_there()
    person.sees("sign up")

    response = person.page.goto(callbacks[0])

    # The answer may be given again or the sign-in be over; either way there is a way on, and no fault of the server.
    assert response.status < 500
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    person.page.context.watch.expect("status of 400")
    person.page.goto(person.demo.server + "/sign-up")
    person.sign_up()


def test_a_callback_in_a_browser_that_began_nothing(person, new_context, demo, keep):
    callbacks = []
    person.page.on("request", lambda request: callbacks.append(request.url) if "/callback" in request.url else None)
    person.sign_in_as_new()
    context = new_context()
    page = context.new_page()

    response = page.goto(callbacks[0])

    assert response.status == 400
    expect(page.get_by_role("link", name="로그인 화면으로")).to_be_visible()
    keep(page, "error")
    context.watch.expect("status of 400")
    assert not [cookie for cookie in context.cookies() if "session" in cookie["name"]]


@pytest.mark.parametrize("first", [0, 1])
def test_two_tabs_at_once(new_context, demo, account, keep, first):
    context = new_context()
    tabs = [Person(context.new_page(), demo, account, "ko", keep) for _ in range(2)]
    for tab in tabs:
        tab.open()
        tab.press_sign_in()
    one, other = tabs[first], tabs[1 - first]
    one.agree_there()
    one.sign_up()

    other.choose_account()

    other.is_signed_in()
    one.page.reload()
    one.is_signed_in()


def test_two_people_in_two_tabs(new_context, demo, account, keep):
    # The later answer wins, and the earlier session is not left behind half replaced.
    other_account = demo.control("POST", "people", {"nickname": "둘째탭", "email": "second-tab@example.com"})
    context = new_context()
    one = Person(context.new_page(), demo, account, "ko", keep)
    other = Person(context.new_page(), demo, other_account, "ko", keep)
    for tab in (one, other):
        tab.open()
        tab.press_sign_in()
    one.agree_there()
    one.sign_up()
    other.agree_there()
    other.sign_up()

    one.page.reload()
    for tab in (one, other):
        tab.is_signed_in()
        expect(tab.page.get_by_role("main")).to_contain_text("둘째탭")
