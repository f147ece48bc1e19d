"""What stands around the turns: how both sides stood at first, how it ended, luck, turning points."""

from reportgen.story.pen import bank

ENDS = bank(
    stood="""
        svo | {us} came from the {edge} with {stands}
        from -later | From the {edge} came {us}, {stands} in all
        brought | {us} had {stands} on the field and their backs to the {edge}
    """,
    stood__under="""
        svo | They were led by {a_grade} General
        command | In command was {a_grade} General
        fortune +good | It was their fortune to have {a_grade} General
        misfortune +poor | It was their misfortune to have {a_grade} General
    """,
    stood__line="""
        formed | Formed for battle they had {wings}
        stood | As they stood, there were {wings}
        from-the-left | One saw {wings}
    """,
    stood__depth="""
        svo | {front} stood in front, {rear} in the rear
        led | In front one saw {front}, behind {rear}
        covered | {front} covered the front and {rear} the rear
    """,
    stood__front="""
        svo | {front} stood in front of them
        led | The foremost of them {were} {front}
    """,
    stood__rear="""
        svo | {rear} brought up the rear
        behind | Behind them all came {rear}
    """,
    stood__hidden="""
        behind | Unseen at {place} lay {who}
        enemy | What the enemy could not see was {who} at {place}
        hidden | {who} lay hidden at {place}
        more | At {place}, out of sight, there {who.were} {who} besides
    """,
    stood__later="""
        late | {who} {who.were} still on the march, and not to be expected before turn {turn}
        late2 | Not before turn {turn} could they count on {who}
    """,
    standing="""
        score | By now {us} had lost {mine} and {foe} {theirs}
        count | The count so far was {mine} lost to {us}, {theirs} to {foe}
        ahead +ahead | So far the day belonged to {lead}, who were {diff} to the good
        ahead2 +ahead | {lead} were {diff} ahead
        level +level | Neither side had lost more than the other, so far
        none +untouched | {whole} had yet to lose a {stand}
        left | {mineleft} {stands} of {us} were left, and {theirsleft} of {foe}
    """,
    outcome="""
        points +points -goals | {w} won on points, {ws} to {ls}
        points2 +points -goals | On points, {ws} to {ls}, {w} had won
        goals +points +goals | Losses and objectives counted together gave {w} the battle, {ws} to {ls}
        goals2 +points +goals | {w} won, {ws} points to {ls}, objectives included
        draw +draw | Nobody won: both sides had {ws}
        objective +objective | {w} had done what they came for, and the battle was over
        objective2 +objective | {w} won by doing what they had been sent to do
        gone +gone | {w} were left alone on the field, and it was theirs
        broken +broken | The other army had lost more than it could bear, and {w} had the field
        broken2 +broken | {w} won, for the other side had too little left to go on with
        agreed +agreed -won | The players agreed to leave it at that
        agreed2 +agreed +won | The players agreed that {w} had won
    """,
    ending="""
        cost | It had cost {us} {mine} and {foe} {theirs}
        cost2 | Of what they had brought, {us} had lost {mine} and {foe} {theirs}
        bill | The bill came to {mine} for {us} and {theirs} for {foe}
    """,
    verdict="""
        dear +dear | Dear it had been, even for the winners
        cheap +cheap | Victory had come cheap
        cheap2 +cheap | Few victories of that size are had for so little
        close +close | One throw the other way would have turned it
        close2 +close | Nobody who was there would have called it a walk-over
        clear +clear | On the figures there was not much to argue about
        draw +draw +both-met | Both sides could go home and call it a success
        draw2 +draw +neither-met | Neither side had done what it had come for
        draw3 +draw +neither-met | It was a day without a winner, and neither side had what it wanted
        draw4 +draw | Honours were even
        draw5 +draw +one-met | {done} had done something of what they had come for, and it had not sufficed
    """,
    reason__flipped="""
        alone | On losses alone {l} would have had it, {dl} to {dw}; {what} made the difference
        but-for | But for {what} it would have gone to {l}, {dl} to {dw}
        lost-less | {l} had lost less, and lost the battle all the same: {what} weighed more
    """,
    reason__broken="""
        more | {l} had lost {n} of {m} {stands}{apart} and that is more than an army puts up with
        count | With {n} of {m} {stands} gone{apart} there was no holding {l} any longer
        half | More than half of the {adjective} {stands} were gone, {n} of {m}{apart} and the rest went with them
    """,
    reason__objective="""
        done | It was settled in turn {turn}, with {what}
        enough | {what}, in turn {turn}, was all that it took
    """,
    reason__narrow="""
        single | One {stand} more or less, on either side, would have settled it the other way
        narrow | It could hardly have been closer
    """,
    reason__both="""
        both | {w} were ahead on the losses and on the objectives too
        without | {w} would have had it on the losses alone, {dw} to {dl}
    """,
    goals="""
        met | {by} had met their {objectives} {titles}
        stood | {by} could say that they had done what was asked: {titles}
        list | Ticked off on the list of {by}: {titles}
    """,
    goals__none="""
        nobody | Nobody had done what was written in his orders
        none | Of the objectives not one had been met
    """,
    powder="""
        never | The charges {at} had never been fired
        waited | Of the powder {at} no use had been made
        match | Nobody had put a match to the powder laid {at}
        laid | The charges that had been laid were never fired
    """,
    best="""
        most -tie | Most had been done by {best}, with {n} {stands} to {best.their} name
        nobody | Nobody had done more than {best}, {best.who} accounted for {n} {stands}
        tie +tie | {n} {stands} fell to {best}, as many as to anybody
        if-any -tie | If any {stand} had earned a rest it was {best}, with {n} of the enemy's destroyed
    """,
    stubborn="""
        most | {best} had been attacked {n} times and {best.were} still there
        nobody +put | Attacked {n} times in all, {best} still stood where {best.they} had been put
        nothing | {n} attacks had not been enough to make an end of {best}
    """,
    generals="""
        one | {g} did not see the end of it
        both +both | Both {titles} lived to write their reports
        both2 +both | Both {titles} came through it
        both3 +both | Neither side had lost its {title}
        both4 +both | Of the {titles} both were there at the end
        none +neither | Neither {title} was there to explain it
    """,
    survivors="""
        left | {mineleft} of {minestands} {stands} were left to {us}, {theirsleft} of {theirstands} to {foe}
        when -gone | When it was over {us} could count {mineleft} {stands} and {foe} {theirsleft}
        nobody +gone | When it was over there was nobody left of {whose}, and {others} had {stay} {stands}
    """,
    away="""
        svo | {n} {stands} of {us} had got away over the edge
        counted | {n} {stands} of {us} {were} safe beyond the edge of the table
    """,
    turning="""
        svo +ahead -command -last | {a} destroyed {d}, and {us} had the upper hand
        svo-how -command | {a} destroyed {d}{how}
        passive -command | {d} {d.were} destroyed by {a}
        passive-how -command | {d} {d.were} destroyed by {a}{how}
        when -behind | When {a} made an end of {d}, the balance tilted towards {us}
        when-behind +behind | When {a} made an end of {d}, the chances of {us} rose, and were still the worse of the two
        with -command +won | With {d} {foe} lost more than the points: it was here that their line gave
        it -behind | It was {a} that turned the page, by destroying {d}{how}
        lost +command | {foe} lost {d} to {a}
        lost-how +command | {foe} lost {d} to {a}{how}
        lost2 +command +most | The fall of {d}, to {a}, was worth more than any other throw of the day
        last +late | So late in the day the loss of {d} to {a} could not be made good
        close +last | The last word was spoken by {a}, {a.who} destroyed {d}
    """,
    turning__back="""
        svo -behind | {a} drove back {d}{how}, and the balance tilted towards {us}
        passive | {d} {d.were} driven back by {a}{how}
        when | When {d} went back before {a}, the chances of {us} rose
        it | It was {a} that moved the balance, by driving back {d}
        close +last | The last word was spoken by {a}, {a.who} drove back {d}
    """,
    turning__hit="""
        svo +ahead | {a} cost {d} {n}, and {us} had the better of it
        passive | {d} lost {n} to {a}
        when -behind | When {d} lost {n}, the balance tilted towards {us}
        fire | The fire that fell on {d}, and cost {d.them} {n}, did more than it seemed to
    """,
    turning__broke="""
        under +ahead | Under the fire of {a} {d} broke, and {us} had the upper hand
        nerve +won | The nerve of {d} gave way, and with it the hopes of {foe}
        when -behind | When {d} ran, the balance tilted towards {us}
        enough | {d} had had enough of {a} and left the field
    """,
    turning__gave="""
        svo -behind | {d} gave way, and the balance tilted towards {us}
        when | When {d} fell back, the chances of {us} rose
    """,
    turning__lost="""
        svo | {foe} lost {d}
        with -behind | With the loss of {d} the balance tilted towards {us}
    """,
    turning__also="""
        others +fell | {n} went the same way
        of | {n} of {foe} {were} lost in the same phase
        more | In the same breath {foe} lost {n}
        cost -fell | The same phase cost {foe} {n}
    """,
    turning__leave="""
        svo | {a} got away over the {edge} edge
        when +won | When {a} crossed the {edge} edge, much was decided
    """,
    turning__move="""
        with -goal -theirs | {a} moved, and with that {us} had a foot where it mattered
        single -goal -theirs | A single move, by {a}, shifted the chances towards {us}
        where -goal -theirs | {a} came to stand {where}, which was what {us} wanted
        goal +goal | With the move of {a} {us} had what they wanted, {goal}
        goal2 +goal | {a} moved, and {goal} was in sight
        goal3 +goal | It was {a} that brought {goal} within reach
        off +theirs | {a} moved, and the chances of {us} rose
        off-when +theirs | When {a} moved from where {a.they} stood, it helped {us}
    """,
    point="""
        lost | {a} put an end to {d}
        mark +sole | The cross shows where {d} met {d.their} end
    """,
    point__back="""
        back | The way back of {d}, driven by {a}
        arrow +sole | The hollow arrow is the way of {d}, to the rear
    """,
    point__hit="""
        by | What {a} cost {d}: {n}
        lost | {d}, {n} the fewer
    """,
    point__broke="""
        broke | Where {d} broke under the fire of {a}
        nerve | Where {d} broke
    """,
    point__gave="""
        gave | Where {d} went to the rear
    """,
    point__lost="""
        lost | The place where {d} {d.were} lost
    """,
    point__leave="""
        left | {a} left the field by the {edge} edge
    """,
    point__move="""
        goal +goal | {goal}: the move of {a} was as good as the deed
        where | {a} had come to stand {where}
        moved | The move that counted was that of {a}
    """,
    luck="""
        nobody +even | The dice favoured nobody in particular
        neither +even | Neither side could complain of its dice
        both +both | Both sides did more harm than the odds promised, {lucky} the more
        both2 +both | Neither side had reason to complain of the dice, and {lucky} least
        neither2 +neither | Neither side had what the odds promised, {unlucky} least of all
        short +neither | The dice kept both sides short, {unlucky} more than {lucky}
        lucky +one | {lucky} had the better of the dice, and some of the result is owed to them
        unlucky +one | {unlucky} might fairly say that the dice had been against them
        won-despite +despite | {unlucky} had the worse of the dice and the better of the battle
        won-despite2 +despite | It was not luck that won it: {lucky} had the dice, {unlucky} the day
    """,
)

BRIEF = bank(
    why="""
        svo | {us} and {foe} met with {minepoints} of troops to {theirspoints}
        brought | {us} brought {minestands} {stands} to the field, {foe} {theirstands}
        with | With {minestands} {stands} {us} faced {theirstands} of {foe}
    """,
    why__general="""
        one | {us} had {a_grade} General, {foe} {their_grade} one
        grades | Of the two Generals the {adjective} one was {grade}, the other {other_grade}
    """,
    why__ground="""
        lay | {places} lay between them, or near enough
        ground | Between them lay {places}
    """,
    aims="""
        aim | At the head of their orders {us} had ‘{title}’
        aim2 | {us} had something to do besides fighting, and it was called ‘{title}’
        aim3 | For {us} the day was about one line in their orders, ‘{title}’
        kill +none | Neither side wanted anything but the other's destruction
        kill2 +none | There was nothing to be won but the field itself
    """,
    opened="""
        quiet +quiet | For {turns} nothing happened but marching
        quiet2 +quiet | It began with {turns} of marching
        soon -quiet | It began without preamble
        soon2 -quiet | Nobody had to wait long
    """,
    opened__quiet="""
        none | In {turns} nobody came to blows with anybody
        none2 | There were {turns}, and in none of them a fight
    """,
    opened__never="""
        none | It was never begun
        none2 | No turn of it has been recorded
    """,
    opened__shot="""
        first | The first shot was fired in turn {turn}, by {a} at {d}
        opened | {a} opened the firing in turn {turn}, at {d}
        brought | Turn {turn} brought the first shot, from {a} at {d}
        firing | It was {a} that opened the firing, in turn {turn}, at {d}
        same +same | In the same turn, {a} fired the first shot, at {d}
    """,
    opened__contact="""
        hand | Hand to hand it came in turn {turn}, between {a} and {d}
        blows | Blows were exchanged first in turn {turn}, between {a} and {d}
        came | It came to close combat in turn {turn}, when {a} {go} {d}
        same +same | In the same turn, {a} {go} {d}
    """,
    opened__loss="""
        first | {d} {d.were} the first to be lost, in turn {turn}, to {a}
        lost | {foe} lost {d} in turn {turn}, destroyed by {a}
        cost | Turn {turn} cost {foe} {d}, at the hands of {a}
        to | First to be lost, in turn {turn}, {d.were} {d}, destroyed by {a}
        same +same | {d} {d.were} lost to {a} before the turn was out
        none +none | Not a {stand} was lost from beginning to end
    """,
    turned="""
        in | In turn {turn} {a} destroyed {d}
        in-how | In turn {turn} {a} destroyed {d}{how}
        decided +won | Turn {turn} decided much: {d} {d.were} destroyed by {a}
        decided-how +won | Turn {turn} decided much: {d} {d.were} destroyed by {a}{how}
        when +won | When {a} made an end of {d} in turn {turn}, it began to look like a decision
        same +same | Before that turn was out {a} destroyed {d}
        other +second | The other blow fell in turn {turn}, when {a} destroyed {d}
        then +second | Then, in turn {turn}, {d} fell to {a}
        then-how +second | Then, in turn {turn}, {d} fell to {a}{how}
        command +command | Turn {turn} cost {foe} their commander, {d}, destroyed by {a}
    """,
    turned__back="""
        in | In turn {turn} {a} drove back {d}{how}
        passive | {d} {d.were} driven back by {a} in turn {turn}
        when +won | When {d} went back before {a} in turn {turn}, it began to look like a decision
        same +same | Before that turn was out {a} drove back {d}
        other +second | The other blow fell in turn {turn}, when {a} drove back {d}
        then +second | Then, in turn {turn}, {d} fell back before {a}
    """,
    turned__hit="""
        in | In turn {turn} {a} cost {d} {n}
        passive | Turn {turn} saw {d} lose {n}
        same +same | Before that turn was out {d} lost {n}
        then +second | Then, in turn {turn}, {d} lost {n}
    """,
    turned__broke="""
        in | In turn {turn} {d} broke under the fire of {a}
        when | In turn {turn} the nerve of {d} gave way
        same +same | Before that turn was out the nerve of {d} gave way
        then +second | Then, in turn {turn}, {d} left the field
    """,
    turned__gave="""
        in | In turn {turn} {d} gave way
        same +same | Before that turn was out {d} gave way
        then +second | Then, in turn {turn}, {d} fell back
    """,
    turned__lost="""
        in | In turn {turn} {foe} lost {d}
        same +same | Before that turn was out {foe} lost {d}
        then +second | Then, in turn {turn}, {d} {d.were} lost
    """,
    turned__leave="""
        exit | In turn {turn} {a} got away over the {edge} edge
        same +same | Before that turn was out {a} got away over the {edge} edge
        away | {a} crossed the {edge} edge in turn {turn}, and that was something that could not be undone
    """,
    turned__move="""
        moved -theirs | In turn {turn} {a} took ground that counted
        same +same -theirs | Before that turn was out {a} took ground that counted
        off +theirs | In turn {turn} {a} moved, to the good of {us}
        off-same +same +theirs | Before that turn was out {a} moved, to the good of {us}
        step -theirs | {a} moved in turn {turn} to where the battle was to be decided
        goal +goal | In turn {turn} {a} moved, and {goal} was as good as done
        goal2 +goal | Turn {turn} saw the move of {a} that brought {us} what they wanted, {goal}
    """,
    turned__none="""
        nothing | There was no one moment at which it turned; it wore on
        slow | No single throw decided it
    """,
    turned__chance="""
        moved | It took the chances of {us} from {before} to {after}
        before | Before that {us} had {before}, after it {after}
        chances | The odds on {us} went from {before} to {after}
    """,
    turned__between="""
        between -none | Between the two there was a good deal of fighting, and little to show for it
        exchange -none | For the rest {n} combats were fought that changed less than they promised
        none +none | {n} combats were fought, and none of them settled it
    """,
)
