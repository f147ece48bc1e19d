"""The sentence builder: many constructions for a situation, one chosen by what is true, by memory, and by a keyed hash.

A *construction* is one line of a bank: `shape +needed -barred | text`. `shape` names how the sentence is built (svo,
passive, fronted, it ...); two sentences of one shape never follow each other. A shape with `!` is a turn of phrase that
is worth hearing once. `+tag` must hold, `-tag` must not. The
text is a format string over slots; a construction with an empty slot is left aside. The same battle gives the same
text: ties are broken by a hash of the battle, never by chance.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from reportgen.story.mentions import Mentions
from reportgen.story.words import split, tidy

_WORD = re.compile(r"[A-Za-z’'-]+")
_MARKED = frozenset(
    split(
        "again also already anyway besides elsewhere enough evidently even however instead meanwhile merely nearly "
        "presently promptly simply still there too twice"
    )
)
"""Words that catch the ear: not again for a while, like every adverb in -ly."""
STRONG, WEAK = 7.0, 1.5
"""What a needed tag speaks for a construction, in the units of `_cost`: the first if it must not go unnoticed."""
_TELLING = frozenset(
    split(
        "again ahead both cheap close command d-command dead deed drawn-twice first first-contact first-loss "
        "first-shot goal killer last level near none one poor streak thrice tie ties together twice untouched"
    )
)
_CONNECTIVES = ("Next", "Then", "After that", "At the same time", "Soon after", "That done", "Presently", "Meanwhile")
_ASIDES = ("As it happened", "For the record", "What is more", "To be exact", "Besides", "In short")
"""For remarks on what has just been told, which do not come after it in time."""
_REMARKS = (
    "after.", "odds", "throw", "gone", "verdict", "reason", "goals", "powder", "best", "stubborn", "generals", "away",
    "survivors", "luck", "turning", "standing", "stood", "why", "initiative",
)  # fmt: skip
_ALONE = ("stood/", "line", "orders", "initiative", "turning", "luck", "own.dice", "outcome")
"""What stands in a line of its own, or begins a paragraph: it follows on nothing and needs no connective."""
_FOLLOWS = re.compile(
    r"^(?:Besides|For the rest|Elsewhere|Otherwise|The rest of|With less success|The next to|At any rate)"
    r"|\bas well\b|, too\b|\bbesides\b|^Away from the fighting|^Behind the fighting"
)
"""What goes on from a sentence before, and does not open a phase."""
_FUNCTION = frozenset(
    split(
        "a all an another at both eight eleven every five four he her his in it its neither nine no nobody none not "
        "nothing of on one only seven several six ten that the their there they this three to twelve two what whatever "
        "when where with"
    )
)
"""Words that lose their capital after a connective; anything else may be a name and keeps it."""


@dataclass(frozen=True, slots=True)
class Build:
    """One construction. `slots` are the names that its text needs; `once`: better not twice in a report."""

    id: str
    shape: str
    text: str
    needs: frozenset[str]
    bars: frozenset[str]
    slots: frozenset[str]
    once: bool = False
    marked: frozenset[str] = frozenset()
    """Its words that catch the ear."""
    follows: bool = False
    """Whether it goes on from something told before it in the phase."""
    meets: bool = False
    """Whether what fills a slot may repeat the word before it ('in turn one one of ...')."""


_TWICE = re.compile(r"\b(\w+) \1\b")
"""A word twice running: 'another another'."""
_MEETS = re.compile(r"(?:\b(?:one|another|the|a|two|it)|\}) \{")
_FRONTED = re.compile(r"\{(?:a|d|a2|d2|A|D|F)\}(?= \{(?:a|d|us|foe|A|D)\})")
"""Where somebody's name ends a phrase before the subject: with names of several words it needs a comma."""
_PLAIN_TITLES = {
    "outcome": "The battle was over",
    "caption": "The field after this phase",
    "point": "The turning point",
}

Bank = Mapping[str, tuple[Build, ...]]


def bank(**situations: str) -> dict[str, tuple[Build, ...]]:
    """Reads constructions, one a line; `__` in a situation's name stands for a dot. Raises ValueError on a bad line."""
    return {name.replace("__", "."): tuple(_read(name.replace("__", "."), text)) for name, text in situations.items()}


def _read(situation: str, text: str) -> Iterable[Build]:
    for n, line in enumerate(filter(None, map(str.strip, text.splitlines()))):
        head, bar, template = line.partition("|")
        template = _FRONTED.sub(r"\g<0>,", template)
        if not bar:
            raise ValueError(f"{situation}: no bar in {line!r}")
        shape, *tags = head.split()
        once = shape.endswith("!")
        if any(tag[0] not in "+-" for tag in tags):
            raise ValueError(f"{situation}: a tag needs + or - in {line!r}")
        slots = {name.partition(".")[0] for _, name, _, _ in string.Formatter().parse(template) if name}
        yield Build(
            f"{situation}/{n}",
            shape.rstrip("!"),
            template.strip(),
            frozenset(tag[1:] for tag in tags if tag[0] == "+"),
            frozenset(tag[1:] for tag in tags if tag[0] == "-"),
            frozenset(slots),
            once,
            frozenset(_marked(re.sub(r"\{[^}]*\}", "", template))),
            bool(_FOLLOWS.search(template.strip())),
            bool(_MEETS.search(template)),
        )


@dataclass(frozen=True, slots=True)
class Written:
    """A sentence that stands in the report, and how it was made."""

    build: str
    shape: str
    text: str
    opening: str
    length: int
    apart: bool = False
    """Whether it follows on nothing: it stands in a line of its own or below a heading."""
    bare: str = ""
    """The same without its connective, if it has one."""


class Pen:
    """Writes sentences and remembers them. `seed` is anything that tells this battle from others."""

    def __init__(self, seed: str, *banks: Bank) -> None:
        self.seed = seed
        self.builds: dict[str, tuple[Build, ...]] = {}
        for one in banks:
            self.builds.update(one)
        self.written: list[Written] = []
        self._used: dict[str, int] = {}
        self._heard: dict[str, int] = {}
        self._titles: Counter[str] = Counter()
        self._count = 0
        self._mentions: Mentions | None = None
        self._start = 0
        """The sentence that follows a heading."""

    def begin(self) -> None:
        """A phase begins: from here on whoever is named again has a shorter name, until `end`."""
        self._mentions = Mentions()
        self._start = len(self.written)

    def end(self) -> None:
        """The phase is over; everybody has his full name again."""
        self._mentions = None

    def unled(self, text: str) -> str:
        """A paragraph that opens its phase, without the connective before its first sentence."""
        for one in self.written[self._start :]:
            if one.bare and text.startswith(one.text):
                return one.bare + text[len(one.text) :]
        return text

    # -- choices -----------------------------------------------------------------------------------------------------

    def pick(self, situation: str, options: Sequence[str]) -> str:
        """One of several words: the one longest unused, ties by the hash. Raises ValueError if there is none."""
        if not options:
            raise ValueError(f"nothing to pick for {situation}")
        self._count += 1
        best = min(options, key=lambda o: (self._used.get(f"{situation}={o}", -1), self._jitter(f"{situation}={o}")))
        self._used[f"{situation}={best}"] = self._count
        return best

    def can(self, situation: str, tags: Collection[str] = (), **slots: Any) -> bool:
        """Whether the situation has a construction for these facts."""
        return bool(self._fitting(situation, frozenset(tags), slots))

    def say(self, situation: str, tags: Collection[str] = (), **slots: Any) -> str:
        """A sentence for the situation; a plain one if no construction fits, so that a report never fails for words."""
        held = frozenset(tags)
        slots = self._named(slots)
        fitting = self._fitting(situation, held, slots)
        if not fitting:
            return self._plainly(situation, slots)
        if self._mentions is not None and len(self.written) == self._start:
            fitting = [one for one in fitting if not one[0].follows] or fitting
        fitting = [one for one in fitting if not self._spent(one[0])] or fitting
        self._count += 1
        best = min(
            ((self._cost(build, text), build, text) for build, text in fitting), key=lambda it: (it[0], it[1].id)
        )
        _, build, text = best
        if self._mentions is not None:
            self._mentions.heard((slots[name] for name in build.slots), len(self.written))
        return self._write(build, text)

    def _named(self, slots: dict[str, Any]) -> dict[str, Any]:
        """The slots with short names, and the verb of an attack in agreement with who makes it."""
        if self._mentions is not None:
            slots = self._mentions.later(slots, len(self.written))
        go = slots.get("go")
        if go and "{r" in go:
            slots = {**slots, "go": go.format(r=slots["a"])}
        return slots

    def title(self, situation: str, tags: Collection[str] = (), **slots: Any) -> str:
        """A title: chosen like a sentence, never the same words twice while others fit, without a full stop."""
        fitting = [(build, text.removesuffix(".")) for build, text in self._fitting(situation, frozenset(tags), slots)]
        if not fitting:
            return _PLAIN_TITLES.get(situation, "The next turn")
        self._count += 1
        best = min(
            fitting,
            key=lambda it: (
                self._titles[it[1]],
                it[0].id in self._used,
                self._jitter(it[0].id) * 8 - 5 * len(it[0].needs),
                it[0].id,
            ),
        )
        self._titles[best[1]] += 1
        self._used[best[0].id] = len(self.written)
        return best[1]

    def maybe(self, situation: str, tags: Collection[str] = (), **slots: Any) -> str:
        """A sentence, or an empty string if no construction fits."""
        return self.say(situation, tags, **slots) if self.can(situation, tags, **slots) else ""

    def fresh(self, situation: str, tags: Collection[str] = (), *, rest: int = 30, **slots: Any) -> str:
        """Like `maybe`, but silent if each fitting construction was used within the last `rest` sentences."""
        now = len(self.written)
        for build, _ in self._fitting(situation, frozenset(tags), slots):
            if self._spent(build):
                continue
            if now - self._used.get(build.id, -1_000_000) > rest:
                return self.say(situation, tags, **slots)
        return ""

    def _plainly(self, situation: str, slots: Mapping[str, Any]) -> str:
        """What can be said where the bank has nothing: who met whom, or that more happened than is told."""
        if slots.get("a") and slots.get("d"):
            text, shape = tidy(f"{slots['a']} met {slots['d']}"), "plain met"
        elif slots.get("us"):
            text, shape = tidy(f"More of {slots['us']} is not recorded"), "plain more"
        else:
            text, shape = tidy("More is not recorded"), "plain nothing"
        return self._write(Build(f"plain/{situation}", shape, text, frozenset(), frozenset(), frozenset()), text)

    # -- memory ------------------------------------------------------------------------------------------------------

    def _fitting(self, situation: str, tags: frozenset[str], slots: Mapping[str, Any]) -> list[tuple[Build, str]]:
        given = {name for name, value in slots.items() if value not in (None, "")}
        return [
            (build, tidy(build.text.format_map(slots)))
            for build in self.builds.get(situation, ())
            if build.slots <= given and build.needs <= tags and not build.bars & tags
        ]

    def _spent(self, build: Build) -> bool:
        """A turn of phrase that has been heard."""
        return build.once and build.id in self._used

    def _cost(self, build: Build, text: str) -> float:
        now = len(self.written)
        cost = 6.0 * max(0, text.count(" and ") - 2)
        if build.meets and _TWICE.search(text):
            cost += 200.0
        cost += self._jitter(build.id) * 8 - sum(STRONG if tag in _TELLING else WEAK for tag in build.needs)
        used = self._used.get(build.id)
        if used is not None:
            cost += 400 / (3 + now - used) + 60 * build.once
        if self.written:
            last = self.written[-1]
            cost += 90 * (build.shape == last.shape) + 45 * (_opening(text) == last.opening)
            if len(self.written) > 1:
                near = [abs(text.count(" ") + 1 - w.length) < 4 for w in self.written[-2:]]
                cost += 4 * all(near)
        cost += sum(40 / (2 + now - self._heard[word]) for word in build.marked if word in self._heard)
        return cost

    def _write(self, build: Build, text: str) -> str:
        shape = build.shape
        apart = len(self.written) <= self._start or build.id.startswith(_ALONE)
        bare = ""
        if not apart:
            last = self.written[-1]
            if shape == last.shape or _opening(text) == last.opening:
                used = {w.opening for w in self.written[-1:]}
                words = _ASIDES if build.id.startswith(_REMARKS) else _CONNECTIVES
                options = [c for c in words if c.split()[0].lower() not in used]
                bare, text = text, f"{self.pick('connective', options)}, {_small(text)}"
                shape = f"led {shape}" if last.shape != f"led {shape}" else f"led again {shape}"
        now = len(self.written)
        self._used[build.id] = now
        for word in build.marked:
            self._heard[word] = now
        self.written.append(Written(build.id, shape, text, _opening(text), len(text.split()), apart, bare))
        return text

    def _jitter(self, key: str) -> float:
        """0 to 1, by the battle, the place in the text and the key."""
        digest = blake2b(f"{self.seed}/{self._count}/{key}".encode(), digest_size=4).digest()
        return int.from_bytes(digest, "big") / 2**32


def _opening(text: str) -> str:
    match = _WORD.search(text)
    return match.group().lower() if match else text[:4]


def _marked(text: str) -> set[str]:
    words = {word.lower() for word in _WORD.findall(text)}
    return {word for word in words if word in _MARKED or (word.endswith("ly") and len(word) > 4)}


def _small(text: str) -> str:
    first = text.split()[0].rstrip(",;:")
    return text[0].lower() + text[1:] if first.lower() in _FUNCTION else text
