# SPDX-License-Identifier: Apache-2.0
"""House rules that the compiler does not check.

Each rule gives the faults it finds as lines "path:line: what is wrong and what to do". test_lint.py plants a fault for
every rule, so none of them can rot into a check that never fails.
"""

import json
import re
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

IMPORT = re.compile(
    r"^\s*(?:@[\w()]+\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)"
)
AMBIENT = re.compile(r"(?<![\w.])(?:Date\(\)|UUID\(\))|Date\.now|SystemRandomNumberGenerator|ProcessInfo\.|getenv\(")
VENDOR = re.compile(r"kakao|naver|appleid|facebook|\bKOE\d", re.IGNORECASE)
CRASH = re.compile(r"\btry!|\bas!|\bfatalError\(|\bunowned\(unsafe\)")
LEFT_OVER = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
SLEEP = re.compile(r"Task\.sleep|usleep\(|Thread\.sleep|time\.sleep\(")
HEADING = re.compile(r"(#+) ")
CODE = re.compile(r"`([^`]+)`")
CELL = re.compile(r"\| ?((?:\\\||[^|])*)")
LINK = re.compile(r"\]\(([^():#]+\.md)(?:#[^)]*)?\)")
LICENCE = "// SPDX-License-Identifier: Apache-2.0"


def manifest(root: Path) -> dict:
    """The manifest as the package manager reads it."""
    text = subprocess.run(
        ["swift", "package", "dump-package"], cwd=root, check=True, capture_output=True, text=True
    ).stdout
    return json.loads(text)


def targets(package: dict):
    """Yields each target's name, folder and the names it declares as direct dependencies."""
    for target in package["targets"]:
        if target["type"] == "system":
            continue
        folder = target.get("path") or ("Tests" if target["type"] == "test" else "Sources") + "/" + target["name"]
        declared = set()
        for dependency in target["dependencies"]:
            for form in ("byName", "target", "product"):
                if form in dependency:
                    declared.add(dependency[form][0])
        yield target["name"], folder, declared


def module(target: str) -> str:
    """The module name of a target, as an import writes it."""
    return target.replace("-", "_")


def lines(root: Path, folder: str, ending: str = ".swift"):
    """Yields path, line number and text of every line below a folder."""
    for path in sorted((root / folder).rglob("*" + ending)):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield path.relative_to(root), number, line


def imports(root: Path, package: dict):
    """A file imports only what its target declares; the compiler itself lets transitive imports pass."""
    known = {module(name) for name in (target["name"] for target in package["targets"])}
    for name, folder, declared in targets(package):
        allowed = {module(dependency) for dependency in declared} | {module(name)}
        for path, number, line in lines(root, folder):
            found = IMPORT.match(line)
            if found and found[1] in known and found[1] not in allowed:
                yield f"{path}:{number}: {name} imports {found[1]}, which Package.swift does not give it"


def ambient(root: Path, _: dict):
    """Time, randomness and environment come in by init; only Ambient and the command touch the real ones."""
    for path, number, line in lines(root, "Sources"):
        if "Ambient" in path.parts or "social-login" in path.parts:
            continue
        if AMBIENT.search(line):
            yield f"{path}:{number}: reads the clock, randomness or environment; take it by init instead"


def vendors(root: Path, _: dict):
    """Core, HTTP and Crypto know no vendor: one description used by both sides would agree with itself."""
    for target in ("LoginCore", "LoginHTTP", "LoginCrypto"):
        for path, number, line in lines(root, f"Sources/{target}"):
            code = line.split("//")[0]
            if VENDOR.search(code):
                yield f"{path}:{number}: names a vendor; that belongs into LoginProviders or ProviderEmulator"


def crashes(root: Path, _: dict):
    """Library code answers faults; it does not trap."""
    for path, number, line in [*lines(root, "Sources"), *lines(root, "Examples")]:
        if CRASH.search(line.split("//")[0]):
            yield f"{path}:{number}: can crash the process; throw a LoginError instead"


def left_overs(root: Path, _: dict):
    """Work that is left is an issue, not a comment."""
    for folder in ("Sources", "Tests", "Benchmarks", "Examples"):
        for path, number, line in lines(root, folder):
            if LEFT_OVER.search(line):
                yield f"{path}:{number}: leaves work in a comment; finish it or file an issue"


def sleeps(root: Path, _: dict):
    """Tests and sources wait for events, or for a clock that was handed in; pace.swift says what is no wait."""
    for folder in ("Sources", "Tests"):
        for ending in (".swift", ".py"):
            for path, number, line in lines(root, folder, ending):
                if SLEEP.search(line) and path != Path("Tests/RawSockets/pace.swift"):
                    yield f"{path}:{number}: sleeps; wait for the event, or on the clock that was handed in"


def licences(root: Path, _: dict):
    """Every Swift file opens with the one licence line."""
    for folder in ("Sources", "Tests", "Benchmarks", "Examples"):
        for path in sorted((root / folder).rglob("*.swift")):
            if not path.read_text(encoding="utf-8").startswith(LICENCE):
                yield f"{path.relative_to(root)}:1: does not open with “{LICENCE}”"


def samples(root: Path, _: dict):
    """The sign-in that README shows is the example, which the build compiles."""
    example = root / "Examples/SignIn/main.swift"
    if not example.exists():
        return
    code = example.read_text(encoding="utf-8").removeprefix(LICENCE).strip()
    for name in ("README.md", "README.ko.md"):
        if f"```swift\n{code}\n```" not in (root / name).read_text(encoding="utf-8"):
            yield f"{name}:1: does not show Examples/SignIn/main.swift as it is"


def outline(path: Path):
    """Yields line number and shape of every heading, block and table row: what is the same in every language."""
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
            if fenced:
                yield number, f"a block of {line.strip('`') or 'text'}"
        elif not fenced and (heading := HEADING.match(line)):
            yield number, f"a heading of level {len(heading[1])}"
        elif not fenced and line.startswith("|"):
            names = CODE.findall(CELL.match(line)[1])
            yield number, f"a row about {', '.join(sorted(names))}" if names else "a row"


def pages(root: Path):
    """Yields every page that is there in Korean too: the English one and the Korean one."""
    for korean in [*sorted(root.glob("*.ko.md")), *sorted((root / "Documents").rglob("*.ko.md"))]:
        yield korean.with_name(korean.name.replace(".ko.md", ".md")), korean


def languages(root: Path, _: dict):
    """Both languages of a page have the same headings, blocks and rows, and a Korean page leads to Korean ones."""
    for english, korean in pages(root):
        path = korean.relative_to(root)
        if not english.exists():
            yield f"{path}:1: has no {english.name} beside it"
            continue
        for ours, theirs in zip_longest(outline(korean), outline(english)):
            if not (ours and theirs and ours[1] == theirs[1]):
                (here, what), (there, wanted) = ours or ("end", "nothing"), theirs or ("end", "nothing")
                yield f"{path}:{here}: has {what} where {english.name}:{there} has {wanted}"
                break
        for number, line in enumerate(korean.read_text(encoding="utf-8").splitlines(), 1):
            for target in LINK.findall(line):
                other = (korean.parent / target).with_suffix(".ko.md")
                if not target.endswith(".ko.md") and other.exists() and other != korean:
                    yield f"{path}:{number}: leads to {target}, which is there in Korean too"


RULES = (imports, ambient, vendors, crashes, left_overs, sleeps, licences, samples, languages)


def faults(root: Path, package: dict) -> list[str]:
    """All faults of all rules."""
    return [fault for rule in RULES for fault in rule(root, package)]


if __name__ == "__main__":
    here = Path(__file__).resolve().parent.parent
    found = faults(here, manifest(here))
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)
