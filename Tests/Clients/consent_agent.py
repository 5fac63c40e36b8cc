# SPDX-License-Identifier: Apache-2.0
"""Somebody at a browser without scripts: reads the emulator's pages as HTML, presses buttons, follows redirects."""

from html.parser import HTMLParser
from urllib.parse import parse_qs, urljoin, urlsplit

import requests


def sent(url, name):
    """The one value of a name in an address's query."""
    (value,) = parse_qs(urlsplit(url).query)[name]
    return value


class Form:
    """One form of a page: where it goes, what it sends by itself, and its buttons."""

    def __init__(self, attributes):
        self.action = attributes.get("action", "")
        self.method = attributes.get("method", "get").lower()
        self.fields = []
        self.buttons = []
        self.boxes = []


class Page(HTMLParser):
    """The forms of a page."""

    def __init__(self, html):
        super().__init__()
        self.forms = []
        self.form = None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "form":
            self.form = Form(attributes)
            self.forms.append(self.form)
        elif self.form is None:
            return
        elif tag == "input" and attributes.get("type") == "hidden":
            self.form.fields.append((attributes["name"], attributes.get("value", "")))
        elif tag == "input" and attributes.get("type") == "checkbox":
            self.form.boxes.append((attributes["name"], attributes.get("value", "on")))
        elif tag == "button" and "name" in attributes:
            self.form.buttons.append((attributes["name"], attributes.get("value", "")))

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None

    def form_with(self, button):
        """The form that has a button; None where no form has it."""
        return next((form for form in self.forms if button in form.buttons), None)


class Browser:
    """A jar of cookies and a person's answers."""

    def __init__(self, way, person=1001):
        self.way = way
        self.person = str(person)
        self.session = requests.Session()

    def agree(self, authorize_url):
        """Chooses the account and agrees to everything; gives the address that the client is sent back to."""
        return self._walk(authorize_url, ("decision", "agree_all"))

    def agree_to(self, authorize_url, *items):
        """Agrees to these items only."""
        return self._walk(authorize_url, ("decision", "agree"), [("item", item) for item in items])

    def refuse(self, authorize_url):
        """Chooses the account and says no on the consent page."""
        return self._walk(authorize_url, ("decision", "cancel"))

    def agree_by_form(self, authorize_url):
        """Agrees to everything where the last page posts a form to the client; gives its address and its fields."""
        return self._walk(authorize_url, ("decision", "agree_all"))

    def refuse_by_form(self, authorize_url):
        """Says no in the same case."""
        return self._walk(authorize_url, ("decision", "cancel"))

    def _walk(self, authorize_url, decision, chosen=()):
        response = self.session.get(self.way.here(authorize_url), allow_redirects=False, timeout=30)
        for _ in range(12):
            if response.is_redirect:
                target = urljoin(response.url, response.headers["Location"])
                if not self.way.is_here(target):
                    # A fragment is for scripts, and stays in the browser.
                    return target.split("#")[0]
                response = self.session.get(target, allow_redirects=False, timeout=10)
                continue
            page = Page(response.text)
            for form in page.forms:
                if form.action.startswith("http") and not self.way.is_here(form.action):
                    return form.action, dict(form.fields)
            account = page.form_with(("person", self.person))
            form, button = (account, ("person", self.person)) if account else (page.form_with(decision), decision)
            assert form is not None, f"no way on from a page with status {response.status_code}"
            boxes = [] if account else [box for box in chosen if box in form.boxes]
            assert account or len(boxes) == len(chosen), "an item to agree to is not on the page"
            response = self.session.request(
                form.method,
                urljoin(response.url, form.action),
                data=form.fields + boxes + [button],
                allow_redirects=False,
                timeout=10,
            )
        raise AssertionError("the pages lead in a circle")
