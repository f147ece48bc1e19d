"""What WeasyPrint's start leaves out is there when it is wanted after all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyphen
import pytest

from reportgen.render.startup import read_patterns


def test_hyphens_fall_where_pyphen_puts_them() -> None:
    path = pyphen.LANGUAGES["en_GB"]
    quick, whole = read_patterns(path), pyphen.HyphDict(path).patterns
    assert quick is not None
    assert len(whole) > 10_000
    assert {letters: quick.get(letters) for letters in whole} == whole
    assert not [letters for letters in quick if letters not in whole and quick.get(letters)]


@pytest.mark.parametrize(
    "text",
    [
        "ISO8859-1\nLEFTHYPHENMIN 2\n1ab\n",
        "UTF-8\nLEFTHYPHENMIN 2\nab1c/b=c,1,1\n",
        "UTF-8\n1ab\n% a remark\n",
        "UTF-8\nNOHYPHEN -\n1ab\n",
        "UTF-8\n1ab\n^^e4b1c\n",
    ],
)
def test_patterns_of_another_form_are_left_to_pyphen(text: str, tmp_path: Path) -> None:
    path = tmp_path / "hyph_xx.dic"
    path.write_text(text, encoding="utf-8")
    assert read_patterns(path) is None


def test_cutters_of_fonts_are_loaded_when_something_of_them_is_used() -> None:
    script = (
        "import sys\n"
        "from reportgen.render.press import press\n"
        "press()\n"
        "from weasyprint.pdf import fonts\n"
        "print('fontTools.subset' in sys.modules, 'fontTools.varLib' in sys.modules)\n"
        "print(fonts.subset.Options().__class__.__module__, 'fontTools.subset' in sys.modules)\n"
        "from fontTools import subset\n"
        "print(subset.Options is fonts.subset.Options)\n"
        "try:\n"
        "    fonts.instantiateVariableFont()\n"
        "except TypeError as fault:\n"
        "    print(type(fault).__name__, 'fontTools.varLib.instancer' in sys.modules)\n"
        "from fontTools.varLib.instancer import instantiateVariableFont\n"
        "print(instantiateVariableFont.__module__)\n"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == [
        "False False",
        "fontTools.subset True",
        "True",
        "TypeError True",
        "fontTools.varLib.instancer",
    ]
