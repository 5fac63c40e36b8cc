# SPDX-License-Identifier: Apache-2.0
"""What a page must never do while a story runs, whatever the story is about."""

from urllib.parse import urlsplit


class Watch:
    """Listens to a browser context and keeps every fault it sees."""

    def __init__(self, context, demo):
        self.faults = []
        self._allowed = {urlsplit(demo.server).netloc, urlsplit(demo.emulator).netloc}
        context.on("console", self._console)
        context.on("weberror", lambda error: self.faults.append(f"page error: {error.error}"))
        context.on("request", self._request)
        context.route(lambda address: self._is_foreign(address), lambda route: route.abort())

    def allow(self, address: str):
        """Lets the browser go to an app that the story is about."""
        self._allowed.add(urlsplit(address).netloc)

    def expect(self, *texts: str):
        """Takes faults that the story itself provokes off the list."""
        self.faults = [fault for fault in self.faults if not any(text in fault for text in texts)]

    def _console(self, message):
        # Violations of the content policy are reported here as errors too.
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")

    def _request(self, request):
        if self._is_foreign(request.url):
            self.faults.append(f"asks somebody else: {urlsplit(request.url).netloc}")

    def _is_foreign(self, address: str) -> bool:
        parts = urlsplit(address)
        return parts.scheme in ("http", "https") and parts.netloc not in self._allowed
