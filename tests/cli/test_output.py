"""Files are written whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from reportgen.output import clear_pictures, write_whole
from reportgen.problems import ProblemsFound


def test_writes_all_and_makes_folders(tmp_path: Path) -> None:
    write_whole({tmp_path / "a" / "b.txt": b"one", tmp_path / "c.txt": b"two"})
    assert (tmp_path / "a" / "b.txt").read_bytes() == b"one"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "b.txt", "c.txt"]


def test_replaces_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a longer text than the new one")
    write_whole({tmp_path / "a.txt": b"new"})
    assert (tmp_path / "a.txt").read_bytes() == b"new"


def test_a_folder_in_the_way_leaves_everything_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "b.txt").mkdir()
    (tmp_path / "a.txt").write_bytes(b"old")
    with pytest.raises(ProblemsFound) as found:
        write_whole({tmp_path / "a.txt": b"new", tmp_path / "b.txt": b"new"})
    (problem,) = found.value.problems
    assert (problem.code, problem.place.file) == ("unwritable", str(tmp_path / "b.txt"))
    assert "a folder of that name" in problem.message
    assert (tmp_path / "a.txt").read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt"]


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_bytes(b"old")
    write = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if "b.txt" in path.name:
            write(path, content[:1])
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(ProblemsFound, match="no space left on device"):
        write_whole({tmp_path / "a.txt": b"new", tmp_path / "b.txt": b"new"})
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert (tmp_path / "a.txt").read_bytes() == b"old"


def test_a_failure_while_the_files_take_their_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(part: Path, path: Path) -> Path:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(ProblemsFound, match="permission denied"):
        write_whole({tmp_path / "a.txt": b"new"})
    assert list(tmp_path.iterdir()) == []


def test_stopped_in_the_middle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(path: Path, content: bytes) -> int:
        path.touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", stop)
    with pytest.raises(KeyboardInterrupt):
        write_whole({tmp_path / "a.txt": b"new"})
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_the_disk_does_not_take(tmp_path: Path) -> None:
    with pytest.raises(ProblemsFound) as found:
        write_whole({tmp_path / f"{'a' * 300}.txt": b"new"})
    (problem,) = found.value.problems
    assert problem.code == "unwritable"
    assert ".part" not in str(problem)


def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("not a folder")
    with pytest.raises(ProblemsFound) as found:
        write_whole({tmp_path / "out" / "deeper" / "a.txt": b"new"})
    (problem,) = found.value.problems
    assert (problem.place.file, problem.code) == (str(tmp_path / "out"), "no-folder")
    assert problem.message == "this is a file, not a folder"


def test_old_pictures_go_and_other_files_stay(tmp_path: Path) -> None:
    folder = tmp_path / "farm-pictures"
    folder.mkdir()
    for name in ("00-start.png", "07-turn-7-red.png", "strength.png", "photograph-3.jpg", "mine.png", "notes.txt"):
        (folder / name).write_bytes(b"")
    clear_pictures([tmp_path / "farm.md", folder / "00-start.png"])
    assert sorted(path.name for path in folder.iterdir()) == ["00-start.png", "mine.png", "notes.txt"]
