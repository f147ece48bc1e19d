"""What an automatic commander had resolved on before the first turn: where he meant to attack, and whom he kept back.

Slots: `us`, `where` the parts of the front ('on the left and in the centre'), `rest` where the others were to go,
`bare` what was left alone ('the right'), `r` the reserve, `turn` that in which it was to come on.
"""

from reportgen.story.pen import bank

PLAN = bank(
    plan="""
        die | A die had told {us} where to attack: {where}
        meant | It was {where} that {us} meant to attack
        throw | One throw had settled it for {us}: they would attack {where}
        chance | The plan of {us} was a gift of chance, and asked for an attack {where}
        most +most | Most of {us} were to attack {where}, the others {rest}
        bare +bare | {us} were to attack {where} and leave {bare} alone
    """,
    plan__all="""
        die | A die had told {us} to attack along the whole front
        alike | {us} were to attack on the left, in the centre and on the right alike
        spared | {us} had a plan that spared them every choice: forward, and all along the line
    """,
    plan__reserve="""
        until | Until turn {turn} {r} {r.were} to be kept in reserve
        wait | {r} {r.were} to wait for turn {turn}
        second | A second throw kept {r} in reserve until turn {turn}
        back | Held back until turn {turn} {r.were} {r}
    """,
    plan__none="""
        nobody | Nobody was to be kept in reserve
        second | A second throw allowed them no reserve
        once | Whoever could march was to march at once
    """,
)
