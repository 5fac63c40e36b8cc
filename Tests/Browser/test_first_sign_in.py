# SPDX-License-Identifier: Apache-2.0
"""The first sign-in of a person, from the button to the account, in every way that people use a browser."""

import pytest
from playwright.sync_api import expect

from person import Person
from reading import has_no_sideways_scrolling


def test_first_sign_in_in_korean(person, demo):
    person.open()
    expect(person.page).to_have_title("로그인 · " + service_name(person))
    person.keep(person.page, "sign-in")
    person.press_sign_in()
    person.keep(person.page, "chooser")
    person.choose_account()
    person.keep(person.page, "consent")
    person.agree_to_all()

    person.sees("sign up")
    expect(person.page.get_by_label("닉네임")).to_have_value(person.nickname)
    expect(person.page.get_by_text(person.account["email"])).to_be_visible()
    expect(person.page.get_by_text("카카오에서 받음")).to_be_visible()
    assert [box.is_checked() for box in person.page.get_by_role("checkbox").all()].count(True) == 0
    person.keep(person.page, "sign-up")
    person.sign_up()

    person.keep(person.page, "account")
    expect(person.page.get_by_role("main")).to_contain_text(person.nickname)
    expect(person.page.get_by_role("main")).to_contain_text(person.account["email"])
    assert is_linked(demo, person)


@pytest.mark.parametrize("language, locale", [("ko", "ko-KR"), ("en", "en-US")])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width, height", [(320, 640), (390, 844), (1280, 800)])
def test_each_page_fits_each_screen(new_context, demo, account, keep, language, locale, scheme, width, height):
    context = new_context(locale=locale, color_scheme=scheme, viewport={"width": width, "height": height})
    person = Person(context.new_page(), demo, account, language, keep)

    def look(step):
        person.page.wait_for_load_state()
        keep(person.page, step)
        assert person.page.locator("html").get_attribute("lang") == language
        assert has_no_sideways_scrolling(person.page), step

    person.open()
    look("sign-in")
    person.press_sign_in()
    look("chooser")
    person.choose_account()
    look("consent")
    person.agree_to_all()
    person.sees("sign up")
    look("sign-up")
    person.sign_up()
    look("account")
    person.page.get_by_role("link", name=person.words["withdraw"]).click()
    expect(person.button("withdraw now")).to_be_visible()
    look("withdraw")
    person.page.goto(demo.server + "/nowhere")
    look("error")
    context.watch.expect("status of 404")


def test_without_scripts(new_context, demo, account, keep):
    person = Person(new_context(java_script_enabled=False).new_page(), demo, account, "ko", keep)

    person.sign_in_as_new()

    person.button("sign out").first.click()
    expect(person.page.get_by_role("status")).to_contain_text(person.words["signed out"])


def test_agreeing_to_all_at_once(person):
    person.open()
    person.press_sign_in()
    person.agree_there()
    person.sees("sign up")
    person.button("sign up to all").click()

    person.is_signed_in()
    person.page.get_by_text("프로필 바꾸기").click()
    expect(person.page.get_by_role("checkbox")).to_be_checked()


def test_agreeing_to_what_is_required_only(person):
    person.sign_in_as_new()

    person.page.get_by_text("프로필 바꾸기").click()
    expect(person.page.get_by_role("checkbox")).not_to_be_checked()


def test_refusing_the_optional_items_at_the_provider(person, keep):
    person.open()
    person.press_sign_in()
    person.choose_account()
    for box in person.page.get_by_role("checkbox").all():
        if box.get_attribute("required") is not None:
            box.check()
    person.page.get_by_role("button", name=person.words["agree to selected"]).click()

    person.sees("sign up")
    expect(person.page.get_by_label("닉네임")).to_have_value(person.nickname)
    expect(person.page.get_by_text("이메일")).to_have_count(0)
    keep(person.page, "sign-up-without-email")
    person.sign_up()
    expect(person.page.get_by_role("main")).not_to_contain_text(person.account["email"])


def test_a_nickname_that_cannot_be_taken_is_asked_for_again(person, keep):
    person.open()
    person.press_sign_in()
    person.agree_there()
    person.sees("sign up")
    person.page.get_by_label("닉네임").fill("가" * 31)
    person.tick_terms()
    person.button("continue").click()

    expect(person.page.get_by_role("alert")).to_contain_text("닉네임은 30자까지 쓸 수 있어요.")
    person.page.context.watch.expect("status of 422")
    field = person.page.get_by_label("닉네임")
    expect(field).to_have_value("가" * 31)
    expect(field).to_have_accessible_description("닉네임은 30자까지 쓸 수 있어요. 30자까지 쓸 수 있어요.")
    keep(person.page, "fault")
    field.fill("가족 👨‍👩‍👧‍👦")
    person.button("continue").click()
    person.is_signed_in()
    expect(person.page.get_by_role("main")).to_contain_text("가족 👨‍👩‍👧‍👦")


def test_a_hostile_nickname_stays_text(new_context, demo, keep):
    account = demo.control("POST", "people", {"nickname": "<img src=x onerror=alert(1)>\u202eevil", "email": "x@example.com"})
    person = Person(new_context().new_page(), demo, account, "ko", keep)
    person.nickname = "<img"

    person.sign_in_as_new()

    keep(person.page, "account")
    expect(person.page.locator("main img[src='x']")).to_have_count(0)
    expect(person.page.get_by_role("main")).to_contain_text("<img src=x onerror=alert(1)>")


def service_name(person):
    return person.heading().inner_text().removesuffix("에 로그인")


def is_linked(demo, person):
    links = demo.control("GET", "state")["kakao"]["links"]
    return str(person.account["id"]) in str(links)
