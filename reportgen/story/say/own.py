"""Fights that cost strength: what fell on whom, charges, and what became of whom. They need no odds.

Slots: `a` who fires or charges (one or several), `d` the target, `fate` what became of one of them, as a verb ('lost
three and was shaken'), `p` for whom a shot was meant, `n` strength lost ('two figures'), `left` what a unit had before
the last of it, `u` a unit, `b`, `e`, `m` a second shooter, target and loss; `of`, `by`, `both` shooters with their
targets; `score` hits of a melee.
"""

from reportgen.story.pen import bank

OWN = bank(
    own__fire="""
        then | {a} fired on {d}, {d.who} {fate}
        under | Under the fire of {a} {d} {fate}
        opened -again | {a} opened on {d}, {d.who} {fate}
        mark | {a} found the range of {d}, {d.who} {fate}
        shot | Fired on by {a}, {d} {fate}
        result! | The result of the firing by {a} was that {d} {fate}
        turned-on -again | {a} turned {a.their} fire on {d}, {d.who} {fate}
        suffered -long | {d} suffered from the fire of {a} and {fate}
        mark-of! -long | {d} made a good mark for {a} and {fate}
        cost | It was {a} that fired, and {d} that {fate}
        hands! | At the hands of {a} {d} {fate}
        between +many | {a} saw to it between them that {d} {fate}
        joined +many | {a} joined their fire on {d}, {d.who} {fate}
        together +many | {a} fired at {d} together, and {d.they} {fate}
        concentrated +many | The combined fire of {a} fell on {d}, {d.who} {fate}
        kept +again | {a} kept up {a.their} fire on {d}, {d.who} {fate}
        still +again | Still under the fire of {a}, {d} {fate}
        once-more +again | Once more the fire of {a} fell on {d}, {d.who} {fate}
        first +first-shot | The first shots of the day came from {a}; {d} {fate}
        over +indirect | From out of sight {a} dropped {a.their} shells on {d}, {d.who} {fate}
        rout +rout | It was too much for {d}: under the fire of {a} {d.they} {fate}
        rout2 +rout | {d} had had enough of {a}: {d.they} {fate}
    """,
    own__fire__dead="""
        end | {a} made an end of {d}
        under | Under the fire of {a} {d} ceased to exist
        survive | {d} did not survive the fire of {a}
        last-of +worn | The last {rest} of {d} fell to {a}
        finished +worn | {a} finished {d}, {d.who} had come down to {left}
        remained +worn | What remained of {d}, {left}, went down before {a}
        once +whole | {a} destroyed {d} at one stroke
        pieces +whole | {d} {d.were} shot to pieces by {a}
        again +again | {a} fired at {d} again, and for the last time
        many +many | Between them {a} put an end to {d}
        that! | That was all for {d}, and {a} had done it
    """,
    own__fire__none="""
        svo | {a} fired on {d} without effect
        noun | Fire from {a} did {d} no harm
        passive | {d} {d.were} fired on by {a} and took no notice
        two | {a} tried a shot at {d}, and nothing came of it
        stood | {d} took the fire of {a} and stayed
        for-all! | For all the smoke that {a} made, {d} {d.were} none the worse
        better +later | With less success {a} fired at {d}
        nothing | Nothing came of the firing by {a} at {d}
        again +again +vain | {a} fired at {d} again, with no better luck
        again2 +again -vain | {a} fired at {d} again, but not with the same luck
        hit! | What {a} fired at {d} hit the ground
        many +many | One after the other {a} fired at {d}, to no purpose
    """,
    own__fire__two="""
        cost | {a} cost {d} {n}, {b} cost {e} {m}
        semicolon | {a} took {n} off {d}; {e} lost {m} to {b}
        while | While {d} lost {n} to {a}, {b} took {m} off {e}
        lost | {d} lost {n} to {a} and {e} {m} to {b}
        hit | {a} hit {d} for {n}, {b} {e} for {m}
    """,
    own__fire__both="""
        divided | {a} divided {a.their} fire: {d} lost {n}, {e} {m}
        first | {a} took {n} off {d}, and {m} off {e} behind
        both | {d} lost {n} and {e} {m}, all of it to {a}
    """,
    own__zone="""
        carried +after | What went past found {d}, {d.who} {fate}
        over +after -rout | What went over carried on to {d}, {d.who} {fate}
        behind +after | {d} stood too near the line of that fire: {d.they} {fate}
        misses +after | The shots that missed were not all wasted: {d} {fate}
        spared +after | Nor {d.were} {d} spared, {d.who} {fate}
        some +meant +some | Some of what {a} meant for {p} found {d}, {d.who} {fate}
        besides +meant +some | Besides {p}, {a} hit {d}, {d.who} {fate}
        meant +meant -some | What {a} meant for {p} fell on {d}, {d.who} {fate}
        instead +meant -some | {a} missed {p} and hit {d}, {d.who} {fate}
        stray +stray | {d} {d.were} hit by shots of {a} that others were to have had, and {fate}
        wild +stray | Shots that {a} had meant for others fell on {d}, {d.who} {fate}
        aimed +meant -some | {a} aimed at {p}; it was {d} that {fate}
    """,
    own__zone__dead="""
        carried +after | What missed made an end of {d}
        behind +after | {d} stood too near the line of that fire, and that was the end of {d.them}
        misses +after | Not even the misses were wasted: they destroyed {d}
        some +meant +some | Some of what {a} meant for {p} made an end of {d}
        meant +meant -some | What {a} meant for {p} made an end of {d}
        instead +meant -some | {a} missed {p} and destroyed {d} instead
        wild +stray | Shots that {a} had meant for others made an end of {d}
    """,
    own__vain="""
        nothing | Nothing came of the fire {of}
        rest +later | The rest of the firing, {by}, did nothing
        no-harm | No harm was done {by}
        vain | In vain was the fire {of}
        neither | Neither the fire {both} found its mark
    """,
    own__vain__many="""
        svo | {a} fired at {d}, without effect
        nothing | Nothing came of the firing of {a} at {d}
        missed | {d} {d.were} fired at by {a} and not hit
        rest +later | For the rest {a} burnt powder on {d}
        spared | {d} had nothing to complain of, though {a} fired at {d.them}
    """,
    own__charge="""
        through | {a} charged {d} and went on through a fire that cost {a.them} {n}
        on-the-way | {a} charged {d}, losing {n} to {d.their} fire on the way in
        fired | {d} let {a} come near and fired, and it cost the chargers {n}
        shaken +shaken | {d} fired into the charge of {a}, {a.who} came on shaken and {n} the fewer
    """,
    own__charge__missed="""
        missed | {d} fired at {a} as {a.they} came on, and missed
        high | The fire of {d} went over the heads of {a}, {a.who} came on
        without | {a} charged {d} through a fire that touched nobody
    """,
    own__charge__off="""
        broke | {a} charged {d}, met {d.their} fire and {fate}
        never | The charge of {a} on {d} never came home: {a.they} {fate}
        volley | {d} waited, fired, and had the ground to {d.themselves}: {a} {fate}
    """,
    own__charge__shot="""
        down | {a} charged {d} and {a.were} shot down on the way
        never | Of the charge of {a} nothing reached {d}
        volley | One volley from {d} was the end of {a}, {a.who} had charged
    """,
    own__close="""
        then -pursuit | {a} charged {d}, {d.who} {fate}
        hands -pursuit | Hand to hand with {a}, {d} {fate}
        fell -pursuit | {a} fell upon {d}: {d.they} {fate}
        pressed -pursuit | Pressed by {a}, {d} {fate}
        score -pursuit | {a} charged home, {score}, and {d} {fate}
        went-in -pursuit | {a} went in at {d}; {d.they} {fate}
        before -pursuit | Before the charge of {a} {d} {fate}
        met +met | They closed, {score}, and {d} {fate}
        met2 +met | In the melee {d} {fate}
        first +first-contact -met | The first blows of the day fell when {a} went in at {d}, {d.who} {fate}
        pursuit +pursuit | {a} did not stop there but went on at {d}, {d.who} {fate}
        next +pursuit | The next to feel the charge of {a} {d.were} {d}, {d.who} {fate}
        pursuit2 +pursuit | Carried on by success, {a} ran into {d}, {d.who} {fate}
        ridden +horse -pursuit | {a} rode at {d}, {d.who} {fate}
    """,
    own__close__dead="""
        rode +horse -pursuit | {a} rode down {d}
        end -pursuit | {a} charged {d} and made an end of {d.them}
        overran -pursuit | {d} {d.were} swept away by {a}
        score -pursuit | {a} charged {d}, {score}, and left nothing of {d.them}
        nothing -pursuit | Nothing was left of {d} when {a} had done
        met +met | They closed, and nothing was left of {d}
        pursuit +pursuit | {a} did not stop there but went on at {d} and destroyed {d.them}
        pursuit2 +pursuit | The pursuit took {a} as far as {d}, and that was the end of {d.them}
    """,
    own__close__turned="""
        worse -pursuit | {a} charged {d} and came off worse: {a.they} {fate}
        met -pursuit | {d} met the charge of {a}, {a.who} {fate}
        held -pursuit | {d} held, and {a}, {a.who} had attacked, {fate}
        beaten -pursuit | {a} charged {d} and {a.were} beaten, {score}: {a.they} {fate}
        no -pursuit | {d} would not be moved by {a}, {a.who} {fate}
        closed +met | They closed, and it was the chargers who {fate}
        pursuit +pursuit | {a} went on at {d}, which was once too often: {a.they} {fate}
        pursuit2 +pursuit -long | Riding on, {a} met {d} and {fate}
    """,
    own__close__none="""
        svo -fate -pursuit | {a} went in at {d}, and neither gave way
        noun -fate | Close combat between {a} and {d} settled nothing
        passive -fate -pursuit | {d} {d.were} charged by {a} and held
        two -fate | {a} came to blows with {d}, and they parted as they had met
        pursuit +pursuit -fate | {a} went on at {d} and made no impression
        fate +fate -long | {a} charged {d} without coming to a decision and {fate}
        fate2 +fate | Neither {a} nor {d} could be said to have won; the former {fate}
        fate3 +fate | {a} went in at {d}, met as good as {a.they} gave, and {fate}
    """,
    own__close__even="""
        each +back -pursuit | {a} charged {d}; each lost {n}, and the chargers went back to where they had come from
        further +pursuit | {a} went on at {d}, where each lost {n} and nothing was won
        once +pursuit | Going on at {d}, {a} got as good as {a.they} gave: {n} lost on either side
        equal | {a} and {d} fought it out hand to hand and lost {n} each
        neither -pursuit | {n} lost on either side was all that came of the charge of {a} on {d}
    """,
    own__took="""
        took | {a} stood in the place of {d}
        ground | The ground was with {a}
        where | {a} halted where {d} had stood
        over | When it was over {a} stood where {d} had
        now | On that ground {a} now stood
    """,
    own__last="""
        none | None of {body} were left after that
        out | With that {foe} were without {body}
        had | {foe} had no more of {body} to lose
    """,
    own__after="""
        other | It had cost something as well: {u} {fate}
        nor | Nor had it been free, for {u} {fate}
        price! | There was a price, too: {u} {fate}
        themselves | {u} themselves {fate}
        but | But {u} {fate} as well
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
