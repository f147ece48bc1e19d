"""Battles fought and told by commands: run, report, events."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from reportgen import api, resources
from reportgen.battle.events import Log
from reportgen.fighting import HIGHEST_DRAWN_SEED
from reportgen.problems import ProblemsFound

from .conftest import SCENARIO, Cli


def test_run_says_what_it_made_and_where(cli: Cli, farm: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = cli("run", farm, "--seed", "7", "-o", out)
    assert (done.code, done.err) == (0, "")
    first, *files = done.out.splitlines()
    assert first.startswith("The Farm: ")
    assert first.endswith("(seed 7)")
    assert files == [str(out / "farm.battle.yaml"), str(out / "farm.pdf")]
    assert sorted(path.name for path in out.iterdir()) == ["farm.battle.yaml", "farm.pdf"]
    assert (out / "farm.pdf").read_bytes().startswith(b"%PDF-1.7")


def test_the_battle_file_is_sound_and_remembers_its_seed(cli: Cli, farm: Path, tmp_path: Path) -> None:
    cli("run", farm, "--seed", "7", "-o", tmp_path, "--to", "md", "--quiet")
    assert "seed: 7\n" in (tmp_path / "farm.battle.yaml").read_text()
    assert cli("check", tmp_path / "farm.battle.yaml", "--strict").out == "1 file: no problems\n"


def test_the_same_seed_is_the_same_battle(cli: Cli, farm: Path, tmp_path: Path) -> None:
    battles = []
    for seed, folder in (("7", "a"), ("7", "b"), ("8", "c")):
        cli("run", farm, "--seed", seed, "-o", tmp_path / folder, "--to", "md")
        battles.append((tmp_path / folder / "farm.battle.yaml").read_bytes())
    assert battles[0] == battles[1]
    assert battles[0] != battles[2]


def test_a_seed_is_drawn_and_said(cli: Cli, farm: Path, tmp_path: Path) -> None:
    first = cli("run", farm, "-o", tmp_path / "a", "--to", "md")
    seed = re.search(r"\(seed (\d+)\)", first.out)
    assert seed is not None
    assert 1 <= int(seed[1]) <= HIGHEST_DRAWN_SEED
    cli("run", farm, "-o", tmp_path / "b", "--to", "md", "--seed", seed[1])
    a, b = ((tmp_path / folder / "farm.battle.yaml").read_bytes() for folder in "ab")
    assert a == b


def test_report_makes_the_same_bytes_from_the_battle_file_alone(cli: Cli, farm: Path, tmp_path: Path) -> None:
    every = ("--to", "pdf,html,md", "--detail", "brief,full", "--paper", "a5,letter")
    cli("run", farm, "--seed", "7", "-o", tmp_path / "run", *every)
    moved = tmp_path / "elsewhere" / "farm.battle.yaml"
    moved.parent.mkdir()
    shutil.copy(tmp_path / "run" / "farm.battle.yaml", moved)
    farm.unlink()
    done = cli("report", moved, "-o", tmp_path / "report", *every)
    assert (done.code, done.err) == (0, "")
    made = {path.name: path.read_bytes() for path in (tmp_path / "report").iterdir() if path.is_file()}
    pdfs = {f"farm{detail}{paper}.pdf" for detail in ("", "-brief") for paper in ("", "-letter")}
    assert made.keys() == pdfs | {"farm.html", "farm.md", "farm-brief.html", "farm-brief.md"}
    assert {line.rpartition("/")[2] for line in done.out.splitlines()} >= made.keys()
    assert len(set(made.values())) == len(made)
    every_file = [path.relative_to(tmp_path / "report") for path in (tmp_path / "report").rglob("*") if path.is_file()]
    for path in every_file:
        assert (tmp_path / "report" / path).read_bytes() == (tmp_path / "run" / path).read_bytes(), path
    assert any(path.suffix == ".png" for path in every_file)


def test_for_programs(cli: Cli, farm: Path, tmp_path: Path) -> None:
    done = cli("run", farm, "--seed", "7", "-o", tmp_path, "--to", "md", "--json")
    made = json.loads(done.out)
    assert made["files"][:2] == [str(tmp_path / "farm.battle.yaml"), str(tmp_path / "farm.md")]
    assert all(file.endswith(".png") for file in made["files"][2:])
    assert made["seed"] == 7
    assert made["winner"] in ("red", "blue", None)


def test_pictures_beside_a_page_are_said_once(cli: Cli, farm: Path, tmp_path: Path) -> None:
    done = cli("run", farm, "--seed", "7", "-o", tmp_path, "--to", "md")
    assert done.out.splitlines()[1:] == [
        str(tmp_path / name) for name in ("farm.battle.yaml", "farm.md", "farm-pictures")
    ]


def test_quiet(cli: Cli, farm: Path, tmp_path: Path) -> None:
    assert cli("run", farm, "--seed", "7", "-o", tmp_path, "--to", "md", "--quiet").out == ""


def test_events_are_the_log(cli: Cli, farm: Path, tmp_path: Path) -> None:
    cli("run", farm, "--seed", "7", "-o", tmp_path, "--to", "md")
    done = cli("events", tmp_path / "farm.battle.yaml")
    log = Log.loads(done.out)
    assert log.header.seed == 7
    assert log.events[-1].kind == "end"
    assert [event.n for event in log] == list(range(len(log)))


def test_a_folder_and_the_name_of_one_that_ships(cli: Cli, farm: Path, tmp_path: Path) -> None:
    folder = tmp_path / "the-farm"
    folder.mkdir()
    farm.rename(folder / "scenario.yaml")
    assert str(tmp_path / "the-farm.md") in cli("run", folder, "-o", tmp_path, "--to", "md").out
    assert api.find_scenario("eastern-sudan") == resources.scenarios() / "eastern-sudan" / "scenario.yaml"
    assert api.find_scenario("greys-hill/hexes") == resources.scenarios() / "greys-hill" / "hexes.yaml"
    assert api.find_scenario("western-sudan.yaml") == Path("western-sudan.yaml")
    assert api.find_scenario("my/hexes") == Path("my/hexes")
    with pytest.raises(ProblemsFound, match=r"unknown-scenario.*did you mean 'greys-hill/hexes'"):
        api.find_scenario("greys-hill/hexen")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/farm.yaml", "farm"),
        ("a/farm.battle.yaml", "farm"),
        ("a/farm.battle.yml", "farm"),
        ("a/eastern-sudan/scenario.yaml", "eastern-sudan"),
        ("a/1.5.yaml", "1.5"),
        ("a/.yaml", "battle"),
    ],
)
def test_names_of_what_is_made(path: str, name: str) -> None:
    assert api.name_for(Path(path)) == name


def test_another_scenario_of_a_folder_has_the_folders_name_too(tmp_path: Path) -> None:
    (tmp_path / "hill").mkdir()
    assert api.name_for(tmp_path / "hill" / "hexes.yaml") == "hexes"
    (tmp_path / "hill" / "scenario.yaml").touch()
    assert api.name_for(tmp_path / "hill" / "hexes.yaml") == "hill-hexes"
    assert api.name_for(tmp_path / "hill" / "game-4.battle.yaml") == "game-4"


@pytest.mark.parametrize("command", ["run", "report", "events"])
@pytest.mark.parametrize(
    ("text", "code"),
    [
        (None, "no-file"),
        ("", "empty-file"),
        ("a: [", "syntax"),
        ("format: reportgen-army/1\n", "wrong-format"),
    ],
)
def test_wrong_files(cli: Cli, tmp_path: Path, command: str, text: str | None, code: str) -> None:
    file = tmp_path / "a.yaml"
    if text is not None:
        file.write_text(text)
    done = cli(command, file, *([] if command == "events" else ["-o", tmp_path / "out"]))
    assert (done.code, done.out) == (1, "")
    assert f"error[{code}]" in done.err
    assert not (tmp_path / "out").exists()


def test_a_scenario_that_the_rules_forbid_is_not_fought(cli: Cli, farm: Path, tmp_path: Path) -> None:
    farm.write_text(SCENARIO.replace("RED2: A7", "RED2: L5").replace(", MAJ: L8", ", MAJ: A6"))
    done = cli("run", farm, "-o", tmp_path / "out")
    assert done.code == 1
    assert "error[" in done.err
    assert not (tmp_path / "out").exists()


def test_a_commander_that_there_is_not(cli: Cli, farm: Path, tmp_path: Path) -> None:
    farm.write_text(SCENARIO.replace("edge: E", "edge: E\n    commander: reckless"))
    done = cli("run", farm, "-o", tmp_path / "out")
    assert done.code == 1
    assert "error[unknown-commander]: there is no commander 'reckless'" in done.err


def test_what_the_rules_forbid_is_told_where_it_stands(cli: Cli, farm: Path) -> None:
    text = farm.read_text().replace("turns: 2", "turns: 99").replace("edge: W", "edge: W\n    commander: napoleon")
    farm.write_text(text)
    out = cli("check", farm).out
    assert f"{farm}:4:8: error[too-many-turns]" in out
    farm.write_text(text.replace("turns: 99", "turns: 2"))
    assert f"{farm}:10:16: error[unknown-commander]" in cli("check", farm).out


def test_numbers_that_no_die_shows_are_told_where_they_stand(cli: Cli, farm: Path) -> None:
    battle = farm.with_name("b.battle.yaml")
    battle.write_text(
        "format: reportgen-battle/1\nscenario: farm.yaml\nversion: 'old'\nturns:\n"
        "  - turn: 1\n    initiative: {red: 99, blue: [3, 3]}\n"
        "    phases:\n      - {side: red, activation: 99, actions: [end]}\n"
    )
    out = cli("check", battle).out
    assert f"{battle}:6:23: finding[impossible-die]" in out
    assert f"{battle}:8:33: finding[impossible-die]" in out
    assert f"{battle}:6:33: finding[dice-surplus]" in out
    assert f"{battle}:3:1: warning[other-version]" in out


def test_another_commander_fights_another_battle(cli: Cli, farm: Path, tmp_path: Path) -> None:
    cli("run", farm, "--seed", "7", "-o", tmp_path / "a", "--to", "md")
    farm.write_text(SCENARIO.replace("edge: E", "edge: E\n    commander: random"))
    cli("run", farm, "--seed", "7", "-o", tmp_path / "b", "--to", "md")
    text = (tmp_path / "b" / "farm.battle.yaml").read_text()
    assert "blue: the random commander" in text
    turns = [(tmp_path / folder / "farm.battle.yaml").read_text().partition("turns:")[2] for folder in "ab"]
    assert turns[0] != turns[1]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="this system has no folder that nobody may write to")
def test_a_folder_that_may_not_be_written(cli: Cli, farm: Path) -> None:
    done = cli("run", farm, "-o", "/proc/reports", "--to", "md")
    assert (done.code, done.out) == (1, "")
    assert "/proc/reports/farm.battle.yaml: error[unwritable]: cannot be written" in done.err


def test_a_file_where_the_folder_should_be(cli: Cli, farm: Path) -> None:
    done = cli("run", farm, "-o", farm, "--to", "md")
    assert (done.code, done.out) == (1, "")
    assert "error[no-folder]" in done.err
    assert farm.read_text() == SCENARIO


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("report/report.html.j2", b"{% for %}", "line 1"),
        ("report/report.html.j2", b"caf\xe9", "not UTF-8"),
        ("report/report.html.j2", b"{{ nonsense }}", "'nonsense' is undefined"),
        ("report/report.html.j2", b"{{ 1 / 0 }}", "division by zero"),
        ("report/report.html.j2", b"{{ report.__class__.__mro__ }}", "unsafe"),
        ("style/theme.css", b"caf\xe9", "not UTF-8"),
    ],
)
def test_templates_that_are_wrong(cli: Cli, farm: Path, tmp_path: Path, name: str, content: bytes, says: str) -> None:
    file = tmp_path / "mine" / name
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    done = cli("run", farm, "--seed", "7", "-o", tmp_path / "out", "--templates", tmp_path / "mine")
    assert done.code == 1
    assert done.err.startswith(f"{tmp_path / 'mine'}: error[template]: ")
    assert says in done.err
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["farm.battle.yaml"]


def test_a_folder_of_templates_that_there_is_not(cli: Cli, farm: Path, tmp_path: Path) -> None:
    done = cli("run", farm, "-o", tmp_path / "out", "--templates", tmp_path / "mine")
    assert done.code == 1
    assert "error[no-folder]" in done.err


def test_a_theme_that_is_no_style_sheet(cli: Cli, farm: Path, tmp_path: Path) -> None:
    theme = tmp_path / "mine" / "style" / "theme.css"
    theme.parent.mkdir(parents=True)
    for text, at in (("body { color: red }\ngarbage that is none", "2:17"), ("p { color red }", "1:14")):
        theme.write_text(text)
        done = cli("run", farm, "--templates", tmp_path / "mine", "-o", tmp_path / "out")
        assert (done.code, f"{theme}:{at}: error[style]" in done.err) == (1, True), done.err
    assert not (tmp_path / "out").exists()


def test_a_theme_of_the_users_own(cli: Cli, farm: Path, tmp_path: Path) -> None:
    (tmp_path / "mine" / "style").mkdir(parents=True)
    (tmp_path / "mine" / "style" / "theme.css").write_text("body { color: #123456 }")
    cli("run", farm, "--seed", "7", "-o", tmp_path / "out", "--to", "html", "--templates", tmp_path / "mine")
    assert "#123456" in (tmp_path / "out" / "farm.html").read_text()


def test_a_record_with_faults_is_told_all_the_same(cli: Cli, tmp_path: Path) -> None:
    """Two of the findings are about the scenario's own totals, and no fault of the record."""
    battle = resources.scenarios() / "eastern-sudan" / "playtest-1.battle.yaml"
    done = cli("report", battle, "-o", tmp_path, "--to", "md", "--detail", "brief")
    assert done.code == 0
    assert "The rules find fault with it 10 times; reportgen check says where." in done.out


def test_a_battle_of_the_computers_is_not_scolded_for_its_scenario(cli: Cli, farm: Path, tmp_path: Path) -> None:
    cli("run", farm, "--seed", "7", "-o", tmp_path, "--to", "md", "--quiet")
    battle = tmp_path / "farm.battle.yaml"
    text = battle.read_text()
    battle.write_text(text.replace("edge: W", "edge: W\n      published: {points: 99}", 1))
    done = cli("report", battle, "-o", tmp_path / "out", "--to", "md")
    assert done.code == 0 and "find fault" not in done.out
    assert cli("check", battle).code == 0
    assert cli("check", battle, "--strict").code == 1


def test_photographs_are_found_beside_the_battle_file(cli: Cli, farm: Path, tmp_path: Path) -> None:
    from PIL import Image

    cli("run", farm, "--seed", "7", "-o", tmp_path, "--to", "md", "--quiet")
    battle = tmp_path / "farm.battle.yaml"
    text = battle.read_text()
    battle.write_text(text.replace("turns:\n", "entries:\n  - {photo: table.png, caption: The table}\nturns:\n", 1))
    missing = cli("report", battle, "-o", tmp_path / "out", "--to", "html")
    assert missing.code == 1
    assert f"{battle}:" in missing.err
    Image.new("RGB", (40, 30), "green").save(tmp_path / "table.png")
    assert cli("report", battle, "-o", tmp_path / "out", "--to", "html").code == 0
    assert "The table" in (tmp_path / "out" / "farm.html").read_text()
    (tmp_path / "table.png").write_text("no picture")
    broken = cli("report", battle, "-o", tmp_path / "out2", "--to", "html")
    assert broken.code == 1
    assert "error[" in broken.err
