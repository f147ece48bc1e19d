"""Several fights in one sentence.

Slots: `A` the attackers together (`N` the same after a negation), `D` the targets together, `d` a target they share,
`n` how many fights, `F` those who failed against `d`, `s` the one who did not, `nor` 'X nor Y', `back` squares, `us`,
`foe` the sides.
"""

from reportgen.story.pen import bank

MANY = bank(
    many__none__one="""
        svo -two | {A} all tried {d}, and {d} stood
        svo-two +two | {A} tried {d} in turn, and {d} stood
        one-after | One after the other {A} tried {d}, and one after the other failed
        whatever! | Whatever {A} did to {d}, {d.they} remained
        neither +two | Neither {nor} could do anything with {d}
        neither2 +two | {d} stood against {A}, one after the other
        target | {d} {d.were} the target of {A}, and none the worse
        against | Against {d} {A} spent {A.their} efforts in vain
        having | Having been tried by {A}, {d} had not moved a foot
    """,
    many__fire__none="""
        svo | {A} fired and hit nothing
        fire | Fire from {A} did no damage
        nothing | Nothing came of the fire of {A}
        rest +later | The rest of the firing, by {A}, was ineffective
        shots! -two | {n} more shots, from {A}, might as well not have been fired
        smoke! +later | What {A} added was mostly smoke
        nor +vain | Nor did {N} hit what {A.they} aimed at
        equally +vain | {A} fired with no better luck
        neither +two | Neither {nor} hit anything
        of-powder! | Of the powder that {A} burnt there is nothing to report
        at | {D} came under the fire of {A} and did not mind it
    """,
    many__close__none="""
        svo | {A} went in and were held
        nothing | Nothing came of the attacks of {A}
        held -two | {A} were held everywhere
        blows +later | Elsewhere {A} came to blows without result
        equally +vain | {A} had no better luck hand to hand
        nor +vain | Nor did {N} get any further
        neither +two | Neither {nor} got anywhere
        stood | {D} stood against {A}
    """,
    many__fire__back="""
        svo | {A} fired and drove back {D}
        under | Under the fire of {A} {D} gave ground
        passive | {D} were shot back by {A}
        fire | Fire from {A} sent {D} to the rear
        two-clause | {D} went back; the fire was that of {A}
        better +vain | {A} fired to better purpose, and {D} fell back
        before | Before {A} {D} withdrew
        it-took | It took a few shots from {A} to move {D}
    """,
    many__close__back="""
        svo | {A} went in and drove back {D}
        before | Before {A} {D} gave way
        passive | {D} were pushed back by {A}
        hand | Hand to hand {A} had the better of {D}
        ground | Ground was lost by {D} to {A}
    """,
    many__back__one="""
        twice +two | Twice {d} {d.were} sent back, by {A}
        between | {A} between them drove {d} back step by step
        passed! | {d} {d.were} handed on to the rear by {A}, one after the other
        no-rest! | No rest was given to {d}, {d.who} fell back before {A} in turn
    """,
    episode__back="""
        took | {F} could do nothing with {d}; it took {s} to move {d.them}, by {back}
        where | Where {F} had failed, {s} succeeded, and {d} went back {back}
        stood | {d} stood against {F} and fell back before {s}
        having | Having seen off {F}, {d} gave way to {s}
        after | After {F} came {s}, and {d} went back {back}
        not-until | Not until {s} took a hand did {d}, already tried by {F}, go back
    """,
    episode__dead="""
        took | {F} could do nothing with {d}; {s} could, and destroyed {d.them}
        where | Where {F} had failed, {s} succeeded, and that was the end of {d}
        stood | {d} stood against {F} and died before {s}
        having | Having seen off {F}, {d} {d.were} destroyed by {s}
        after | After {F} came {s}, and after {s} there was nothing left of {d}
    """,
    episode__down="""
        softened | First driven back by {F}, {d} {d.were} then destroyed by {s}
        caught | {F} moved {d}, and {s} finished {d.them}
        no-rest | No sooner had {d} fallen back before {F} than {s} destroyed {d.them}
    """,
)
