"""A noun phrase with its number, so that a construction can be written once for one stand, several, or a general."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ref:
    """Somebody or something, as a sentence names it. Formatting it gives `text`; the other words agree with it.

    `same` is how to say that it is the one of before ('the same cavalry'), `short` a later, shorter name.
    """

    text: str
    plural: bool = False
    person: bool = False
    same: str = ""
    brief: str = ""
    brief_plural: bool = False
    proper: str = ""
    """What `text` must be distinguished by; two references with equal `proper` are the same thing."""
    medium: str = ""
    """Between the two in length: 'the front stand' for 'the front stand of the pair of spearmen on the right'."""
    medium_plural: bool = False
    members: tuple[Ref, ...] = ()
    """The units that a phrase for several stands for, where anybody asks."""

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return self.text

    @property
    def they(self) -> str:
        return "they" if self.plural else "he" if self.person else "it"

    @property
    def them(self) -> str:
        return "them" if self.plural else "him" if self.person else "it"

    @property
    def their(self) -> str:
        return "their" if self.plural else "his" if self.person else "its"

    @property
    def themselves(self) -> str:
        return "themselves" if self.plural else "himself" if self.person else "itself"

    @property
    def were(self) -> str:
        return "were" if self.plural else "was"

    @property
    def who(self) -> str:
        return "who" if self.plural or self.person else "which"

    @property
    def short(self) -> Ref:
        """A later mention: the body of men for a stand of it, the noun alone for a gun."""
        if not self.brief:
            return self
        return Ref(self.brief, self.brief_plural, self.person, self.same, proper=self.proper)
