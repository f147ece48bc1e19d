"""The commands that only look: check, schema, rulesets, help; and how a command ends when something is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from reportgen import __version__, api
from reportgen.cli import commands
from reportgen.options import fitting
from reportgen.problems import Place, Problem

from .conftest import SCENARIO, Cli

COMMANDS = sorted(commands.commands)


def test_check_finds_nothing(cli: Cli, farm: Path) -> None:
    done = cli("check", farm)
    assert (done.code, done.out, done.err) == (0, "1 file: no problems\n", "")
    assert cli("check", farm, "--quiet").out == ""


def test_check_says_every_problem_at_once_with_the_wrong_line(cli: Cli, farm: Path) -> None:
    text = SCENARIO.replace("turns: 2", "turns: two").replace("label: BLU", "lable: BLU")
    farm.write_text(text)
    done = cli("check", farm)
    lines = done.out.splitlines()
    assert done.code == 1
    assert lines[0].startswith(f"{farm}:4:8: error[")
    assert lines[1:3] == ["  turns: two", "         ^"]
    assert any(line.startswith(f"{farm}:16:") and "did you mean 'label'" in line for line in lines)
    assert lines[-1].startswith("1 file: ")


def test_check_tells_what_the_rules_forbid(cli: Cli, farm: Path) -> None:
    farm.write_text(SCENARIO.replace(", {type: command, label: MAJ}", "").replace(", MAJ: L8", ""))
    done = cli("check", farm)
    assert done.code == 1
    assert "Command" in done.out


def test_check_reads_every_kind_of_file(cli: Cli, farm: Path, tmp_path: Path) -> None:
    army = tmp_path / "army.yaml"
    army.write_text(
        "format: reportgen-army/1\nname: Guards\nruleset: late19c\nunits: [{type: guard_infantry, label: GDS}]\n"
    )
    rules = Path(api.rulesets.__file__).parent / "late19c" / "rules.yaml"
    assert cli("check", farm, army, rules, army).out == "3 files: no problems\n"
    wrong = tmp_path / "rules.yaml"
    wrong.write_text("format: reportgen-rules/1\n")
    army.write_text("format: reportgen-army/1\nname: Guards\nruleset: late19c\nunits: [{type: guard, label: GDS}]\n")
    done = cli("check", army, wrong)
    assert done.code == 1
    assert f"{army}:4:" in done.out
    assert f"{wrong}:1:1: error[missing-key]" in done.out


@pytest.mark.parametrize("text", ["", "title: A\n", "format: reportgen-novel/1\n", "- a\n- b\n", "format: [1]\n"])
def test_a_file_that_does_not_say_what_it_is(cli: Cli, tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(text)
    done = cli("check", file)
    assert done.code == 1
    assert "error[no-format]" in done.out or "error[empty-file]" in done.out


def test_check_of_files_that_cannot_be_read(cli: Cli, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"title: caf\xe9\n")
    done = cli("check", tmp_path / "none.yaml", tmp_path, tmp_path / "pipe.yaml", tmp_path / "latin.yaml")
    assert done.code == 1
    for code in ("no-file", "unreadable", "not-utf-8"):
        assert f"error[{code}]" in done.out
    assert done.out.endswith("4 files: 4 errors\n")


def test_check_for_programs(cli: Cli, farm: Path) -> None:
    farm.write_text(SCENARIO.replace("turns: 2", "turns: two"))
    done = cli("check", farm, "--json")
    (problem,) = json.loads(done.out)
    assert done.code == 1
    assert problem["place"] == {"file": str(farm), "line": 4, "column": 8}
    assert problem["severity"] == "error"


def test_findings_are_no_failure_unless_asked_for() -> None:
    finding = Problem(Place("a", 1, 1), "sum", "message", severity="finding")
    checked = api.Checked(1, (finding, finding))
    assert checked.summary == "1 file: 2 findings"
    assert (checked.failed(), checked.failed(strict=True)) == (False, True)
    assert not api.Checked(2, ()).failed(strict=True)


def test_schema_lists_its_kinds(cli: Cli) -> None:
    assert {"army", "scenario", "battle", "rules"} <= set(cli("schema").out.split())


def test_schema_of_a_kind(cli: Cli) -> None:
    plain = json.loads(cli("schema", "scenario").out)
    assert plain["$schema"].endswith("2020-12/schema")
    assert "regular_infantry" not in json.dumps(plain)
    assert "regular_infantry" in cli("schema", "scenario", "--ruleset", "late19c").out


def test_schemas_into_a_folder(cli: Cli, tmp_path: Path) -> None:
    done = cli("schema", "-o", tmp_path / "schemas")
    assert done.code == 0
    assert done.out.split() == [
        str(path) for path in (tmp_path / "schemas" / f"{kind}.schema.json" for kind in api.schemas())
    ]
    assert json.loads((tmp_path / "schemas" / "battle.schema.json").read_text())["type"] == "object"
    assert cli("schema", "army", "-o", tmp_path).out == f"{tmp_path / 'army.schema.json'}\n"


def test_rulesets(cli: Cli) -> None:
    out = cli("rulesets").out
    assert "late19c 1" in out
    assert "  variant flank_fire" in out
    found = {one["id"]: one for one in json.loads(cli("rulesets", "--json").out)}
    assert found.keys() == set(api.rulesets.names())
    assert "flank_fire" in found["late19c"]["variants"]


@pytest.mark.parametrize(
    "words",
    [
        ["bogus"],
        ["check"],
        ["check", "--bogus", "a"],
        ["run"],
        ["run", "a", "--seed", "-1"],
        ["run", "a", "-o", ""],
        ["report", " "],
        ["run", "a", "--staples"],
        ["run", "a", "--fold-marks"],
        ["scenario", "a", "--flip", "long"],
        ["booklet", "a", "--creep", "0.1"],
        ["run", "a", "--to", "md", "--fold", "a4"],
        ["report", "a", "--to", "html,md", "--bleed", "3mm"],
        ["run", "a", "--seed", "x"],
        ["run", "a", "--to", "pdf,doc"],
        ["run", "a", "--to", ""],
        ["report", "a", "--paper", "a3"],
        ["report", "a", "--ink", "pink"],
        ["schema", "novel"],
        ["schema", "army", "--ruleset", "bogus"],
    ],
)
def test_wrong_words_are_a_usage_error(cli: Cli, words: list[str]) -> None:
    done = cli(*words)
    assert done.code == 2
    assert "Usage: reportgen" in done.err
    assert done.out == ""


def test_only_options_that_are_alike_are_suggested(cli: Cli) -> None:
    assert "Did you mean" not in cli("run", "a", "--nonsense").err
    assert "Did you mean '--seed'?" in cli("run", "a", "--sed", "1").err


def test_a_printers_turning_may_be_tried_without_a_fold() -> None:
    """Not the options alone: what is to be printed goes through to the maker."""
    with commands.commands["run"].make_context("run", ["a", "--printer-test", "--flip", "long"]) as context:
        fitting(context.params)


def test_version(cli: Cli) -> None:
    assert cli("--version").out == f"reportgen {__version__}\n"


def test_help_lists_every_command(cli: Cli) -> None:
    out = cli("--help").out
    assert {"check", "events", "report", "rulesets", "run", "schema"} <= set(COMMANDS)
    assert all(f"\n  {command} " in out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example_that_it_would_take(cli: Cli, command: str) -> None:
    done = cli(command, "--help")
    assert done.code == 0
    examples = [line.split() for line in done.out.splitlines() if line.startswith(f"    reportgen {command}")]
    assert examples
    for example in examples:
        end = next((n for n, word in enumerate(example) if word in ("|", ">")), len(example))
        commands.commands[command].make_context(command, example[2:end])


def test_lists_keep_their_order_and_say_each_word_once() -> None:
    context = commands.commands["report"].make_context("report", ["a", "--to", "md, pdf,md"])
    assert context.params["to"] == ("md", "pdf")


def test_stopped_by_the_user(cli: Cli, farm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(files: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(api, "check", stop)
    done = cli("check", farm)
    assert done.code == 130
    assert "Stopped." in done.err


def test_a_fault_of_ours_is_one_line(cli: Cli, farm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_(files: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(api, "check", break_)
    done = cli("check", farm)
    assert done.code == 70
    assert "ZeroDivisionError: by nought" in done.err
    monkeypatch.setenv("REPORTGEN_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        click.echo(cli("check", farm))


def shell(words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a line of shell in which `reportgen` is the command."""
    line = words.replace("reportgen", f"'{sys.executable}' -m reportgen")
    return subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize("words", ["--help", "run --help", "--version", "rulesets"])
def test_a_reader_that_was_never_there(words: str, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    line = [sys.executable, "-m", "reportgen", *words.split()]
    done = subprocess.run(line, stdout=writing, stderr=subprocess.PIPE, text=True, cwd=tmp_path, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    done = shell("reportgen schema battle | true; echo ${PIPESTATUS[0]}", tmp_path)
    assert done.stdout.strip() in ("141", "0")  # 0: everything had gone into the pipe before it was closed
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_under_our_output(tmp_path: Path) -> None:
    done = shell("reportgen schema battle > /dev/full", tmp_path)
    assert done.returncode == 1
    assert done.stderr == "output: error[disk]: no space left on device\n"
