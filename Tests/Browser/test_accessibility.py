# SPDX-License-Identifier: Apache-2.0
"""P12: full use by keyboard and screen reader, and enough contrast in light and dark."""

import pytest
from playwright.sync_api import expect

from person import Person
from reading import low_contrasts, small_targets


def test_the_whole_walk_by_keyboard(person, keep):
    page = person.page
    person.open()
    press(page, person.provider_link(), "Enter")
    press(page, page.get_by_role("button", name=person.nickname), "Enter")
    press(page, page.get_by_role("button", name=person.words["agree to all"], exact=True), "Enter")

    person.sees("sign up")
    for box in page.get_by_role("checkbox").all():
        if box.get_attribute("required") is not None:
            press(page, box, "Space")
    keep(page, "focus")
    press(page, person.button("continue"), "Enter")
    person.is_signed_in()

    press(page, page.get_by_text("프로필 바꾸기"), "Enter")
    expect(page.get_by_label("닉네임")).to_be_visible()
    press(page, page.get_by_role("link", name=person.words["withdraw"]), "Enter")
    press(page, page.get_by_role("link", name="계속 이용하기"), "Enter")
    person.is_signed_in()
    press(page, person.button("sign out").first, "Enter")
    expect(page.get_by_role("status")).to_contain_text(person.words["signed out"])


def test_enter_in_the_nickname_agrees_to_nothing_that_is_not_ticked(person):
    person.open()
    person.press_sign_in()
    person.agree_there()
    person.sees("sign up")
    person.tick_terms()
    person.page.get_by_label("닉네임").press("Enter")

    person.is_signed_in()
    person.page.get_by_text("프로필 바꾸기").click()
    expect(person.page.get_by_role("checkbox")).not_to_be_checked()


def test_what_a_screen_reader_finds_on_the_sign_in_page(person):
    person.open()

    expect(person.page.locator("body")).to_match_aria_snapshot("""
        - main:
          - heading /.+에 로그인/ [level=1]
          - paragraph
          - list:
            - listitem:
              - link "카카오로 시작하기"
        - contentinfo:
          - navigation "언어":
            - link "English"
        """)


def test_what_a_screen_reader_finds_on_the_sign_up_page(person):
    person.open()
    person.press_sign_in()
    person.agree_there()
    person.sees("sign up")

    expect(person.page.locator("body")).to_match_aria_snapshot(f"""
        - main:
          - heading "가입을 마무리해 주세요" [level=1]
          - textbox "닉네임": {person.nickname}
          - term: 이메일
          - definition: /{person.account["email"]}/
          - group "약관 동의":
            - checkbox /이용약관.+필수/
            - checkbox /선택/
          - button "계속하기"
          - button "모두 동의하고 계속하기"
        """)
    expect(person.page.get_by_label("닉네임")).to_have_accessible_description("30자까지 쓸 수 있어요.")
    expect(person.button("sign up to all")).to_have_accessible_description("‘모두 동의’에는 선택 항목도 포함돼요.")


def test_what_a_screen_reader_finds_on_the_account_page(person):
    person.sign_in_as_new()

    expect(person.page.locator("body")).to_match_aria_snapshot(f"""
        - banner:
          - button "로그아웃"
        - main:
          - heading "내 계정" [level=1]
          - region "프로필":
            - heading "프로필" [level=2]
            - paragraph: {person.nickname}
          - region "로그인 방법":
            - heading "로그인 방법" [level=2]
            - list:
              - listitem:
                - paragraph: 카카오
          - region "로그인된 기기":
            - heading "로그인된 기기" [level=2]
            - list:
              - listitem:
                - paragraph: Chrome
                - text: 지금 쓰는 기기
          - paragraph:
            - link "회원 탈퇴"
        """)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_everything_can_be_read_and_hit(new_context, demo, account, keep, scheme, width):
    context = new_context(color_scheme=scheme, viewport={"width": width, "height": 844})
    person = Person(context.new_page(), demo, account, "ko", keep)
    page = person.page

    def look(step):
        page.wait_for_load_state()
        assert low_contrasts(page) == [], step
        assert small_targets(page) == [], step

    person.open()
    look("sign-in")
    person.press_sign_in()
    look("chooser")
    person.choose_account()
    look("consent")
    person.agree_to_all()
    person.sees("sign up")
    look("sign-up")
    page.get_by_label("닉네임").fill("가" * 31)
    person.button("sign up to all").click()
    expect(page.get_by_role("alert")).to_be_visible()
    look("sign-up fault")
    page.get_by_label("닉네임").fill("짧은이름")
    person.button("sign up to all").click()
    person.is_signed_in()
    page.get_by_text("프로필 바꾸기").click()
    look("account")
    page.get_by_role("link", name=person.words["withdraw"]).click()
    expect(person.button("withdraw now")).to_be_visible()
    look("withdraw")
    page.goto(demo.server + "/nowhere")
    look("error")
    context.watch.expect("status of 404", "status of 422")


def press(page, target, key):
    """Goes to a control by Tab alone, sees that the focus shows, and presses a key."""
    expect(target).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            break
    else:
        raise AssertionError("Tab never reaches the control")
    ring = target.evaluate("e => { const s = getComputedStyle(e); return [s.outlineStyle, parseFloat(s.outlineWidth)]; }")
    assert ring[0] != "none" and ring[1] >= 2, ring
    page.keyboard.press(key)
