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


PAGE = "# A\n\n[그](A.ko.md) [this](A.md)\n\n| `a` | b |\n| --- | --- |\n| `one`, `two` | x |\n\n```sh\n# no heading\n```\n"


def faults_of_languages(root: Path, english: str, korean: str) -> list[str]:
    (root / "Documents").mkdir()
    (root / "Documents/A.md").write_text(english, encoding="utf-8")
    (root / "Documents/B.md").write_text("# B\n", encoding="utf-8")
    (root / "Documents/B.ko.md").write_text("# 나\n", encoding="utf-8")
    (root / "Documents/A.ko.md").write_text(korean, encoding="utf-8")
    return lint.faults(root, PACKAGE)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("# A", "## A"), "A.ko.md:1: has a heading of level 2 where A.md:1 has a heading of level 1"),
        (("| x |\n", "| x |\n\n## 더\n"), "A.ko.md:9: has a heading of level 2 where A.md:9 has a block of sh"),
        (("| `one`, `two` | x |\n", ""), "A.ko.md:8: has a block of sh where A.md:7 has a row about one, two"),
        (("`two`", "`three`"), "A.ko.md:7: has a row about one, three where A.md:7 has a row about one, two"),
        (("```sh\n# no heading\n```\n", ""), "A.ko.md:end: has nothing where A.md:9 has a block of sh"),
        (("(A.ko.md)", "(B.md)"), "A.ko.md:3: leads to B.md, which is there in Korean too"),
        (("(A.ko.md)", "(B.md#b)"), "A.ko.md:3: leads to B.md, which is there in Korean too"),
    ],
)
def test_a_page_whose_languages_differ_is_a_fault(tmp_path: Path, change: tuple[str, str], fault: str):
    assert faults_of_languages(tmp_path, PAGE, PAGE.replace(*change)) == [f"Documents/{fault}"]


def test_languages_may_differ_in_words_and_in_the_order_of_names(tmp_path: Path):
    korean = PAGE.replace("# A", "# 가").replace("`one`, `two` | x", "`two`와 `one` | \\| 글 하나 더")

    assert faults_of_languages(tmp_path, PAGE, korean) == []


def test_a_korean_page_alone_is_a_fault(tmp_path: Path):
    (tmp_path / "README.ko.md").write_text("# 가\n", encoding="utf-8")

    assert lint.faults(tmp_path, PACKAGE) == ["README.ko.md:1: has no README.md beside it"]
