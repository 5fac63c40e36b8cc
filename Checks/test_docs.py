# SPDX-License-Identifier: Apache-2.0
"""Plants faults in a page: each must be found."""

import shutil
from pathlib import Path

import pytest

import docs

pytestmark = pytest.mark.skipif(shutil.which("docc") is None, reason="the toolchain has no docc")


@pytest.mark.parametrize(
    ("line", "found"), [("A page.", ""), ("See ``Nothing``.", "Nothing"), ("See <doc:Nowhere>.", "Nowhere")]
)
def test_a_link_that_leads_nowhere_is_a_fault(tmp_path: Path, line: str, found: str):
    folder = tmp_path / "Some.docc"
    folder.mkdir()
    (folder / "Some.md").write_text(f"# Some pages\n\nWhat they are.\n\n@Metadata {{\n  @TechnologyRoot\n}}\n\n{line}\n")
    (tmp_path / "symbols").mkdir()

    complaint = docs.convert(tmp_path, "Some", folder, tmp_path / "symbols", tmp_path / "Some.doccarchive")

    assert found in complaint
    assert bool(complaint) == bool(found)
