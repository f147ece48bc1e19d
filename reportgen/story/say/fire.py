"""Fire told in a sentence.

Slots: `a` attacker, `d` target, `us`, `foe` their sides, `ad`, `dd` dice in words, `a_ad`, `a_dd` with article,
`a_need` the face that sufficed, `a_want` the face that would have, `rng` the range, `back` the squares withdrawn, `to`
where to, `general` of the target's side, `mine` the attacker's, `odds` the chance of it, `way` the attacker's approach.
"""

from reportgen.story.pen import bank

FIRE = bank(
    fire__none="""
        svo -again | {a} fired at {d} and did no harm
        svo-without -again -first | {a} opened fire on {d} without effect
        noun -again -d-command -d-gun -d-mg -d-wagon | Fire from {a} went over the heads of {d}
        passive | {d} {d.were} fired on by {a} and paid no attention
        at-range | At {rng} {a} fired on {d} and missed
        nothing | Nothing came of a shot from {a} at {d}
        stood | {d} came under fire from {a} and stood it
        for-all! | For all the noise that {a} made, {d} stayed in {d.their} place
        participle! | Firing at {d}, {a} hit the country round about
        no | No harm came to {d} from the fire of {a}
        it-was! | It was a poor shoot by {a}, and {d} {d.were} none the worse
        there +a-foot | There was a volley from {a} at {d}, and that was all there was to it
        two-clause! | {a} took a shot at {d}; {d.they} did not so much as shift {d.their} feet
        again-svo +again | {a} fired at {d} a {nth} time, to no better purpose
        again-once +again | Once more {a} tried {d}, and once more nobody moved
        again-another +again +a-foot | Another volley from {a} at {d} ended like the one before
        again-still +again | Still {a} could not hit {d}
        again-as! +again | As before, {a} aimed at {d} and, as before, missed
        near +near | One pip more would have brought {a} level with {d}, and {a.they} did not have it
        near-by +near | By a single pip {a} failed to trouble {d}
        near-all-but! +near | Within a pip of being in trouble, {d} stood the fire of {a}
        first +first-shot | The first shot of the day, by {a} at {d}, hit nothing
        first2 +first-shot | It was {a} that opened the firing, at {d}, and nobody was hurt
        way +moved | {a} came {way}, fired at {d} and missed
        way2 +moved | Coming {way}, {a} tried a shot at {d} without result
        way3 +moved | From {a.their} new place {a} fired on {d}, {d.who} took it calmly
        low +a-low | {a} threw {a_ad} at {d}, and the matter went no further
        low-a +a-low | A throw of {ad} was all that {a} had to offer {d}
        high +d-high | {d} met the fire of {a} with {a_dd} and did not move
        high-with +d-high | With {a_dd} on the die {d} could afford to ignore {a}
        want +far | {a} wanted {a_want} to move {d} and threw {ad}
        want-inf +far | To move {d} took {a_want}; {a} came up with {ad}
        hopeless +hopeless | Nothing on the die of {a} could have moved {d} after {a_dd}
        cover +cover | {d} had cover, and it did what cover is for: {a} hit nothing
        cover-behind! +cover | Good cover made {a} waste {a.their} powder on {d}
        cmd +cmd-d | With {general} at {d.their} elbow {d} took the fire of {a} in good part
        cmd2 +cmd-d | {general} stood beside {d} and the fire of {a} was borne
        gun +a-gun | {a} sent a shell across to {d} and raised some dust
        gun-a +a-gun | A shell from {a} burst well short of {d}
        gun-over! +a-gun +d-foot | Over the heads of {d} went the shell that {a} had laid so carefully
        mg +a-mg | {a} rattled away at {d} for no return
        mg-jam +a-mg +a-low | Whatever ailed {a}, a throw of {ad} did not trouble {d}
    """,
    fire__unrecorded="""
        svo | {a} fired at {d}, and what came of it is not recorded
        passive | {d} {d.were} fired on by {a}, with what result nobody wrote down
        what | What the fire of {a} did to {d} is not recorded
        shot | There was a shot from {a} at {d}, of which the record has no more
        of | Of the fire of {a} at {d} the result was not written down
    """,
    fire__back="""
        svo -again | {a} fired, and {d} fell back {back}
        svo-drove | {a} drove {d} back {back} by fire
        passive | {d} {d.were} shot out of {d.their} position by {a} and went back {back}
        under | Under fire from {a}, {d} gave up {back} of ground
        noun | Fire from {a} was too much for {d}, {d.who} went back {back}
        it-took +a-foot | It took {a} one volley to send {d} {back} to the rear
        at-range | At {rng} {a} opened on {d} and sent {d.them} back {back}
        having! | Having taken the fire of {a}, {d} took {d.their} leave as well, by {back}
        when | When {a} fired, {d} went back {back}
        two-clause! | {a} opened fire on {d}; {d.they} withdrew {back}
        found | {d} found the fire of {a} hotter than {d.they} liked and withdrew {back}
        to +to +a-foot | A volley from {a} sent {d} back {to}
        to-svo +to | {d} retired {to} before the fire of {a}
        dice | {a} threw {ad} to {dd}, and {d} fell back {back}
        first +first-shot | The first shot of the day, by {a}, sent {d} back {back}
        first2 +first-shot | It was {a} that opened the firing, and {d} that went back, {back}
        way +moved | {a} came {way}, fired, and drove {d} back {back}
        way2 +moved | Coming {way}, {a} turned {a.their} fire on {d} and shifted {d.them}, by {back}
        step +moved | A few steps and a few shots were enough for {a} to send {d} back {back}
        again +again | {a} fired at {d} again, and this time {d.they} went, {back} of it
        again-at +again | At the {nth} attempt {a} shifted {d}, by {back}
        near +gap-one | By a margin of one {a} turned {d} out, and back {d.they} went, {back}
        near2 +gap-one | Only a single pip decided it: {a} fired and {d} fell back {back}
        cmd +cmd-d | Not even {general} beside {d.them} could keep {d} in place under the fire of {a}
        cmd-a +cmd-a | Steadied by {mine}, {a} fired well enough to send {d} back {back}
        gun +a-gun | A shell from {a} landed close enough to {d} to move {d.them} {back}
        gun-svo +a-gun | {a} found the range of {d} and sent {d.them} back {back}
        gun-one! +a-gun | One round from {a} persuaded {d} to be elsewhere, {back} elsewhere
        mg +a-mg | {a} had {d} in {a.their} sights for one long burst, and {d} fell back {back}
        mg-a +a-mg | A burst from {a} cleared {d} off, {back} to the rear
        cover! +cover | Cover or no cover, {d} went when {a} fired, and did not stop for {back}
        long +long | Against odds of {odds}, {a} drove {d} back {back}
        d-gun +d-gun | The gunners of {d} limbered up under the fire of {a} and went back {back}
        d-horse +d-horse | {d} wheeled about under the fire of {a} and trotted back {back}
    """,
    fire__dead="""
        svo | {a} fired, and {d} ceased to exist
        passive | {d} {d.were} destroyed by the fire of {a}
        noun | Fire from {a} finished {d}
        nothing | Nothing was left of {d} when {a} had fired
        that | That was the end of {d}: {a} threw {ad}, {d.they} threw {dd}
        at-range | At {rng} {a} shot {d} away
        with +a-foot | With one volley {a} removed {d} from the table
        it-was | It was over for {d} as soon as {a} opened fire
        dice | {a} threw {ad}, {d} {dd}, and so {d} {d.were} lost
        two-clause! | {a} opened fire on {d}; there was no need to do it twice
        way +moved | {a} came {way}, fired once, and destroyed {d}
        way2 +moved | Coming {way}, {a} opened fire on {d} and destroyed {d.them}
        again +again | {a} fired at {d} again, and this time {d.they} did not survive it
        again-at +again | At the {nth} attempt {a} made an end of {d}
        long +long | {odds} was the chance, and {a} took it: {d} {d.were} destroyed
        half +half | Exactly half was no better than less: {d} {d.were} lost to the fire of {a}
        gun +a-gun | A shell from {a} fell in the middle of {d}, and that was that
        mg +a-mg | {a} swept {d} off the field in a single burst
        low +d-low | {d} could only manage {a_dd} under the fire of {a} and {d.were} destroyed
        d-horse! +d-horse | Saddles emptied: {d} did not outlive the fire of {a}
        d-gun +d-gun | Fire from {a} silenced {d} for good
        d-wagon! +d-wagon | {a} shot {d} to matchwood
    """,
    fire__turned="""
        svo | {a} fired at {d}, drew, and had the worse of the second throw: {a.they} went back {back}
        after | After a drawn exchange with {d} it was {a} that went back, by {back}
        having | Having shot {a.themselves} level with {d}, {a} lost the second throw and fell back {back}
        fronted | In a drawn exchange of fire with {d} {a} came off second best and withdrew {back}
    """,
    fire__lost="""
        svo | {a} fired at {d}, drew, lost the second throw and, with nowhere to go, {a.were} lost altogether
        fronted | A shot at {d} ended in a drawn match, a lost throw and the loss of {a}, {a.who} had no way back
    """,
    fire__blocked="""
        svo | {a} fired; {d} should have gone back, had nowhere to go, and {d.were} lost
        passive | {d} {d.were} shot out of {d.their} place by {a} with every way back closed, and {d.were} lost
        with | With the way back barred, the fire of {a} was the end of {d}
        no-room | No room was left behind {d} when {a} fired, and a step back was what {d.they} needed
    """,
    fire__away="""
        svo | {a} fired at {d}, and over the edge of the table {l2} left for home
        when | When {a} fired at {d}, {l2} took the way off the table
        shot | After a shot by {a} at {d}, {l2} left the field by the way that was open to {l2.them}
    """,
    fire__off="""
        svo | {a} fired, and {d} went back over the edge of the table
        off | Off the table went {d} under the fire of {a}
        edge | The edge of the table was close behind {d}, and over it {d.they} went under the fire of {a}
    """,
)
