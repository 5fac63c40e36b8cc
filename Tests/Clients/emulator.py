# SPDX-License-Identifier: Apache-2.0
"""A running `social-login emulate`, and the two ways to it for clients that know only the real addresses."""

import json
import os
import pathlib
import socket
import subprocess
import threading
from urllib.parse import urlsplit, urlunsplit

import requests

import apple_key

HERE = {"127.0.0.1", "localhost", "::1"}
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


def program():
    """Where the command was built."""
    return str(pathlib.Path(os.environ.get("SOCIAL_LOGIN_BIN", ".build/debug/social-login")).absolute())


class Emulator:
    """The process. It picks free ports and says so in one line of JSON."""

    def __init__(self, folder, *arguments):
        tls = ["--tls", "--tls-port", "0", "--tls-folder", str(folder)]
        self.process = subprocess.Popen(
            [program(), "emulate", "--port", "0", *tls, "--json", *arguments], stdout=subprocess.PIPE, text=True
        )
        watchdog = threading.Timer(30, self.process.kill)
        watchdog.start()
        line = self.process.stdout.readline()
        watchdog.cancel()
        if not line:
            raise RuntimeError("social-login emulate did not say where it listens")
        said = json.loads(line)
        self.address = said["emulator"].rstrip("/")
        self.hosts = set(said["tls"]["hosts"])
        self.tls_port = said["tls"]["port"]
        self.authority = said["tls"]["certificate_authority"]

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


class Path:
    """By plain http: what every `requests` session of this process sends gets another scheme and host.

    The clients themselves are as they came. Nothing goes beyond this machine.
    """

    def __init__(self, emulator, monkeypatch):
        self.emulator = emulator
        send = requests.adapters.HTTPAdapter.send

        def rewritten(adapter, request, **options):
            request.url = self.here(request.url)
            if urlsplit(request.url).hostname not in HERE:
                raise requests.ConnectionError(f"{urlsplit(request.url).hostname} is not on this machine")
            return send(adapter, request, **options)

        monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", rewritten)

    def here(self, url):
        """Where the emulator answers for a real address."""
        parts = urlsplit(url)
        if parts.scheme != "https" or parts.hostname not in self.emulator.hosts:
            return url
        base = urlsplit(self.emulator.address)
        return urlunsplit((base.scheme, base.netloc, f"/{parts.hostname}{parts.path}", parts.query, ""))

    def is_here(self, url):
        """Whether an address leads to the emulator."""
        return url.startswith(self.emulator.address + "/")


class TLS:
    """By https: no address changes. The resolver leads the vendors' names here, and the authority is trusted.

    That is what a line in /etc/hosts and an installed certificate do to an app. Nothing goes beyond this machine.
    """

    def __init__(self, emulator, monkeypatch):
        self.emulator = emulator
        resolve = socket.getaddrinfo

        def resolved(host, port, *rest, **named):
            if host in emulator.hosts and port == 443:
                return resolve("127.0.0.1", emulator.tls_port, *rest, **named)
            if host not in HERE:
                raise socket.gaierror(f"{host} is not on this machine")
            return resolve(host, port, *rest, **named)

        monkeypatch.setattr(socket, "getaddrinfo", resolved)
        for variable in ["REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"]:
            monkeypatch.setenv(variable, emulator.authority)

    def here(self, url):
        """The address as it is."""
        return url

    def is_here(self, url):
        """Whether an address leads to the emulator."""
        parts = urlsplit(url)
        return parts.scheme == "https" and parts.hostname in self.emulator.hosts
