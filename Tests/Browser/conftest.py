# SPDX-License-Identifier: Apache-2.0
"""A running demo, a browser, and for every test a person of its own."""

import itertools
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from demo import Demo
from person import Person
from watch import Watch

numbers = itertools.count(1)


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    demo = Demo(tmp_path_factory.mktemp("demo")).start()
    yield demo
    demo.stop()


@pytest.fixture(scope="session")
def browser():
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def screenshots():
    folder = Path(os.environ.get("SCREENSHOTS", ".dev/screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def keep(request, screenshots):
    """Keeps a picture of a page under the name of the test and of the step."""
    story = re.sub(r"\W+", "-", request.node.name).strip("-")
    steps = itertools.count(1)

    def keep(page, step: str):
        page.wait_for_load_state()
        page.screenshot(path=screenshots / f"{story}.{next(steps)}-{step}.png", full_page=True)

    return keep


@pytest.fixture
def new_context(browser, demo):
    """Makes browser contexts whose every page is watched; a fault of any page fails the test."""
    contexts, watches = [], []

    def new_context(**options):
        options = {"locale": "ko-KR", "viewport": {"width": 1280, "height": 800}, **options}
        context = browser.new_context(**options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        watches.append(Watch(context, demo))
        context.watch = watches[-1]
        return context

    yield new_context
    for context in contexts:
        context.close()
    assert [fault for watch in watches for fault in watch.faults] == []


@pytest.fixture
def account(demo):
    """A new account at the emulated Kakao that no other test knows."""
    number = next(numbers)
    return demo.control("POST", "people", {"nickname": f"사람{number}호", "email": f"person{number}@example.com"})


@pytest.fixture
def person(new_context, demo, account, keep):
    """Somebody in Korea at a desktop browser."""
    return Person(new_context().new_page(), demo, account, "ko", keep)
