"""Battles under rules of the players' own, of which the story knows no odds: what was done, and what became of whom.

Slots: `a` attacker, `d` target, `fate` what became of one of them, as a verb ('lost three and was shaken'), `u` a unit,
`odds` nothing: nobody knows them.
"""

from reportgen.story.pen import bank

OWN = bank(
    own__fire="""
        svo -hit | {a} fired on {d} without effect
        noun -hit | Fire from {a} did {d} no harm
        passive -hit | {d} {d.were} fired on by {a} and took no notice
        two -hit | {a} tried a shot at {d}, and nothing came of it
        stood -hit | {d} took the fire of {a} and stayed
        for-all! -hit | For all the smoke that {a} made, {d} {d.were} none the worse
        then +hit | {a} fired on {d}, {d.who} {fate}
        under +hit | Under fire from {a}, {d} {fate}
        opened +hit | {a} opened fire, and {d} {fate}
        mark +hit | {a} found the range of {d}, {d.who} {fate}
        shot +hit | Fired on by {a}, {d} {fate}
        turned +turned | {a} fired on {d}, and it was {a2} that {fate}
    """,
    own__close="""
        svo -hit | {a} went in at {d}, and neither gave way
        noun -hit | Close combat between {a} and {d} settled nothing
        passive -hit | {d} {d.were} charged by {a} and held
        two -hit | {a} came to blows with {d}, and they parted as they had met
        then +hit -turned | {a} charged {d}, {d.who} {fate}
        hands +hit -turned | Hand to hand with {a}, {d} {fate}
        fell +hit -turned | {a} fell upon {d}, and {d2} {fate}
        pressed +hit -turned | Pressed by {a}, {d} {fate}
        turned +turned | {a} charged {d} and came off worse: {a2} {fate}
        turned-at +turned | {d} met the charge of {a}, {a.who} {fate}
        turned-held +turned | {d} held, and {a}, {a.who} had attacked, {fate}
    """,
    own__after="""
        other | It had cost something as well: {u} {fate}
        nor | Nor did the other side get off free, for {u} {fate}
        and | {u} {fate} in turn
    """,
    own__change="""
        svo | {u} {fate}
        of | As for {u}, {u.they} {fate}
        besides! | Besides, {u} {fate}
    """,
    own__removed="""
        off | {u} {u.were} taken off the table
        seen | No more was seen of {u}
        end | That was the end of {u}
        why +why | {u} {u.were} taken off the table: {why}
        why-end +why | That was the end of {u}: {why}
    """,
    own__dice="""
        few | {us} threw {n} dice, at {mean} on average; {foe} threw {m}, at {mean2}; {expected} is the rule
    """,
)
