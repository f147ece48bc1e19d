"""Several fights in one sentence. Slots: `A` the attackers together, `d` the target they share, `n` how many, `us`, `foe`."""

from reportgen.story.pen import bank

MANY = bank(
    many__none__one_target="""
        svo | {A} all tried {d}, and {d} stood
        one-after | One after the other {A} attacked {d}, and one after the other failed
        whatever | Whatever {A} did to {d}, {d.they} remained
        neither +two | Neither {A} could do anything with {d}
        target | {d} {d.were} the target of {A}, and the worse for none of it
        against | Against {d} {A} spent {A.their} efforts in vain
    """,
    many__fire__none="""
        svo | {A} fired as well and hit nothing
        fire | Fire from {A} did no damage
        nothing | Nothing came of the fire of {A}
        rest | The rest of the firing, by {A}, was ineffective
        shots | {n} more shots, from {A}, might as well not have been fired
        smoke | What {A} added was mostly smoke
        nor | Nor did {A} hit what {A.they} aimed at
        equally | {A} fired with no better luck
    """,
    many__close__none="""
        svo | {A} went in as well and were held
        nothing | Nothing came of the attacks of {A}
        held -two | {A} were held everywhere
        held2 | {A} attacked too and were held
        elsewhere | Elsewhere {A} came to blows without result
        equally | {A} had no better luck hand to hand
        nor | Nor did {A} get any further
    """,
    many__back="""
        passive | {D} were driven back as well
        ground | Ground was given also by {D}
        all | Back went {D}
        svo | {A} between them drove back {D}
        by | By {A} {D} were driven from their places
    """,
)
