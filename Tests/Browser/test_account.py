# SPDX-License-Identifier: Apache-2.0
"""What a person who is signed in can do: change the profile, look after the devices, sign out, delete the account."""

from playwright.sync_api import expect

from person import Person


def test_changing_the_nickname(person, keep):
    person.sign_in_as_new()
    person.page.get_by_text("프로필 바꾸기").click()
    person.page.get_by_label("닉네임").fill("새이름")
    keep(person.page, "form")
    person.page.get_by_role("button", name="저장").click()

    expect(person.page.get_by_role("status")).to_contain_text("저장했어요.")
    expect(person.page.get_by_role("main")).to_contain_text("새이름")
    keep(person.page, "saved")
    person.page.goto(person.demo.server + "/account")
    expect(person.page.get_by_role("main")).to_contain_text("새이름")


def test_a_nickname_of_nothing_is_refused_and_kept_open(person, keep):
    person.sign_in_as_new()
    person.page.get_by_text("프로필 바꾸기").click()
    person.page.get_by_label("닉네임").fill("\u200b")
    person.page.get_by_role("button", name="저장").click()

    expect(person.page.get_by_text("닉네임을 입력해 주세요.")).to_be_visible()
    person.page.context.watch.expect("status of 422")
    keep(person.page, "refused")
    person.page.goto(person.demo.server + "/account")
    expect(person.page.get_by_role("main")).to_contain_text(person.nickname)


def test_ending_another_device(person, new_context, demo, account, keep):
    person.sign_in_as_new()
    other = Person(new_context().new_page(), demo, account, "ko", keep)
    other.sign_in_elsewhere()

    person.page.reload()
    rows = person.page.locator("#devices ~ ul li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("지금 쓰는 기기")
    keep(person.page, "devices")
    rows.nth(1).get_by_role("button").click()

    expect(person.page.get_by_role("status")).to_contain_text("그 기기에서 로그아웃했어요.")
    expect(rows).to_have_count(1)
    other.is_signed_out()
    person.open()
    person.is_signed_in()


def test_ending_all_other_devices(person, new_context, demo, account, keep):
    person.sign_in_as_new()
    others = [Person(new_context().new_page(), demo, account, "ko", keep) for _ in range(2)]
    for other in others:
        other.sign_in_elsewhere()

    person.page.reload()
    person.page.get_by_role("button", name="다른 기기에서 모두 로그아웃").click()

    expect(person.page.locator("#devices ~ ul li")).to_have_count(1)
    for other in others:
        other.is_signed_out()


def test_signing_out(person, keep):
    person.sign_in_as_new()
    person.button("sign out").first.click()

    expect(person.page.get_by_role("status")).to_contain_text(person.words["signed out"])
    keep(person.page, "signed-out")
    assert not [cookie for cookie in person.page.context.cookies() if "session" in cookie["name"]]
    person.is_signed_out()


def test_a_cookie_from_before_signing_out_is_worthless(person):
    person.sign_in_as_new()
    kept = person.page.context.cookies()
    person.button("sign out").first.click()
    expect(person.page.get_by_role("status")).to_contain_text(person.words["signed out"])

    person.page.context.add_cookies(kept)

    person.is_signed_out()


def test_deleting_the_account_and_signing_in_as_new(person, demo, keep):
    person.sign_in_as_new()
    person.page.get_by_text("프로필 바꾸기").click()
    person.page.get_by_label("닉네임").fill("지워질이름")
    person.page.get_by_role("button", name="저장").click()
    person.page.get_by_role("link", name=person.words["withdraw"]).click()
    expect(person.heading()).to_have_text("정말 탈퇴하시겠어요?")
    keep(person.page, "withdraw")
    person.button("withdraw now").click()

    expect(person.page.get_by_role("status")).to_contain_text(person.words["withdrawn"])
    keep(person.page, "withdrawn")
    person.is_signed_out()
    # The link at the provider is cut too, so consent is asked again and the form begins from nothing.
    wait_until_unlinked(demo, person)
    person.open()
    person.press_sign_in()
    person.agree_to_all()
    person.sees("sign up")
    expect(person.page.get_by_label("닉네임")).to_have_value(person.nickname)
    person.sign_up()
    expect(person.page.get_by_role("main")).not_to_contain_text("지워질이름")


def test_staying_after_all(person):
    person.sign_in_as_new()
    person.page.get_by_role("link", name=person.words["withdraw"]).click()
    person.page.get_by_role("link", name="계속 이용하기").click()

    person.is_signed_in()


def wait_until_unlinked(demo, person):
    """The server's worker cuts the link; there is no event to wait for on this side of it, so the state is asked for."""
    page = person.page.context.new_page()
    page.goto(demo.emulator + "/_emulator/state")
    page.wait_for_function(
        """async id => {
            const state = await (await fetch('/_emulator/state')).json();
            return !JSON.stringify(state.kakao.links).includes(id);
        }""",
        arg=str(person.account["id"]),
        polling=100,
    )
    page.close()
