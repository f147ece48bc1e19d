"""Decisive moments, told in several sentences: how it came about, what the odds were, what was thrown, what it meant.

Slots: `a`, `d` (full names), `a2`, `d2` (short ones), `us`, `foe`, `way` the attacker's approach, `where` the ground of
the defender, `edge` and `shield` the reasons for and against, `ma`, `md` the sums added, `odds`, `ad`, `dd`, `a_ad`,
`a_dd`, `a_need`, `back`, `to`, `rng`, `deed` what the attacker is remembered for, `l2` the loser.
"""

from reportgen.story.pen import bank

GREAT = bank(
    setup__close="""
        way +moved | {a} came {way} and fell on {d}
        way2 +moved | Coming {way}, {a} closed with {d}
        way3! +moved | Nobody stopped {a} on the way {way}, and so {a.they} came to {d}
        where | {d} stood {where} when {a} came in
        where2! | {where} {a} came to grips with {d}
        svo | {a} went straight for {d}
        it-was | It was {a} that went in against {d}
        next -opens | Then came the turn of {d}, with {a} in front of {d.them}
        nothing! | Nothing stood between {a} and {d}, and presently not even distance
        nobody +flank | Nobody had been watching the flank of {d}, and {a} came in there
        flank +flank | {a} took {d} from the side
        flank-where +flank | On the open flank of {d}, {where}, appeared {a}
        flank3 +flank | {d} {d.were} facing the wrong way when {a} arrived
        revealed +revealed | {a} had waited for this; out {a.they} came against {d}
        revealed2 +revealed | Until that moment {d} had not known of {a}
        again! +again | {a} and {d} were old acquaintances by now, and met again
        again2 +again | It was the {nth} time that {a} had tried {d}
        horse +a-horse +moved | {a} had the ground for it and rode at {d}
        horse2! +a-horse | With room to get up speed {a} charged {d}
        horse3! +a-horse | At the charge {a} went for {d}
        deed! +deed | {a}, {a.who} {deed}, now faced {d}
        deed2! +deed | It was {a} again, {a.who} {deed}, and this time it was {d} in front of {a.them}
        general! +d-command | {d} had come close enough to the fighting to be part of it, and {a} saw {d.them}
        general2! +d-command | There was nothing between {a} and {d}
        general3! +d-command | {d} looked up from his map and found {a} in front of him
        wagon! +d-wagon | {d} had nobody beside {d.them} to speak of when {a} arrived
        wagon2! +d-wagon | For once the way to {d} was open, and {a} took it
        gun! +d-gun | Guns are not meant to be met hand to hand, but {a} had got that close to {d}
        gun2 +d-gun | Too late {d} noticed {a}
        more +more | After the first attack on {d} came another, by {a}
        more2! +more | {d} had barely recovered when {a} came in as well
        first +first-contact | So it came to blows for the first time, between {a} and {d}
        outnumbered +outnumbered | On paper {a} had no business to attack {d}, and did
        two-deep +pair-a | Two deep, {a} went in against {d}
    """,
    setup__fire="""
        svo | {a} took aim at {d}
        range | {d} stood {rng} away from {a}, {a.who} opened fire
        where | {where} {d} had come under the eyes of {a}
        way +moved | {a} came {way} and opened fire on {d}
        way2 +moved | Having come {way}, {a} had {d} in front of {a.them}
        it-was | It was {a} that had a clear view of {d}
        clear | Between {a} and {d} lay {rng} and nothing else
        nothing | Nothing obstructed the view of {a}, and in it stood {d}
        target! | Of the targets on offer {a} chose {d}
        reach | {d} stood within reach of {a}, at {rng}
        mg +a-mg | {a} had been waiting for a target, and {d} provided one
        mg2! +a-mg | At {rng} a machine gun is hard to ignore, and {d} had come that near to {a}
        gun +a-gun | {a} had the range of {d}, which was {rng}
        gun2! +a-gun | Slowly, as is the way with guns, {a} was laid on {d}
        gun3! +a-gun | With a good deal of shouting {a} was brought to bear on {d}
        again! +again | {a} had fired at {d} before and saw no reason to stop
        again2 +again | For the {nth} time {a} aimed at {d}
        deed! +deed | {a}, {a.who} {deed}, now had {d} in view
        general! +d-command | {d} had shown himself once too often, and {a} had noticed
        general2! +d-command | At {rng} a General makes a good target, and {a} had one in {d}
        wagon! +d-wagon | Missing {d} would have been a feat, and {a} took aim
        more +more | {d} had been shot at already; now {a} joined in
        more2! +more | As if {d} had not had enough, {a} opened fire too
        first +first-shot | The first shot fell to {a}, the target to {d}
    """,
    odds="""
        edge +strong | With {edge} {a2} had {ma} to add, {d2} {md}
        edge2 | They had {edge}: {ma} to add on one side, {md} on the other
        edge3 | {edge} came to {ma} for the attackers, against {md}
        count | {ma} was what the attackers counted before the dice, {md} the defenders
        shield +outnumbered | Against {a2} stood {shield}; they had {md} to add to the attackers' {ma}
        shield2 +outnumbered | {d2} had {shield}, and the sums said {md} to {ma}
        even +even | Neither had much to add, {ma} against {md}
        even2 +even | The sums were as good as level, {ma} to {md}
        even3 +even | On paper it was anybody's
        long +long | The chances were against it, {odds} at best
        long2! +long | Nobody would have put money on it at {odds}
        long3! +long | It could be done, {odds} said the odds, but it was not to be counted on
        likely +expected | A good chance it was, {odds}
        likely2 +expected | {odds} is a chance that one takes
        cover +cover | Cover took something off, and still it was {ma} against {md} before the dice
        nothing +d-alone -even | Nobody was near enough to help {d2}
        nothing2 +d-alone -even | {d2} stood alone, and had {md} to add to the dice
        nothing3 +d-alone -even | Of help for {d2} there was none in reach
    """,
    throw="""
        want | {a_need} would do it, {odds} before the dice were thrown; {ad} came up
        need | {a2} needed {a_need} and threw {ad}
        need2! | {a_need} would have done; the throw was {ad} to {dd}
        least | The least that would serve {a2} was {a_need}; {ad} was thrown
        asked | {dd} on the other die asked for {a_need}, and {ad} answered
        against | Against {dd} it took {a_need}, and the die said {ad}
        nothing-less | Nothing less than {a_need} would serve, and {ad} it was
    """,
    gone="""
        gone | {l2} {l2.were} gone
        end | That was the end of {l2}
        where | Where {l2} had stood there was nothing
        left | It left nothing of {l2}
        no-longer | {l2} no longer took part
        so | So went {l2}
    """,
    loss="""
        loss +turning | The loss that mattered was that of {lf}
        loss2 | {lf} {lf.were} lost in this phase
        went +sole | What went in this phase was {lf}
        price | There was a price to be paid, and {lf} paid it
        not | {lf} did not see the end of the turn
        now! | Now it was the turn of {lf}
        one! +sole | One thing was settled in this phase, and that was the fate of {lf}
    """,
    great__drew="""
        level | The totals were level, and the second throw, {rethrow}, went against {l2}
        second | It needed a second throw, {rethrow}, and {l2} lost it
        drew | That was drawn, and the second throw was {rethrow}
    """,
    great__dead="""
        threw | The attackers threw {ad}, the defenders {dd}, and {d2} {d2.were} gone
        passive | {d2} {d2.were} destroyed, {ad} to {dd}
        nothing | Nothing remained of {d2} but a gap
        when | When {ad} fell against {dd}, {d2} ceased to be part of the battle
        end | {ad} against {dd} made an end of {d2}
        low +d-low | {a_dd} was all that {d2} could find, and it was not enough to live on
        low2! +d-low | {dd} was the answer of {d2}, which is hardly an answer
        low3 +d-low +told | It might have gone otherwise with more than {a_dd} on the other die
        high +a-high | {a2} threw {a_ad}, and {d2} {d2.were} swept away
        high2! +a-high | Nothing could have stood against {a_ad}, and {d2} did not
        half +half | Twice the total, to the very point, was enough, and {d2} {d2.were} destroyed
        half2! +half | With a point less {d2} would have got away; it was exactly half, and half is fatal
        wide +wide +told | It was not close: {ad} to {dd}
        wide2! +wide | {ad} to {dd} leaves little to be said, and left little of {d2}
        horse! +charge | {a2} went through {d2} and out at the other side
        gun! +d-gun -fire | {a2} {a2.were} in among the limbers, and the gun was lost
        fire! +fire | {d2} did not live to answer
        fire2 +fire | One discharge, {ad} to {dd}, was enough for {d2}
        general! +d-command | {d2} fell with {ad} to {dd} on the dice
        general2 +d-command | {ad} to {dd}, and {foe} had no General
    """,
    great__back="""
        threw | The throw was {ad} to {dd}, and {d2} went back {back}
        back | {back} to the rear went {d2}, {ad} to {dd}
        needed +need | {a2} needed {a_need}, threw {ad} and had the place to {a2.themselves}
        gave | {d2} gave way and did not stop for {back}
        high +a-high | With {a_ad} {a2} sent {d2} back {back}
        low +d-low | {d2} answered with {a_dd} and went back {back}
        to +to | {d2} fell back {to}
        general! +d-command | {d2} got away with his life, {back} to the rear
        general2 +d-command | {ad} to {dd} meant only that {d2} had to run for it
        gap +gap-one | It was a matter of one pip, and {d2} had it against {d2.them}
    """,
    great__none="""
        held | {d2} held, {dd} to {ad}
        needed +want | {a_want} was needed and {ad} was thrown
        nothing | Nothing came of it: {ad} against {dd}
        stood | {d2} threw {dd} and stayed
        when | When the dice had fallen, {ad} to {dd}, both were where they had been
        high +d-high | {a_dd} is a good throw at such a moment, and {d2} made it
        low! +a-low | {a2} threw {a_ad}, and will have thought about it since
        general! +d-command | {d2} was still there afterwards, with {dd} to {ad}
        general2 +d-command | {dd} against {ad}: {foe} kept their General
    """,
    great__turned="""
        level | The totals were level; on the second throw, {rethrow}, it was {a2} who went back
        tie | Level at first, it went {rethrow} at the second throw, and {a2} fell back {back}
        drawn +drawn-twice | Twice the dice would not decide, and then they did, {rethrow}: {a2} had to go
        svo | {a2} drew, threw again, {rethrow}, and {a2.were} the ones to go back
    """,
    great__drawn="""
        level | The totals were level; on the second throw, {rethrow}, {d2} had the worse of it and went back {back}
        tie | It needed a second throw, {rethrow}, to send {d2} back {back}
        drawn +drawn-twice | Twice the dice would not decide, and then they did, {rethrow}: back went {d2}
    """,
    great__blocked="""
        nowhere | {l2} ought to have gone back and had nowhere to go, and so {l2.were} lost
        svo | {l2} {l2.were} told to withdraw, found every way closed, and ceased to exist
        no-way | No way back was open to {l2}, and that was the end of {l2.them}
        would | A step back would have saved {l2}, but behind {l2.them} there was no room for it
    """,
    great__off="""
        svo | {l2} went back over the edge of the table and did not return
        edge | The edge of the table was nearer than safety, and {l2} went over it
        behind | Behind {l2} the table ended, and with it {l2.their} part in the battle
    """,
    great__away="""
        svo | {l2} went back over the edge of the table, by a way that was open to {l2.them}, and stayed away
        left | {l2} left the field, not destroyed but not to be seen again either
        edge | Behind {l2} lay the way home, and {l2.they} took it
    """,
    after__command="""
        svo | From now on {foe} had nobody to steady them
        leaderless | {foe} were leaderless for the rest of the day
        who | Who commanded {foe} after that is not recorded
        without | Without their General {foe} would have to do everything on the dice alone
    """,
    after__last="""
        last | That was the last of {body}
        gone | With {l2.them} went the last of {body}
        more | {foe} had seen the last of {body}
    """,
    after__arm="""
        gun | {foe} had no artillery left to answer with
        guns | There was no artillery left on the {adjective} side
    """,
    after__half="""
        half | Half of what {foe} had brought to the field was now gone
        count | By the count of points {foe} had lost half their strength
    """,
    after__lead="""
        lead +ahead | It put {us} ahead on points, {mine} to {theirs}
        lead2 +ahead | {us} now led on points, {mine} to {theirs}
        lead3 +ahead | On points, {mine} to {theirs}, {us} had taken the lead
        level +level | The points stood level at {mine} each
        level2 +level | With that both sides had lost {mine} points
    """,
    after__first="""
        first | It was the first {stand} to leave the table
        first2 | So the first {stand} of the day was lost, and it was {adjective}
        first3! | It had to be some {stand} or other that went first
    """,
    after__career="""
        never +never | {they} had not once been in action before that
        never2! +never | Neither shot nor blow had come from {l2} before that
        never3! +never | What {they} might have done will not be known
        never4! +never | Until then {they} had taken no part in the fighting
        once +once +vain | {they} had attacked once in the battle, without result
        once2! +once +vain | One attack, and a failure, was all that {they} had to show
        once3! +once +well +only | {they} had been in action just once, and to some purpose
        once4! +once +well | One success was what {they} had had of the day
        often +vain +often | {they} had attacked {shots} times and moved nobody
        often2! +vain +often | {shots} attacks without a hit had gone before
        good +good | Until then {hits} of {their} attacks had told
        good2! +good | {they} would be missed: {hits} of {their} attacks had told
        good3! +good | {hits} attacks that told stood to {their} credit
        stood +stood | Until then {they} had stood {n} attacks
        stood2! +stood +always | {n} times {they} had been attacked, {n} times had stood; this was one too many
        stood3! +stood | Nobody can say that {they} had gone easily: {n} attacks had failed before
        deed +killer | {l2} {deed}
        deed2! +killer | An old account was settled: {l2} {deed}
    """,
    after__away="""
        svo | {foe} had to do without their General from then on
        from | From then on {foe} fought without a General, though he was safe enough
    """,
    after__back="""
        general! | That took {l2} out of reach of the General
        squares | {back} further back {l2} turned and stood again
    """,
)
