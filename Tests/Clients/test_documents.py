# SPDX-License-Identifier: Apache-2.0
"""The settings, seeds and commands that the documents print work as they stand there."""

import base64
import re
import subprocess
from pathlib import Path

import pytest
import requests

import apple_key
from emulator import APPLE_ID, Emulator, program

DOCUMENTS = Path(__file__).parents[2] / "Documents"
LANGUAGES = pytest.mark.parametrize("language", [".md", ".ko.md"])


def blocks(page, kind):
    """The blocks of a kind of text that a page shows, in order."""
    text = (DOCUMENTS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def keep_secret(path, text):
    path.write_text(text)
    path.chmod(0o600)


@LANGUAGES
def test_the_settings_of_an_operator_have_no_fault(language, tmp_path):
    settings = blocks(f"Operation{language}", "json5")[0].replace("/etc/social-login", str(tmp_path))
    (tmp_path / "settings.json5").write_text(settings, encoding="utf-8")
    for name in re.findall(rf'"{tmp_path}/(\w[^"]*)"', settings):
        keep_secret(tmp_path / name, apple_key.PEM if name.endswith(".p8") else "a-secret")
    keep_secret(tmp_path / "master_key", base64.b64encode(bytes(32)).decode())

    check = subprocess.run(
        [program(), "serve", "--check", "--config", "settings.json5"],
        cwd=tmp_path, capture_output=True, text=True, timeout=30,
    )  # fmt: skip

    assert (check.returncode, check.stderr) == (0, "")
    assert all(f"\n        {provider}: {{" in settings for provider in ("kakao", "naver", "apple", "facebook"))


@LANGUAGES
def test_the_seed_is_taken_with_an_app_and_a_link_at_every_provider(language, tmp_path):
    seed = tmp_path / "world.json5"
    seed.write_text(blocks(f"Emulator{language}", "json5")[0], encoding="utf-8")

    emulator = Emulator(tmp_path / "authority", "--seed", str(seed))
    try:
        state = emulator.control("GET", "state")
    finally:
        emulator.stop()

    for provider in ("kakao", "naver", "apple", "facebook"):
        assert len(state[provider]["apps"]) == 1
        assert len(state[provider]["links"]) == 1


@LANGUAGES
def test_a_server_of_ones_own_is_set_up_with_a_key_that_the_emulators_apple_knows(language, tmp_path, emulator):
    settings, commands = blocks(f"Emulator{language}", "json5")[1], blocks(f"Emulator{language}", "sh")[-1]
    for name, text in (("settings.json5", settings), ("commands", commands)):
        text = text.replace("http://127.0.0.1:9900", emulator.address)
        text = text.replace("social-login serve", f"'{program()}' serve --check")
        (tmp_path / name).write_text(text, encoding="utf-8")

    done = subprocess.run(["bash", "-e", "commands"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    secret = apple_key.client_secret(key=(tmp_path / "apple.p8").read_text())
    answer = requests.post(
        "https://appleid.apple.com/auth/token",
        data={"client_id": APPLE_ID, "client_secret": secret, "grant_type": "authorization_code", "code": "none"},
        timeout=10,
    )

    # The client is known by its secret; a code there never was.
    assert answer.json()["error"] == "invalid_grant"
