# SPDX-License-Identifier: Apache-2.0
"""Builds the DocC pages of every target with the toolchain's own tools; a warning is an error.

The symbols come from the modules that `swift build` has left in .build/debug, so that nothing is compiled again. The pages
land in .build/docs, one archive a target.
"""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lint import manifest, module, targets


def triple() -> str:
    """What the compiler builds for here."""
    info = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    return json.loads(info)["target"]["unversionedTriple"]


def extract(root: Path, name: str, symbols: Path, target: str) -> str:
    """Writes the public symbols of a target's module into a folder; gives what the tool complained of."""
    command = ["swift-symbolgraph-extract", "-module-name", module(name), "-target", target]
    command += ["-I", str(root / ".build/debug/Modules"), "-minimum-access-level", "public"]
    command += ["-skip-inherited-docs", "-output-dir", str(symbols)]
    for modulemap in sorted((root / "Sources").glob("C*/module.modulemap")):
        command += ["-Xcc", f"-fmodule-map-file={modulemap}"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def convert(root: Path, name: str, folder: Path, symbols: Path, output: Path) -> str:
    """Makes the pages of one target; gives what docc found wrong."""
    command = ["docc", "convert", str(folder), "--additional-symbol-graph-dir", str(symbols)]
    command += ["--output-path", str(output), "--warnings-as-errors", "--emit-fixits", "--fallback-display-name", name]
    command += ["--fallback-bundle-identifier", f"social-login.{name}"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    return (done.stdout + done.stderr).replace(f"{root}/", "")


def documented(root: Path, package: dict):
    """Yields each target that has pages, and their folder."""
    for name, folder, _ in targets(package):
        pages = root / folder / f"{name}.docc"
        if pages.is_dir():
            yield name, pages


def faults(root: Path, package: dict) -> list[str]:
    """What is wrong with any page, a text each."""
    target = triple()
    docs = root / ".build/docs"
    shutil.rmtree(docs, ignore_errors=True)

    def build(name: str, pages: Path) -> str:
        symbols = docs / "symbols" / name
        symbols.mkdir(parents=True)
        complaint = extract(root, name, symbols, target)
        return complaint or convert(root, name, pages, symbols, docs / f"{name}.doccarchive")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda target: build(*target), documented(root, package)))
    return [fault for fault in found if fault]


def main() -> int:
    root = Path(__file__).resolve().parent.parent
    found = faults(root, manifest(root))
    print("\n".join(found), end="", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
