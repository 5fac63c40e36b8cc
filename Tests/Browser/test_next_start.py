# SPDX-License-Identifier: Apache-2.0
"""Whoever signed in once is signed in at the next start: of the browser, and of the server."""

import os

from playwright.sync_api import expect

from demo import Demo
from person import Person


def test_the_browser_starts_again(browser, demo, account, keep, tmp_path):
    # A profile on disk, as a real browser has: what only lives in memory is gone when it closes.
    def start():
        return browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox"], locale="ko-KR",
        )  # fmt: skip

    context = start()
    Person(context.pages[0], demo, account, "ko", keep).sign_in_as_new()
    context.close()

    context = start()
    person = Person(context.pages[0], demo, account, "ko", keep)
    person.open()
    person.is_signed_in()
    keep(person.page, "account")
    context.close()


def test_the_server_starts_again(browser, keep, tmp_path):
    demo = Demo(tmp_path).start()
    try:
        account = demo.control("POST", "people", {"nickname": "다시켠사람", "email": "again@example.com"})
        context = browser.new_context(locale="ko-KR")
        person = Person(context.new_page(), demo, account, "ko", keep)
        person.sign_in_as_new()

        demo.stop()
        demo.start()

        person.open()
        person.is_signed_in()
        expect(person.page.get_by_role("main")).to_contain_text("다시켠사람")
        context.close()
    finally:
        demo.stop()


def test_a_person_who_is_known_signs_up_only_once(person):
    person.sign_in_as_new()
    person.button("sign out").first.click()

    person.sign_in_again()
