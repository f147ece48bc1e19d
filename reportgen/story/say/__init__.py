"""The banks of constructions, one module a theme. They know no ruleset: nouns and modifiers come from outside."""

from reportgen.story.say.close import CLOSE
from reportgen.story.say.ends import BRIEF, ENDS
from reportgen.story.say.fire import FIRE
from reportgen.story.say.great import GREAT
from reportgen.story.say.hand import HAND
from reportgen.story.say.many import MANY
from reportgen.story.say.march import MARCH
from reportgen.story.say.own import OWN
from reportgen.story.say.plan import PLAN
from reportgen.story.say.turns import TITLES, TURNS
from reportgen.story.say.work import WORK

ALL = (TURNS, MARCH, FIRE, CLOSE, HAND, MANY, GREAT, ENDS, BRIEF, TITLES, OWN, PLAN, WORK)
"""Every situation that a report may come to."""
