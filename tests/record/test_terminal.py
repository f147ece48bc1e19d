"""The recorder in a real terminal and on plain lines, killed wherever it may be."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.record.table import KEYS, SCENARIO, session_of

PATIENCE = 60.0
"""Seconds that a busy machine may need for a line."""
READY = "\x1b[?2004h"
"""What the line editor sends when it is ready for a line."""
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]")


class Terminal:
    """A recording in a pseudo-terminal of its own."""

    def __init__(self, folder: Path, *, columns: int = 100) -> None:
        (folder / "scenario.yaml").write_text(SCENARIO)
        self.raw = ""
        self.ready = 0
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
            environment = {
                **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")},
                "TERM": "xterm",
                "XDG_STATE_HOME": str(folder / "state"),
                "PYTHONPATH": str(Path(__file__).parents[2]),
            }
            os.chdir(folder)
            words = [sys.executable, "-m", "reportgen", "record", "scenario.yaml", "b.battle.yaml"]
            os.execvpe(sys.executable, words, environment)

    def read(self, until: float) -> bool:
        """Takes what has come; False if the other end is gone."""
        waiting, _, _ = select.select([self.fd], [], [], max(until - time.monotonic(), 0))
        if not waiting:
            pytest.fail(f"nothing came any more:\n{self.text[-2000:]}")
        try:
            got = os.read(self.fd, 65536)
        except OSError:
            return False
        self.raw += self.decoder.decode(got)
        for _ in range(got.count(b"\x1b[6n")):  # where is the cursor?
            os.write(self.fd, b"\x1b[1;1R")
        return bool(got)

    def wait(self) -> None:
        """Waits until the next line is asked for."""
        self.ready += 1
        until = time.monotonic() + PATIENCE
        while self.raw.count(READY) < self.ready:
            assert self.read(until), f"it ended:\n{self.text[-2000:]}"

    def see(self, text: str) -> None:
        """Waits until a text is shown that was not there before."""
        begin = len(self.raw)
        until = time.monotonic() + PATIENCE
        while text not in ESCAPE.sub("", self.raw[begin:]):
            assert self.read(until), f"it ended:\n{self.text[-2000:]}"

    def type(self, line: str, *, wait: bool = True) -> None:
        os.write(self.fd, f"{line}\r".encode())
        if wait:
            self.wait()

    def end(self) -> int:
        """Waits for its end; the exit code, or minus the signal."""
        until = time.monotonic() + PATIENCE
        while self.read(until):
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)

    @property
    def text(self) -> str:
        return ESCAPE.sub("", self.raw)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file that the keystrokes make in an unbroken session."""
    folder = tmp_path_factory.mktemp("whole")
    session = session_of(folder)
    for key in KEYS:
        session.feed(key)
    return (folder / "b.battle.yaml").read_text()


def test_a_battle_by_keystrokes(tmp_path: Path, whole: str) -> None:
    table = Terminal(tmp_path)
    table.wait()
    twin = session_of(tmp_path, "twin.battle.yaml")
    for key in KEYS:
        table.type(key)
        twin.feed(key)
        # Before the next line is asked for, this one is on the disk.
        assert (tmp_path / "b.battle.yaml").read_text() == (tmp_path / "twin.battle.yaml").read_text(), key
        assert twin.prompt.strip() in table.text
    table.type("quit", wait=False)
    assert table.end() == 0
    assert (tmp_path / "b.battle.yaml").read_text() == whole
    assert "INF1  7 + 3 value + 2 cmd = 12" in table.text
    assert "turn 1 · Blue · 6 activations left" in table.text
    assert "Traceback" not in table.text
    history = (tmp_path / "state" / "reportgen" / "record-history").read_text()
    assert "+INF1 x SPR1\n" in history
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "b.battle.yaml",
        "scenario.yaml",
        "state",
        "twin.battle.yaml",
    ]


@pytest.mark.slow
def test_killed_after_every_line_it_goes_on_to_the_same_file(tmp_path: Path, whole: str) -> None:
    table = Terminal(tmp_path)
    table.wait()
    for number, key in enumerate(KEYS):
        table.type(key)
        table.kill()
        table = Terminal(tmp_path)
        table.wait()
        if KEYS[number + 1 : number + 2] == ("insist",):
            table.type(key)  # a warning is not on the disk: the line is typed again
    table.kill()
    assert (tmp_path / "b.battle.yaml").read_text() == whole
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".part")]


def test_completion_and_history_as_in_a_shell(tmp_path: Path) -> None:
    table = Terminal(tmp_path)
    table.wait()
    for line in ("9:2", "2:9", "6"):
        table.type(line)
    table.type("MGN C4-C5 E")
    os.write(table.fd, b"BC\t")
    table.see("BCM")
    table.type(" B7-B8 E")
    assert "- BCM B7-B8 E\n" in (tmp_path / "b.battle.yaml").read_text()
    table.type("undo")
    assert "BCM" not in (tmp_path / "b.battle.yaml").read_text()
    table.type("\x1b[A\x1b[A")  # up twice: the line before 'undo'
    assert "- BCM B7-B8 E\n" in (tmp_path / "b.battle.yaml").read_text()
    os.write(table.fd, b"half a line\x03")  # Ctrl-C drops the line
    table.wait()
    os.write(table.fd, b"\x04")  # Ctrl-D leaves
    assert table.end() == 0


def piped(
    folder: Path, *lines: str, arguments: tuple[str, ...] = ("scenario.yaml", "b.battle.yaml")
) -> subprocess.CompletedProcess[str]:
    """A recording whose lines come from a pipe, ended."""
    (folder / "scenario.yaml").write_text(SCENARIO)
    done = subprocess.run(
        [sys.executable, "-m", "reportgen", "record", *arguments],
        cwd=folder,
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert "Traceback" not in done.stdout + done.stderr
    return done


def plain(folder: Path, *lines: str) -> str:
    """What is said if the lines come from a pipe."""
    done = piped(folder, *lines)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_lines_from_a_pipe(tmp_path: Path, whole: str) -> None:
    said = plain(tmp_path, *KEYS)
    assert (tmp_path / "b.battle.yaml").read_text() == whole
    assert "D12 Blue, for the initiative> 7:7\n" in said
    assert "\x1b" not in said
    again = plain(tmp_path, "undo", "quit", "note after quitting nothing is heard")
    assert "Taken up again: the battle is over." in again
    assert "after quitting" not in (tmp_path / "b.battle.yaml").read_text()


def test_signs_that_a_terminal_obeys_are_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(SCENARIO.replace("title: The Ford", 'title: "The \\e[31mFord"'))
    done = piped(tmp_path, "quit", arguments=("bad.yaml", "c.battle.yaml"))
    assert done.returncode == 1
    assert done.stderr.startswith("bad.yaml:2:8: error[bad-character]")
    assert "\x1b" not in done.stdout + done.stderr
    assert "\x1b" not in plain(tmp_path, "note a \x1b[31mred note", "quit")
