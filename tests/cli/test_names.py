"""Names of files that are no text: documents are made of them all the same."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from .conftest import SCENARIO, Cli


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a name is text")
def test_a_name_that_is_not_utf8(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"a\xff.yaml")
    path.write_text(SCENARIO, encoding="utf-8")
    out = tmp_path / "out"
    assert cli("run", path, "--seed", "7", "--to", "md", "--quiet", "-o", out).code == 0
    (page,) = out.glob("*.md")
    assert "](a%FF-pictures/" in page.read_text(encoding="utf-8")
