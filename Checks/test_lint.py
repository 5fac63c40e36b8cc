# SPDX-License-Identifier: Apache-2.0
"""Plants one fault per rule and expects lint to find just that."""

from pathlib import Path

import pytest

import lint

LICENCE = lint.LICENCE + "\n\n"
PACKAGE = {
    "targets": [
        {"name": "LoginCore", "type": "regular", "dependencies": []},
        {"name": "LoginHTTP", "type": "regular", "dependencies": [{"byName": ["LoginCore", None]}]},
        {"name": "LoginServer", "type": "regular", "dependencies": [{"byName": ["LoginHTTP", None]}]},
        {"name": "LoginCoreTests", "type": "test", "dependencies": [{"byName": ["LoginCore", None]}]},
    ]
}


def faults_of(root: Path, path: str, text: str) -> list[str]:
    file = root / path
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return lint.faults(root, PACKAGE)


@pytest.mark.parametrize(
    ("path", "text", "word"),
    [
        # LoginServer reaches LoginCore only through LoginHTTP: the compiler lets this pass, the rule must not.
        ("Sources/LoginServer/A.swift", LICENCE + "import LoginCore\n", "imports LoginCore"),
        ("Sources/LoginServer/A.swift", LICENCE + "public import struct LoginCore.Secret\n", "imports LoginCore"),
        ("Tests/LoginCoreTests/A.swift", LICENCE + "@testable import LoginHTTP\n", "imports LoginHTTP"),
        ("Sources/LoginHTTP/A.swift", LICENCE + "let now = Date()\n", "reads the clock"),
        ("Sources/LoginHTTP/A.swift", LICENCE + 'let home = getenv("HOME")\n', "reads the clock"),
        ("Sources/LoginHTTP/A.swift", LICENCE + 'let host = "kauth.kakao.com"\n', "names a vendor"),
        ("Sources/LoginHTTP/A.swift", LICENCE + "let value = try! read()\n", "can crash"),
        ("Sources/LoginHTTP/A.swift", LICENCE + "// TODO: later\n", "leaves work"),
        ("Tests/LoginCoreTests/A.swift", LICENCE + "try await Task.sleep(for: .seconds(1))\n", "sleeps"),
        ("Tests/Clients/a.py", "time.sleep(1)\n", "sleeps"),
        ("Sources/LoginHTTP/A.swift", "let value = 1\n", "does not open"),
    ],
)
def test_finds_the_planted_fault(tmp_path: Path, path: str, text: str, word: str):
    found = faults_of(tmp_path, path, text)

    assert len(found) == 1
    assert word in found[0]


def test_finds_nothing_in_clean_code(tmp_path: Path):
    text = LICENCE + "import LoginCore\n\nlet value = try read()  // kakao is fine in a comment\n"

    assert faults_of(tmp_path, "Sources/LoginHTTP/A.swift", text) == []


def test_the_command_and_ambient_may_read_the_clock(tmp_path: Path):
    assert faults_of(tmp_path, "Sources/social-login/A.swift", LICENCE + "let now = Date()\n") == []
    assert faults_of(tmp_path, "Sources/LoginCore/Ambient/A.swift", LICENCE + "let now = Date()\n") == []


def test_a_readme_that_shows_another_program_than_the_example_is_a_fault(tmp_path: Path):
    (tmp_path / "README.md").write_text("# A\n\n```swift\nsignIn()\n```\n", encoding="utf-8")
    (tmp_path / "README.ko.md").write_text("# 가\n\n```swift\nsignOut()\n```\n", encoding="utf-8")

    found = faults_of(tmp_path, "Examples/SignIn/main.swift", LICENCE + "signIn()\n")

    assert len(found) == 1
    assert "README.ko.md:1: does not show" in found[0]
