"""The set-up script, on machines made of stand-ins: what it asks of the system, and what it says to people.

A stand-in Python answers every question with yes, or with no where a file of that name says so, and notes what it was
called with. The real thing, apt and all, is tried in a bare Debian by hand.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("sh", "cat", "cksum", "dirname", "env", "mkdir", "cp", "mktemp", "rm", "tr", "chmod")

PYTHON = """#!/bin/sh
echo "python $*" >> "$NOTES/calls"
case "$*" in
  *ensurepip*) [ ! -e "$NOTES/no-venv" ] ;;
  -) [ ! -e "$NOTES/no-libraries" ] ;;
  '-m venv .venv') mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  *'-m pip'*) [ ! -e "$NOTES/no-registry" ] ;;
esac
"""
APT = """#!/bin/sh
echo "apt-get $*" >> "$NOTES/calls"
case "$*" in
  *install*)
    if [ -e "$NOTES/no-archive" ]; then echo 'E: Unable to fetch' >&2; exit 100; fi
    rm -f "$NOTES"/no-* ;;
esac
"""
SUDO = """#!/bin/sh
echo "sudo $*" >> "$NOTES/calls"
exec "$@"
"""


class Machine:
    """A folder of stand-in programs, and a checkout that holds what set-up looks at."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "path"
        self.notes = folder / "notes"
        self.checkout = folder / "check out"
        self.release = folder / "os-release"
        for made in (self.bin, self.notes, self.checkout / "bin"):
            made.mkdir(parents=True)
        for name in ("pyproject.toml", "constraints.txt", "bin/setup"):
            shutil.copy(ROOT / name, self.checkout / name)
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found, tool
            (self.bin / tool).symlink_to(found)
        self.has("uname", "#!/bin/sh\necho Linux\n")
        self.has("id", "#!/bin/sh\necho 0\n")
        self.has("python3", PYTHON)
        self.release.write_text('ID="haiku"\n')

    def has(self, program: str, script: str) -> None:
        path = self.bin / program
        path.write_text(script)
        path.chmod(0o755)

    def lacks(self, *things: str) -> None:
        for thing in things:
            (self.notes / f"no-{thing}").touch()

    def setup(self, want: str = "run") -> subprocess.CompletedProcess[str]:
        (self.notes / "calls").write_text("")
        where = {"PATH": str(self.bin), "NOTES": str(self.notes), "OS_RELEASE": str(self.release)}
        return subprocess.run(
            [self.checkout / "bin" / "setup", want], env=where, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )

    def calls(self, of: str) -> list[str]:
        return [line for line in (self.notes / "calls").read_text().splitlines() if line.startswith(of)]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_installs_once(machine: Machine) -> None:
    first = machine.setup()
    assert first.returncode == 0, first.stderr
    (install,) = [call for call in machine.calls("python") if "pip install" in call]
    assert install.endswith("-c constraints.txt -e .")
    second = machine.setup()
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert not any("pip" in call for call in machine.calls("python"))


def test_the_tests_need_more_and_serve_the_demo_too(machine: Machine) -> None:
    assert machine.setup("test").returncode == 0
    assert any(call.endswith("-e .[test]") for call in machine.calls("python"))
    assert machine.setup("run").stderr == ""


def test_a_change_of_the_metadata_installs_again(machine: Machine) -> None:
    machine.setup()
    with (machine.checkout / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    machine.setup()
    assert any("pip install" in call for call in machine.calls("python"))


def test_an_installation_that_failed_is_tried_again(machine: Machine) -> None:
    machine.lacks("registry")
    failed = machine.setup()
    assert failed.returncode == 1
    assert "Are the package registries reachable?" in failed.stderr
    (machine.notes / "no-registry").unlink()
    assert machine.setup().returncode == 0
    assert any("pip install" in call for call in machine.calls("python"))


def test_apt_is_given_only_what_is_missing(machine: Machine) -> None:
    machine.has("apt-get", APT)
    machine.lacks("venv")
    assert machine.setup().returncode == 0
    assert machine.calls("apt-get") == [
        "apt-get update -qq",
        "apt-get install -y -qq --no-install-recommends python3-venv",
    ]


def test_apt_is_left_alone_if_nothing_is_missing(machine: Machine) -> None:
    machine.has("apt-get", APT)
    assert machine.setup().returncode == 0
    assert machine.calls("apt-get") == []


def test_one_call_of_sudo(machine: Machine) -> None:
    machine.has("apt-get", APT)
    machine.has("id", "#!/bin/sh\necho 1000\n")
    machine.has("sudo", SUDO)
    machine.lacks("venv", "libraries")
    assert machine.setup().returncode == 0
    assert len(machine.calls("sudo")) == 1
    assert machine.calls("apt-get")[1].endswith("python3-venv libpangoft2-1.0-0 libharfbuzz-subset0")


def test_without_root_and_sudo_it_says_the_command(machine: Machine) -> None:
    machine.has("apt-get", APT)
    machine.has("id", "#!/bin/sh\necho 1000\n")
    machine.release.write_text("ID=ubuntu\nID_LIKE=debian\n")
    machine.lacks("libraries")
    stopped = machine.setup()
    assert stopped.returncode == 1
    assert "apt-get install --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0" in stopped.stderr
    assert machine.calls("apt-get") == []


def test_apt_that_fails_says_why(machine: Machine) -> None:
    machine.has("apt-get", APT)
    machine.lacks("libraries", "archive")
    stopped = machine.setup()
    assert stopped.returncode == 1
    assert "E: Unable to fetch" in stopped.stderr
    assert not (machine.checkout / ".venv").exists()


@pytest.mark.parametrize(
    ("release", "system", "words"),
    [
        ("ID=fedora", "Linux", "dnf install python3 python3-pip pango harfbuzz"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"', "Linux", "dnf install"),
        ("ID=arch", "Linux", "pacman -S --needed python pango harfbuzz"),
        ('ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"', "Linux", "zypper install"),
        ("ID=alpine", "Linux", "apk add"),
        ("", "Darwin", "brew install python pango"),
        ("ID=haiku", "Linux", "the package manager of your system"),
    ],
)
def test_other_systems_are_told_what_to_install(machine: Machine, release: str, system: str, words: str) -> None:
    machine.release.write_text(release + "\n")
    machine.has("uname", f"#!/bin/sh\necho {system}\n")
    machine.lacks("libraries")
    stopped = machine.setup()
    assert stopped.returncode == 1
    assert words in stopped.stderr
    assert "not found: the libraries of Pango and HarfBuzz" in stopped.stderr
    assert not (machine.checkout / ".venv").exists()


def test_an_environment_that_can_neither_be_used_nor_removed(machine: Machine) -> None:
    (machine.checkout / ".venv").mkdir()
    (machine.bin / "rm").unlink()
    machine.has("rm", "#!/bin/sh\nfor n in 1 2 3; do echo \"rm: cannot remove '$n'\" >&2; done\nexit 1\n")
    done = machine.setup()
    assert done.returncode == 1
    (said,) = done.stderr.splitlines()
    assert (
        said == f"{machine.checkout}/.venv cannot be used, nor removed to make it anew: remove it, or make it writable."
    )


def test_other_systems_that_have_everything_just_go_on(machine: Machine) -> None:
    machine.release.write_text("ID=fedora\n")
    assert machine.setup().returncode == 0


def test_no_python_at_all(machine: Machine) -> None:
    (machine.bin / "python3").unlink()
    stopped = machine.setup()
    assert stopped.returncode == 1
    assert "not found: Python 3.11 or later" in stopped.stderr


def test_another_word_is_a_usage_error(machine: Machine) -> None:
    assert machine.setup("everything").returncode == 2


def test_the_scripts_are_clean() -> None:
    """POSIX shell: dash reads them all; shellcheck, where it is installed, finds nothing."""
    scripts = sorted((ROOT / "bin").iterdir())
    assert {"setup", "demo", "test"} <= {script.name for script in scripts}
    for script in scripts:
        subprocess.run(["sh", "-n", script], check=True)
    if checker := shutil.which("shellcheck"):
        subprocess.run([checker, *scripts, ROOT / ".ci" / "run"], check=True)


def test_ci_does_what_the_readme_says() -> None:
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1] == 'exec "$(dirname "$0")/../bin/test"'
    assert "bin/test" in (ROOT / "README.md").read_text()
    assert os.access(ROOT / "bin" / "test", os.X_OK)
