"""Attacks at one square with what is held in the hand: nobody fires a spear. Slots as in `say.fire`; `go` is a verb
phrase of the ruleset's for the weapon ('threw their spears at')."""

from reportgen.story.pen import bank

HAND = bank(
    hand__none="""
        svo -again | {a} {go} {d} and did no harm
        passive | {d} {d.were} attacked by {a} at a spear's length and stood
        nothing | Nothing came of it when {a} {go} {d}
        stood | {d} stood when {a} {go} {d.them}
        two-clause | {a} {go} {d}; {d.they} did not move
        keeping | Keeping {a.their} distance, {a} {go} {d} without result
        against | Against {d} the weapons of {a} were of no use
        again +again | {a} {go} {d} again, to no better purpose
        again2 +again | Once more {a} {go} {d}, and once more nobody moved
        low +a-low | A throw of {ad} was all that {a} had for {d}
        high +d-high | {d} had {a_dd} to set against {a} and stayed
        near +near | One pip more on the die of {a}, and {d} had been in trouble
        want +far | {a} could have moved {d} with {a_want} and threw {ad}
    """,
    hand__back="""
        svo | {a} {go} {d} and sent {d.them} back {back}
        when | When {a} {go} {d}, {d.they} fell back {back}
        before | Before {a} {d} gave up {back}
        passive | {d} {d.were} driven back {back} by {a}, at a spear's length
        two-clause | {a} {go} {d}; {d.they} withdrew {back}
        dice | With {ad} to {dd} {a} sent {d} back {back}
        again +again | {a} {go} {d} again, and this time {d.they} went, {back} of it
        near +gap-one | A margin of one was enough for {a}, and back went {d}, {back}
    """,
    hand__dead="""
        svo | {a} {go} {d} and made an end of {d.them}
        passive | {d} {d.were} destroyed by {a} at a spear's length
        nothing | There was nothing left of {d} once {a} had done
        when | When {a} {go} {d}, that was the end of {d.them}
        dice | With {ad} to {dd} {a} destroyed {d}
        again +again | {a} {go} {d} again, and this time {d.they} did not survive it
    """,
    setup__hand="""
        svo | {a} {go} {d}
        near | {d} stood within arm's reach of {a}, or nearly
        way +moved | {a} came {way} and {go} {d}
        it-was | It was {a} that {go} {d}
        again +again | Once more {a} {go} {d}
        deed +deed | {a}, {a.who} {deed}, now {go} {d}
        more +more | {d} had been attacked already; now {a} {go} {d.them} too
    """,
)
