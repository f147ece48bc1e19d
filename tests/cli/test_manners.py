"""What the command line says when a user's words, files or disk are not what it needs; and what it leaves alone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reportgen import api, resources
from reportgen.battle.play import Battle
from reportgen.opened import not_by_hand
from reportgen.problems import ProblemsFound
from reportgen.render import printing

from .conftest import SCENARIO, Cli

BATTLE = "format: reportgen-battle/1\nscenario: farm.yaml\nturns: []\n"


def test_a_battle_taken_down_by_hand_is_not_written_over(cli: Cli, farm: Path, tmp_path: Path) -> None:
    by_hand = tmp_path / "farm.battle.yaml"
    by_hand.write_text(BATTLE)
    done = cli("run", farm, "-o", tmp_path, "--to", "md")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"{by_hand}: error[in-the-way]: ")
    assert "--force" in done.err
    assert by_hand.read_text() == BATTLE
    assert cli("run", farm, "-o", tmp_path, "--to", "md", "--force").code == 0
    assert "seed: " in by_hand.read_text()


@pytest.mark.parametrize(
    ("more", "computers"),
    [
        ("", False),  # nobody says who played: dice on, and two people
        ("players: {a: the careful commander, b: Aunt Mary}\n", False),
        ("players: {b: the careful commander}\n", False),
        ("players: {a: the careful commander, b: the nearest commander}\n", True),
        ("players: {a: the careful commander, b: the nearest commander}\nentries: [{note: A wet day.}]\n", False),
        (
            "players: {a: the careful commander, b: the nearest commander}\n"
            "turns: [{turn: 1, phases: [{side: a, actions: [{photo: x.jpg}]}]}]\n",
            False,
        ),
    ],
)
def test_a_seed_alone_does_not_make_it_the_computers(tmp_path: Path, more: str, computers: bool) -> None:
    path = tmp_path / "farm.battle.yaml"
    path.write_text(f"format: reportgen-battle/1\nscenario: farm.yaml\nseed: 5\n{more}")
    if computers:
        not_by_hand(path)
    else:
        with pytest.raises(ProblemsFound, match="in-the-way"):
            not_by_hand(path)


def test_a_battle_of_the_computer_is_replaced(cli: Cli, farm: Path, tmp_path: Path) -> None:
    for seed in ("7", "8"):
        assert cli("run", farm, "-o", tmp_path, "--to", "md", "--seed", seed).code == 0
    assert "seed: 8\n" in (tmp_path / "farm.battle.yaml").read_text()


def test_the_battle_is_kept_if_its_report_cannot_be_made(
    cli: Cli, farm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "ZINE_PAGES", 2)
    done = cli("run", farm, "-o", tmp_path, "--seed", "7", "--fold", "zine")
    assert done.code == 1
    assert "error[too-long]" in done.err
    assert "warning[no-report]: the battle itself is kept here (seed 7)" in done.err
    assert "seed: 7\n" in (tmp_path / "farm.battle.yaml").read_text()
    assert not (tmp_path / "farm.pdf").exists()


def test_what_will_not_do_is_told_before_the_fight(
    cli: Cli, farm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Battle, "play", lambda self: pytest.fail("it was fought"))
    done = cli("run", farm, "-o", tmp_path, "--templates", farm)
    assert done.code == 1
    assert "this is a file, not a folder" in done.err


def test_a_file_for_a_folder(cli: Cli, farm: Path) -> None:
    done = cli("run", farm, "-o", farm, "--to", "md")
    assert done.code == 1
    assert done.err == f"{farm}: error[no-folder]: this is a file, not a folder; name a folder with -o\n"


def test_a_scenario_that_is_nearly_one_that_ships(cli: Cli) -> None:
    done = cli("run", "orlan-brdge")
    assert done.code == 1
    assert "did you mean 'orlan-bridge'?" in done.err
    assert "eastern-sudan" in done.err
    assert ":0:0" not in done.err


def test_no_scenario_at_all(cli: Cli) -> None:
    done = cli("run", "")
    assert done.code == 1
    assert done.err.startswith("error[no-scenario]: no scenario is named; ")


@pytest.mark.parametrize("seed", ["abc", "-1", "1.5", "9" * 30])
def test_a_seed_that_is_none(cli: Cli, farm: Path, seed: str) -> None:
    done = cli("run", farm, f"--seed={seed}")
    assert done.code == 2
    assert f"'{seed}' is no seed; it is a whole number from 0" in done.err


def test_the_scenarios_that_ship(cli: Cli) -> None:
    names = [line.partition(": ")[0] for line in cli("scenarios").out.splitlines()]
    assert [name for name in names if "/" not in name] == sorted(path.name for path in resources.scenarios().iterdir())
    assert names == sorted(names)
    assert api.shipped()["orlan-bridge"]
    assert api.shipped()["greys-hill/hexes"] == "Grey's Hill on hexes"


def test_check_takes_the_names_that_other_commands_take(cli: Cli) -> None:
    assert cli("check", "tithe-barn", "smokeless", "tin-brigadier").out == "3 files: no problems\n"
    assert cli("check", "greys-hill", "greys-hill/measured").out == "2 files: no problems\n"
    assert "nowhere: error[no-file]" in cli("check", "nowhere").out


@pytest.mark.parametrize("command", ["run", "report", "scenario"])
def test_problems_for_programs(cli: Cli, farm: Path, command: str) -> None:
    farm.write_text("format: reportgen-scenario/9\n")
    done = cli(command, farm, "--json")
    assert (done.code, done.err) == (1, "")
    found = json.loads(done.out)
    assert found == json.loads(cli("check", farm, "--json").out) or command == "report"
    assert {"place", "code", "message", "hint", "severity"} <= set(found[0])


def test_stopped_after_the_battle(cli: Cli, farm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(api, "_reports", stop)
    out = tmp_path / "out"
    done = cli("run", farm, "--seed", "5", "-o", out)
    assert done.code == 130
    assert f"The battle itself is kept in {out / 'farm.battle.yaml'} (seed 5); its report is not made." in done.err
    assert [path.name for path in out.iterdir()] == ["farm.battle.yaml"]


def test_a_link_that_leads_nowhere(cli: Cli, farm: Path, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    done = cli("run", farm, "--seed", "1", "-o", loop)
    assert f"{loop}: error[no-folder]: this is a link that leads nowhere; name a folder with -o" in done.err


def test_a_battle_that_is_not_over(cli: Cli, farm: Path, tmp_path: Path) -> None:
    battle = tmp_path / "b.battle.yaml"
    thrown = "[{turn: 1, initiative: {red: 5, blue: 2}}]"
    for turns, said in (("[]", "Not begun."), (thrown, "Not finished: the record")):
        battle.write_text(f"format: reportgen-battle/1\nscenario: farm.yaml\nturns: {turns}\n")
        done = cli("report", battle, "--to", "md", "-o", tmp_path / "out")
        assert done.out.startswith(f"The Farm: {said}")
        assert f"**{said}" in (tmp_path / "out" / "b.md").read_text()


def test_check_takes_a_folder(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text(SCENARIO)
    assert cli("check", tmp_path).out == "1 file: no problems\n"
    (tmp_path / "scenario.yaml").unlink()
    assert "this is a folder" in cli("check", tmp_path).out


def test_a_name_that_cannot_be_looked_at_does_not_hide_the_others(
    cli: Cli, farm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that may not be entered, and a name that the disk does not take."""
    closed, ours = tmp_path / "closed" / "ok.yaml", Path.stat

    def refuse(path: Path, *how: Any, **more: Any) -> Any:
        if path.is_relative_to(closed.parent):
            raise PermissionError(13, "Permission denied")
        return ours(path, *how, **more)

    monkeypatch.setattr(Path, "stat", refuse)
    farm.write_text("format: reportgen-scenario/9\n")
    long = tmp_path / f"{'a' * 300}.yaml"
    done = cli("check", closed, farm, long, closed.parent)
    assert done.code == 1
    assert f"{closed}: error[unreadable]: the file cannot be read (permission denied)" in done.out
    assert f"{closed.parent}: error[unreadable]" in done.out
    assert f"{long}: error[unreadable]: the file cannot be read (file name too long)" in done.out
    assert f"{farm}:1:9: error[unknown-value]" in done.out
    assert re.search(r"\n4 files: \d+ errors\n", done.out)
    for words in (("report", closed), ("run", closed), ("booklet", closed), ("record", closed, tmp_path / "b.yaml")):
        assert "error[unreadable]" in cli(*words).err


def test_a_file_that_cannot_be_read_does_not_hide_the_others(
    cli: Cli, farm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.yaml"
    other.write_text("format: reportgen-scenario/9\n")
    ours = Path.open

    def refuse(path: Path, *how: object, **more: object) -> object:
        if path == farm:
            raise PermissionError(13, "Permission denied")
        return ours(path, *how, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != farm)
    done = cli("check", farm, other)
    assert done.code == 1
    assert f"{farm}: error[unreadable]: the file cannot be read (permission denied)" in done.out
    assert f"{other}:1:9: error[unknown-value]" in done.out


def test_sheets_that_there_are_not(cli: Cli, farm: Path, tmp_path: Path) -> None:
    done = cli("sheets", farm, "--only", "cards", "-o", tmp_path / "out")
    assert done.code == 1
    assert "error[nothing-to-make]" in done.err
    assert not (tmp_path / "out").exists()


def test_sheets_of_which_one_there_is_not(cli: Cli, farm: Path, tmp_path: Path) -> None:
    done = cli("sheets", farm, "--only", "cards,log,rosters", "-o", tmp_path / "out")
    assert done.code == 0
    assert done.err.count("warning[nothing-to-make]") == 1
    assert "has no cards for this scenario; the other sheets are made" in done.err


def test_pictures_of_an_earlier_report_go(cli: Cli, farm: Path, tmp_path: Path) -> None:
    pictures = tmp_path / "farm-pictures"
    pictures.mkdir()
    (pictures / "99-turn-40-red.png").write_bytes(b"old")
    (pictures / "mine.png").write_bytes(b"own")
    cli("run", farm, "--seed", "7", "-o", tmp_path, "--to", "md")
    names = {path.name for path in pictures.iterdir()}
    assert "mine.png" in names
    assert "99-turn-40-red.png" not in names
    text = (tmp_path / "farm.md").read_text()
    assert all(f"(farm-pictures/{name})" in text for name in names - {"mine.png"})


def test_links_to_pictures_have_no_spaces(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "my farm.yaml"
    path.write_text(SCENARIO)
    cli("run", path, "--seed", "7", "-o", tmp_path, "--to", "md")
    text = (tmp_path / "my farm.md").read_text()
    assert "](my%20farm-pictures/00-" in text
    assert "](my farm" not in text


def ended(words: list[str], closed: str, folder: Path) -> subprocess.CompletedProcess[str]:
    line = f'exec "$@" {closed}'
    command = ["sh", "-c", line, "sh", sys.executable, "-m", "reportgen", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_closed_output(farm: Path, tmp_path: Path) -> None:
    done = ended(["check", str(farm)], ">&-", tmp_path)
    assert done.returncode == 1
    assert done.stderr == "reportgen: there is no output to write to: it is closed.\n"


def test_closed_errors(farm: Path, tmp_path: Path) -> None:
    assert ended(["check", str(farm)], "2>&-", tmp_path).stdout == "1 file: no problems\n"
    assert ended(["run", "nowhere.yaml"], "2>&-", tmp_path).returncode == 1


def test_closed_input(farm: Path, tmp_path: Path) -> None:
    done = ended(["record", str(farm), "a.battle.yaml"], "<&-", tmp_path)
    assert done.returncode == 1
    assert "there is no input to take lines from" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_battle_that_cannot_be_kept(cli: Cli, farm: Path) -> None:
    done = cli("record", farm, farm / "deeper" / "a.battle.yaml")
    assert done.code == 1
    assert "error[unwritable]: no battle can be kept here" in done.err


def test_an_agreed_end_for_a_side_that_there_is_not(cli: Cli, farm: Path, tmp_path: Path) -> None:
    battle = tmp_path / "farm.battle.yaml"
    turn = "turns: [{turn: 1, initiative: {red: 9, blue: 2}, phases: [{side: red, activation: 3, actions: [%s]}]}]"
    for action in ("'agree done | france'", "{verb: agree, text: [done, france]}"):
        battle.write_text(BATTLE.replace("turns: []", turn % action))
        done = cli("check", battle)
        assert done.code == 1
        assert "error[unknown-side]: there is no side 'france'; known here: blue, nobody, red" in done.out
    battle.write_text(BATTLE.replace("turns: []", turn % "'agree done | nobody'"))
    assert cli("check", battle).out == "1 file: no problems\n"


def test_letters_that_no_font_has(cli: Cli, farm: Path, tmp_path: Path) -> None:
    farm.write_text(SCENARIO.replace("The Farm", "Łódź, Škoda, ﷽ and 農"), encoding="utf-8")
    done = cli("check", farm)
    assert (done.code, done.out.count("cannot be printed")) == (0, 1)
    lines = farm.read_text(encoding="utf-8").splitlines()
    line, text = next((n, text) for n, text in enumerate(lines, 1) if "﷽" in text)
    where = f"{farm}:{line}:{text.index('﷽') + 1}"
    assert done.out.startswith(f"{where}: warning[no-letter]: these letters cannot be printed: 農 ﷽; ")
    battle = tmp_path / "farm.battle.yaml"
    battle.write_text(BATTLE + "entries: [{note: 'Near 農 they halted.'}]\n", encoding="utf-8")
    assert cli("check", battle).out.count("cannot be printed: 農 ﷽") == 1
