"""A record written as a battle file: the same file that a person writes by hand, one action a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reportgen.battle.orders import Action, Faces
from reportgen.battle.record import Entry, Note, PhaseRecord, Photo, Record, TurnRecord
from reportgen.battle.scenario import Scenario
from reportgen.battle.vocabulary import Vocabulary
from reportgen.files.fitting import END
from reportgen.files.handwriting import handwritten
from reportgen.files.notation import Notation
from reportgen.files.schema_battle import BATTLE_FORMAT

_BLOCKS = frozenset(["actions", "entries"])
_SPACED = frozenset(["entries", "turns", "ends", "scenario"])


def write_battle(record: Record, scenario: Scenario | str, vocabulary: Vocabulary) -> str:
    """The text of the battle file. The scenario is named by its path from the battle file's folder, or, if it is given
    whole, stands at the end of the file, so that the file alone is enough.

    What is written is read back equal. Raises KeyError for a verb that the vocabulary does not have.
    """
    notation = Notation(vocabulary)
    data: dict[str, Any] = {"format": BATTLE_FORMAT}
    if record.title:
        data["title"] = record.title
    if isinstance(scenario, str):
        data["scenario"] = scenario
    data["ruleset"] = record.ruleset
    if record.version:
        data["version"] = record.version
    if record.variants is not None:
        data["variants"] = list(record.variants)
    if record.seed is not None:
        data["seed"] = record.seed
    if record.battle:
        data["battle"] = record.battle
    if record.players:
        data["players"] = dict(record.players)
    if record.entries:
        data["entries"] = _entries(record.entries, notation)
    data["turns"] = [_turn(turn, notation) for turn in record.turns]
    if record.ends:
        data["ends"] = {key: record.ends[key] for key in ("why", "outcome", "winner") if key in record.ends}
    if isinstance(scenario, Scenario):
        data["scenario"] = dict(scenario.raw)
    return handwritten(data, _BLOCKS, _SPACED)


def _turn(turn: TurnRecord, notation: Notation) -> dict[str, Any]:
    data: dict[str, Any] = {"turn": turn.number}
    if turn.initiative:
        data["initiative"] = {side: _throws(scores) for side, scores in turn.initiative.items()}
    if turn.entries:
        data["entries"] = _entries(turn.entries, notation)
    if turn.phases:
        data["phases"] = [_phase(phase, notation) for phase in turn.phases]
    return data


def _throws(scores: tuple[int, ...]) -> Any:
    faces = [score or "?" for score in scores]
    return faces[0] if len(faces) == 1 else faces


def _phase(phase: PhaseRecord, notation: Notation) -> dict[str, Any]:
    data: dict[str, Any] = {"side": phase.side}
    if phase.activation is not None:
        data["activation"] = phase.activation or "?"
    actions = _entries(phase.entries, notation)
    if phase.over:
        actions.append(END)
    if actions:
        data["actions"] = actions
    return data


def _entries(entries: Iterable[Entry], notation: Notation) -> list[Any]:
    written: list[Any] = []
    together: list[Action] = []
    for entry in entries:
        if isinstance(entry, Action):
            together.append(entry)
            continue
        written += _actions(together, notation)
        together = []
        if isinstance(entry, Note):
            written.append({"note": entry.text})
        elif isinstance(entry, Photo):
            written.append({"photo": entry.file, **({"caption": entry.caption} if entry.caption else {})})
        else:
            written.append({"heading": entry.text})
    return written + _actions(together, notation)


def _actions(actions: list[Action], notation: Notation) -> list[Any]:
    """Lines of notation; what no line can say is written out."""
    written: list[Any] = []
    together: list[Action] = []
    for action in actions:
        if notation.can_say(action):
            together.append(action)
        else:
            written += [*notation.print_all(together), _written_out(action)]
            together = []
    return written + notation.print_all(together)


def _written_out(action: Action) -> dict[str, Any]:
    order, declared = action.order, action.declared
    attacker, defender = declared.modifiers
    modifiers = {
        name: dict(side) for name, side in (("attacker", attacker), ("defender", defender)) if side is not None
    }
    data = {
        "verb": order.verb,
        "unit": order.unit,
        "target": order.target,
        "path": list(order.path),
        "facing": order.facing,
        "text": list(order.text),
        "dice": [_group(group) for group in declared.dice],
        "rethrows": [[_face(face) for face in again] for again in declared.rethrows],
        "modifiers": modifiers,
        "totals": [] if declared.totals == (None, None) else [_face(total) for total in declared.totals],
        "result": declared.result,
        "loser": declared.loser,
        "withdrew": list(declared.withdrew),
        "throws": [_thrown(thrown.purpose, thrown.unit, thrown.faces) for thrown in declared.throws],
        "comment": action.comment,
    }
    return {key: value for key, value in data.items() if value not in ("", [], {})}


def _thrown(purpose: str, unit: str, faces: Faces) -> Mapping[str, Any]:
    return {"purpose": purpose, **({"unit": unit} if unit else {}), "dice": [_face(face) for face in faces]}


def _face(face: int | None) -> int | str:
    return "?" if face is None else face


def _group(group: Faces) -> Any:
    return _face(group[0]) if len(group) == 1 else [_face(face) for face in group]
