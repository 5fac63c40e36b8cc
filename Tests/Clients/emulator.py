# SPDX-License-Identifier: Apache-2.0
"""A running `social-login emulate`, and the way to it for clients that know only the real addresses."""

import json
import os
import subprocess
import threading
from urllib.parse import urlsplit, urlunsplit

import requests

import apple_key

HOSTS = {
    "kauth.kakao.com", "kapi.kakao.com", "nid.naver.com", "openapi.naver.com", "appleid.apple.com", "www.facebook.com",
    "graph.facebook.com",
}  # fmt: skip
APP = 1000001
REST_KEY = "demo-kakao-rest-key"
CLIENT_SECRET = "demo-kakao-client-secret"
NAVER_APP = 2000001
NAVER_ID = "demo-naver-client-id"
NAVER_SECRET = "demo-naver-client-secret"
APPLE_APP = 3000001
APPLE_ID = "com.example.demo.web"
APPLE_TEAM = "DEMOTEAM01"
APPLE_KEY_ID = "DEMOKEY001"
FACEBOOK_APP = 4000001
FACEBOOK_SECRET = "demo-facebook-app-secret"
APPS = {"kakao": APP, "naver": NAVER_APP, "apple": APPLE_APP, "facebook": FACEBOOK_APP}


class Emulator:
    """The process. It picks a free port and says so in one line of JSON."""

    def __init__(self):
        program = os.environ.get("SOCIAL_LOGIN_BIN", ".build/debug/social-login")
        self.process = subprocess.Popen(
            [program, "emulate", "--port", "0", "--json"], stdout=subprocess.PIPE, text=True
        )
        watchdog = threading.Timer(30, self.process.kill)
        watchdog.start()
        line = self.process.stdout.readline()
        watchdog.cancel()
        if not line:
            raise RuntimeError("social-login emulate did not say where it listens")
        self.address = json.loads(line)["emulator"].rstrip("/")

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=30)
        self.process.stdout.close()

    def control(self, method, path, body=None):
        """Calls the control API and gives its answer."""
        response = requests.request(method, f"{self.address}/_emulator/{path}", json=body, timeout=10)
        response.raise_for_status()
        return response.json()

    def reset(self, redirect_uris):
        """Back to the beginning, with apps that wait for answers at these addresses, by provider."""
        self.control("POST", "reset")
        for provider, app in APPS.items():
            self.control("PATCH", f"{provider}/apps/{app}", {"redirect_uris": redirect_uris[provider]})
        self.control("PATCH", f"apple/apps/{APPLE_APP}", {"public_key": apple_key.PUBLIC_JWK})

    def here(self, url):
        """Where the emulator answers for a real address."""
        parts = urlsplit(url)
        if parts.scheme != "https" or parts.hostname not in HOSTS:
            return url
        base = urlsplit(self.address)
        return urlunsplit((base.scheme, base.netloc, f"/{parts.hostname}{parts.path}", parts.query, ""))


def route_requests(monkeypatch, emulator):
    """Lets every `requests` session of this process reach the emulator, and nothing beyond this machine.

    Only scheme and host of what is sent change; the clients themselves are as they came.
    """
    send = requests.adapters.HTTPAdapter.send

    def rewritten(adapter, request, **options):
        request.url = emulator.here(request.url)
        if urlsplit(request.url).hostname not in {"127.0.0.1", "localhost"}:
            raise requests.ConnectionError(f"{urlsplit(request.url).hostname} is not on this machine")
        return send(adapter, request, **options)

    monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", rewritten)
