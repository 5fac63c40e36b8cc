# SPDX-License-Identifier: Apache-2.0
"""The demo as a process: login server and emulator on this machine, with a data folder of its own."""

import json
import os
import subprocess
import threading
import urllib.request
from pathlib import Path


class Demo:
    """A running `social-login demo`; stopped and started again it keeps its data and its ports."""

    def __init__(self, data: Path):
        self.data = data
        self.server = ""
        self.emulator = ""
        self._process = None
        self._ports = (0, 0)

    def start(self) -> "Demo":
        binary = os.environ.get("SOCIAL_LOGIN_BIN", ".build/debug/social-login")
        arguments = [
            binary, "demo", "--json", "--data", str(self.data),
            "--port", str(self._ports[0]), "--emulator-port", str(self._ports[1]),
        ]  # fmt: skip
        # The language of the machine must not decide what the pages say.
        log = open(self.data / "demo.log", "ab")
        self._process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=log)
        watchdog = threading.Timer(30, self._process.kill)
        watchdog.start()
        line = self._process.stdout.readline()
        watchdog.cancel()
        if not line:
            raise RuntimeError(f"the demo did not start; it said: {(self.data / 'demo.log').read_text()[-2000:]}")
        addresses = json.loads(line)
        self.server, self.emulator = addresses["server"].rstrip("/"), addresses["emulator"].rstrip("/")
        self._ports = tuple(int(address.rsplit(":", 1)[1]) for address in (self.server, self.emulator))
        return self

    def stop(self):
        self._process.terminate()
        self._process.wait(timeout=30)
        self._process.stdout.close()

    def control(self, method: str, path: str, body=None):
        """Asks the emulator's control API, and gives its answer."""
        request = urllib.request.Request(
            f"{self.emulator}/_emulator/{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )  # fmt: skip
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def providers(self):
        """The ids of the providers that the emulator plays."""
        state = self.control("GET", "state")
        return [name for name, value in state.items() if isinstance(value, dict) and "apps" in value]
