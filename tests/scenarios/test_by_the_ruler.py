"""The example of docs/scenarios.md: Grey's Hill extended by the ruler, its objectives too."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from reportgen import rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.play import Battle
from reportgen.battle.scenario import Scenario
from reportgen.files.scenario import scenario_from
from reportgen.files.source import parse
from reportgen.problems import Problems
from reportgen.render.maps import draw
from reportgen.story.briefing import briefings
from reportgen.story.report import report

ROOT = Path(__file__).parents[2]
RULES: Any = rulesets.load("tin_brigadier")


@cache
def hill() -> Scenario:
    text = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```yaml\n(# Grey's Hill by the ruler\n.*?)```", text, re.S)
    problems = Problems()
    source = parse(block, "docs", problems)
    assert source is not None, list(problems)
    folder = ROOT / "scenarios/greys-hill"
    scenario = scenario_from(source, folder, rulesets.vocabulary, problems, rulesets.names())
    assert scenario is not None, "\n".join(map(str, problems))
    assert RULES.check(scenario) == []
    return scenario


def test_it_is_fought_to_the_end_and_told() -> None:
    scenario = hill()
    sides = enumerate(scenario.sides)
    players = {side.id: RULES.commander("nearest", scenario, side.id, number) for number, side in sides}
    log = Battle(RULES, scenario, Seeded(4, players, 4), seed=4, number=4).play()
    (arrived,) = log.of("arrive")
    x, y = map(float, arrived["at"].split(","))
    assert arrived.turn == 2 and 60 <= x <= 84 and y <= 6
    told = report(log, scenario, RULES)
    assert told.turns
    assert any("The western top taken" in goal for aims in told.objectives for goal in aims.goals)


def test_its_documents_say_where() -> None:
    umpire, green, grey = briefings(hill(), RULES)
    assert umpire.board == "84 by 72 inches, a distance of 1 being 6 inches"
    facings = {unit: place.facing for side in umpire.sides for place in side.places for unit in place.units}
    assert (facings["GINF1"], facings["TANK"], facings["YINF1"], facings["YMG"]) == ("350°", "north", "190°", "south")
    aims = [aim.detail for side in umpire.sides for aim in side.aims]
    assert "The circle of 8 in about 33,48 held" in aims
    assert any("60,24–72,30" in aim for aim in aims)
    assert any("24,42–60,54" in aim for aim in aims)
    (come,) = next(side for side in umpire.sides if side.id == "green").arrivals
    assert come.at == "the southern edge from 60 to 84 in"
    (zone,) = umpire.zones
    assert zone.turn == 2 and zone.outlines == (((10.0, 1.0), (14.0, 1.0), (14.0, 0.0), (10.0, 0.0)),)
    assert len(green.frame.picture.outlines) == 2 and grey.frame.picture.outlines == ()
    texts = {text.text for layer in draw(green.frame.picture, 312).layers for text in layer.texts}
    assert {"The western top taken", "24", " in"} <= texts
