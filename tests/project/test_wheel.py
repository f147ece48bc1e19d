"""The wheel as a user gets it: built, installed into a clean environment, run from an empty folder."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.glob("*.whl")
    return made


def test_what_is_in_it(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "scenarios", "samples"):
        inside = f"reportgen/_data/{folder}"
        ours = [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        assert ours, folder
        assert {f"{inside}/{path.relative_to(ROOT / folder)}" for path in ours} <= names
    package = [path for path in (ROOT / "reportgen").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {str(path.relative_to(ROOT)) for path in package} <= names
    assert not [name for name in names if name.startswith("tests") or name.endswith(".pyc")]
    assert [name for name in names if name.endswith("licenses/LICENSE")]


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean environment with the wheel in it. Its dependencies are lent by ours, so that nothing is fetched: the
    checkout itself is not, since only the folder of installed packages is lent, without its links."""
    folder = tmp_path_factory.mktemp("clean")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    made = folder / "bin" / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    own = subprocess.run([str(made), "-c", where], capture_output=True, text=True, check=True).stdout.strip()
    ours = subprocess.run([sys.executable, "-c", where], capture_output=True, text=True, check=True).stdout.strip()
    zipfile.ZipFile(wheel).extractall(own)
    (Path(own) / "lent.pth").write_text(ours + "\n")
    return made


def run(python: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(python), *words], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def test_it_is_the_wheel_that_runs(python: Path, tmp_path: Path) -> None:
    done = run(python, tmp_path, "-c", "import reportgen; print(reportgen.__file__)")
    assert Path(done.stdout.strip()).is_relative_to(python.parents[1])


def test_a_battle_from_an_empty_folder(python: Path, tmp_path: Path) -> None:
    done = run(python, tmp_path, "-m", "reportgen", "run", "eastern-sudan", "--seed", "1897")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "output" / "eastern-sudan.pdf").read_bytes().startswith(b"%PDF-")
    again = run(python, tmp_path, "-m", "reportgen", "report", "output/eastern-sudan.battle.yaml", "-o", "again")
    assert (again.returncode, again.stderr) == (0, "")
    first, second = (tmp_path / folder / "eastern-sudan.pdf" for folder in ("output", "again"))
    assert first.read_bytes() == second.read_bytes()


def test_what_is_installed(python: Path, tmp_path: Path) -> None:
    done = run(python, tmp_path, "-m", "reportgen", "rulesets")
    assert "late19c " in done.stdout
