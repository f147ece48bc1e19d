"""Close combat told in a sentence. Slots as in `say.fire`; `go` is a verb phrase for the attack ('charged')."""

from reportgen.story.pen import bank

CLOSE = bank(
    close__unrecorded="""
        svo | {a} attacked {d}, and what came of it is not recorded
        passive | {d} {d.were} attacked by {a}, with what result nobody wrote down
        what | How it went between {a} and {d} is not recorded
        blows | There was an attack by {a} on {d}, of which the record has no more
        of | Of the attack of {a} on {d} the result was not written down
    """,
    close__none="""
        svo -again | {a} {go} {d} and got nowhere
        svo2 -again | {a} {go} {d} without making any impression
        noun -again | The attack of {a} on {d} came to nothing
        passive | {d} {d.were} attacked by {a} and stood fast
        against | Against {d} {a} made no headway
        nothing | Nothing that {a} did could shift {d}
        stood | {d} met {a} hand to hand and held
        participle | Closing with {d}, {a} found {d.them} ready
        two-clause | {a} {go} {d}; {d.they} stood where {d.they} {d.were}
        neither | Neither {a} nor {d} gained anything by their meeting
        if-any! | If {a} expected {d} to run, {a.they} {a.were} disappointed
        there! | There was a scuffle between {a} and {d}, at the end of which both stood where they had begun
        it-came | It came to blows between {a} and {d} without result
        again-svo +again | {a} {go} {d} again and got no further than before
        again-once +again | Once more {a} and {d} came to blows, and once more nothing was settled
        again-nth! +again | For the {nth} time {a} {go} {d}, and for the {nth} time in vain
        again-another +again | Another attack on {d} by {a} ended like the last
        near +near | One pip more would have made it level between {a} and {d}; it was not thrown
        near-by +near | By a single pip {a} failed to bring {d} into trouble
        first +first-contact | The first blows of the day, between {a} and {d}, decided nothing
        way +moved | {a} came {way}, {go} {d} and made nothing of it
        way2 +moved | Coming {way}, {a} {go} {d} and {a.were} beaten off
        low! +a-low | {a} {go} {d} with {a_ad} on the die, which is no way to do it
        low-throw +a-low | A throw of {ad} was not what {a} needed against {d}
        high +d-high | {d} received {a} with {a_dd} and stayed
        high-with +d-high | With {a_dd} {d} made short work of the attack by {a}
        want +far | {a} needed {a_want} to move {d} and threw {ad}
        want-inf +far | To turn {d} out took {a_want}; {a} came up with {ad}
        hopeless +hopeless | Not even the best of dice would have helped {a} against {d}, who had thrown {dd}
        hopeless2! +outnumbered | {a} {go} {d} against all advice: {ma} to add for {a.them}, {md} for the other side
        cover +cover | {d} fought from behind cover, and {a} could not get at {d.them}
        downhill! +downhill | Uphill, {a} {go} {d} and achieved nothing but a good view of {d.them}
        cmd +cmd-d | With {general} beside {d.them} {d} took the attack of {a} calmly
        cmd2! +cmd-d | {general} was at hand, and {d} beat {a} off
        support! +beside-d | Friends on either hand, {d} held off {a} without fuss
        flank +flank | Even in the flank {a} could do nothing with {d}
        flank2! +flank | {d} {d.were} taken in flank by {a} and, to general surprise, stood
        horse +a-horse -d-horse | {a} rode at {d} and pulled up short
        horse2! +a-horse | Horses shied, riders cursed, and {a} did nothing to {d}
        likely +likely | {odds} was the chance of shifting {d}, and {a} managed to miss it
    """,
    close__back="""
        svo | {a} {go} {d} and drove {d.them} back {back}
        passive | {d} {d.were} pushed back {back} by {a}
        noun | The attack of {a} sent {d} back {back}
        before | Before {a} {d} gave way and went back {back}
        two-clause | {a} {go} {d}; {d.they} gave {back} of ground
        it-took | It took {a} one rush to clear {d} out, {back} to the rear
        when | When {a} came in, {d} went back {back}
        closing | Closing with {d}, {a} had the better of it and drove {d.them} back {back}
        found | {d} found {a} more than {d.they} could hold and withdrew {back}
        dice | {ad} against {dd}, hand to hand, sent {d} back {back} before {a}
        to +to | {a} threw {d} back {to}
        to-back +to | Back {to} went {d} before the attack of {a}
        first +first-contact | The first blows of the day fell between {a} and {d}, and {d} went back {back}
        way +moved | {a} came {way}, {go} {d} and drove {d.them} back {back}
        way2 +moved | Coming {way}, {a} ran into {d} and pushed {d.them} back {back}
        again +again | {a} {go} {d} again, and this time {d.they} gave way, by {back}
        again-at +again | At the {nth} attempt {a} moved {d}, by {back}
        near +gap-one | By a single pip {a} had the better of {d}, {d.who} went back {back}
        near2! +gap-one | Nothing but a pip lay between them, but {d} went back {back} and {a} did not
        cmd +cmd-d | Not even {general} beside {d.them} could keep {d} from going back before {a}
        cmd-a +cmd-a | With {mine} looking on, {a} {go} {d} and drove {d.them} back {back}
        flank +flank | {a} caught {d} in the flank and bundled {d.them} back {back}
        flank2 +flank | Taken from the side by {a}, {d} went back {back}
        charge +charge -d-horse | {a} rode {d} back {back}
        charge2! +charge | Open ground and a good pace did it for {a}: {d} went back {back}
        downhill +downhill | Uphill as it was, {a} {go} {d} and cleared {d.them} off, {back} to the rear
        cover +cover | Cover did not save {d} from {a}, {d.who} found {d.themselves} {back} further back
        long +long | Against odds of {odds} {a} turned {d} out of {d.their} place, {back} to the rear
        pair +pair-a | Two deep, {a} {go} {d}, {d.who} went back {back}
        support +beside-a | Weight told: {a} and {a.their} friends pressed {d} back {back}
    """,
    close__dead="""
        svo | {a} {go} {d} and destroyed {d.them}
        passive | {d} {d.were} overrun by {a}
        noun | The attack of {a} was the end of {d}
        nothing | Nothing of {d} was left when {a} had done
        that | That was all for {d}: {a} threw {ad}, {d.they} threw {dd}
        before | Before {a} {d} simply went under
        two-clause! | {a} {go} {d}; it did not take long
        dice | {a} threw {ad} to {dd}, and {d} {d.were} lost
        way +moved | {a} came {way}, {go} {d} and left nothing of {d.them}
        way2 +moved | Coming {way}, {a} fell upon {d} and destroyed {d.them}
        again +again | {a} {go} {d} again, and this time nothing was left of {d.them}
        again-at +again | At the {nth} attempt {a} finished {d}
        long +long | The chance was {odds}, and {a} had it: nothing was left of {d}
        half +half | Exactly half was no better than less: {d} {d.were} lost to {a}
        flank +flank | {a} took {d} in the flank and destroyed {d.them}
        flank2 +flank | Caught from the side, {d} did not survive {a}
        charge +charge | {a} rode {d} down
        low +d-low | With {a_dd} to {d.their} name {d} went down before {a}
        pair +pair-a | Two deep, {a} went clean through {d}
        d-gun +d-gun | Before {d} could do anything about it, {a} {a.were} among the limbers
        d-wagon! +d-wagon | {a} fell on {d} and plundered {d.them} on the spot
    """,
    close__turned="""
        svo | {a} {go} {d}, drew, and lost the second throw: back {a.they} went, {back}
        after | After a drawn fight with {d} it was {a} that withdrew, {back}
        level | Level on the first throw with {d}, {a} lost the second and fell back {back}
        undecided | Undecided at first between {a} and {d}, the fight went against the attackers, who withdrew {back}
        two-clause | {a} and {d} drew; on the second throw it was the attackers who gave way, by {back}
    """,
    close__lost="""
        svo | {a} {go} {d}, drew, lost the second throw and, having nowhere to go, {a.were} lost altogether
        fronted | On a second throw, after a drawn fight with {d}, {a} had to go back, could not, and {a.were} destroyed
    """,
    close__blocked="""
        svo | {a} {go} {d}, {d.who} should have gone back, had nowhere to go, and {d.were} lost
        passive | {d} {d.were} beaten by {a} with every way back closed, and that was the end of {d.them}
        with | With the way back barred, the attack of {a} was the end of {d}
        no-room | No room was left behind {d} when {a} came in, and a step back was what {d.they} needed
    """,
    close__away="""
        svo | {a} {go} {d}, and over the edge of the table {l2} left for home
        with | With {a} and {d} at blows, {l2} took the way off the table
        met | {a} met {d}, after which {l2} left the field by the way that was open to {l2.them}
    """,
    fight="""
        svo | {a} attacked {d}
        met | Between {a} and {d} there was a fight
        it | It came to a fight between {a} and {d}
    """,
    close__off="""
        svo | {a} {go} {d} and drove {d.them} over the edge of the table
        off | Off the table went {d} before the attack of {a}
        edge | The edge of the table was close behind {d}, and over it {d.they} went before {a}
    """,
)
