"""What opens a turn and a phase: initiative, activations, arrivals, spotting, dilemmas; and titles, captions."""

from reportgen.story.pen import bank

TURNS = bank(
    initiative="""
        svo -again | {w} threw {ws} to {ls} and had the initiative
        against | {ws} against {ls}: {w} moved first
        noun | The initiative fell to {w}, {ws} to {ls}
        with | With {ws} to {ls} {w} had the first word
        went -again | By {ws} to {ls} it was {w} who began
        changed +changed | {ws} to {ls}, and the initiative changed hands: {w} had it
        kept +again | {w} kept the initiative, {ws} to {ls}
        again +again | Again {w} had the better throw, {ws} to {ls}
        once-more +again | {ws} to {ls}; once more it was {w} who moved first
        running +streak | For the {nth} turn running the initiative was with {w}, {ws} to {ls}
        tie +tie | Both sides threw alike at first; then {w} had it, {ws} to {ls}
        tie2 +tie | It took more than one throw to decide, but {ws} to {ls} gave {w} the initiative
        tie3 +ties | Level, and level again, before {ws} to {ls} settled it for {w}
        narrow +narrow | A single pip, {ws} to {ls}, gave the initiative to {w}
        narrow2 +narrow | {w} had it by a pip, {ws} to {ls}
        wide +wide | There was no arguing with {ws} against {ls}: {w} had the initiative
        wide2 +wide | {ls} was the best that {l} could do against {ws}, and {w} began
    """,
    initiative__unknown="""
        svo | {w} had the initiative
        fell | The initiative fell to {w}
        first | It was {w} who moved first
        began +again | Again {w} began
    """,
    quiet="""
        went | {n} turns went by without a move or a shot
        nobody | From turn {first} to turn {last} nobody stirred on either side
        look | For {n} turns the two sides did nothing but look at each other
        record | Of turns {first} to {last} there is nothing to record
    """,
    line="""
        svo | {us} threw {n}
        count | {n} {acts} for {us}
        a | {a_n} gave {us} {n} {acts}
        dice | The die gave {us} {n}
        had | {us} had {n} {acts}
        left +left | {us} threw {n} and used {used}
        left2 +left | Of {n} {acts} {us} wanted {used}
        left3 +left | {n} {acts} for {us}, {used} of them used
        again +twice | {n} once more for {us}
        again2 +twice | Another {n} for {us}
        thrice +thrice | {us} threw {a_n} for the third time running
    """,
    line__none="""
        none | {n} for {us}, who had no use for any of it
        declined | {n} {acts} {were} on offer and {us} took none of them
        unused | {us} threw {n} and left it at that
        still | With {n} to spend {us} stayed where they were
        dice | The die gave {us} {n}, and nobody moved for it
        pass | {us} let {n} {acts} go by
    """,
    activation__low="""
        had! | {us} had {n} {orders} to give and {bodies} bodies of troops to give them to
        with | With {n} {orders} the question for {us} was what to leave undone
        most | Most of {us} stayed where they were for want of orders
        left! | A throw of {n} left {us} with a great many spectators
        enough! | There were {n} {orders} for the whole of the {adjective} force
        choose | {us} could move {n} of {bodies} bodies, and had to choose
        leaderless! +leaderless | Leaderless, {us} found {n} {orders} among them
    """,
    activation__one="""
        one! | One order was all that {us} got
        single | {us} had a single order to give
        what! | What can be done with one order, {us} now did
        a-one! | A throw of one left {us} with a single decision to make
    """,
    activation__high="""
        count | {n} {orders}, and no {adjective} {stand} that could complain of being forgotten
        everybody! | Everybody in the {adjective} force who wanted an order had one
        more! | {us} had more orders than they had uses for
        no-lack | Of orders there was no lack among {us}
        free! | With {n} in hand {us} could do whatever came into their heads
    """,
    activation__twice="""
        twice | {Times} now {us} had thrown {n} for their orders
        same | {us} threw the same {n} as the turn before
        again | The {n} of the last turn came up again for {us}
    """,
    arrive="""
        svo | {who} came on {where}
        time | At this point {who} arrived {where}
        there! | There was a cheer when {who} came on {where}
        late | Not before time {who} appeared {where}
        dust! | Dust {where} turned out to be {who}
    """,
    spot__failed="""
        looked | {us} searched {place} and saw nothing, {ad} against {dd}
        nobody | Nobody noticed what lay behind {place}: {ad} on the die against {dd}
        glass! | Field glasses were turned on {place} and put away again ({ad} to {dd})
        ignorant | In {place} there was more than met the eye of {us}, who threw {ad} to {dd}
        again +again | Another look at {place} showed {us} no more than the first, {ad} to {dd}
        again2 +again | {us} still saw nothing at {place}, with {ad} to {dd}
        blind -again | {us} searched {place} and saw nothing
        blind2 -again | A search of {place} told {us} nothing
        blind3! | Whatever was at {place}, {us} did not find it
        blind-again +again | Another look at {place} showed {us} no more than the first
        blind-again2 +again | {us} looked at {place} again and still saw nothing
    """,
    spot__seen="""
        svo | {us} looked at {place} with {ad} to {dd} and saw {who} looking back
        movement | Something moved at {place}; with {ad} to {dd} {us} made it out to be {who}
        discovered | {who} {who.were} discovered at {place}, {ad} to {dd}
        sharp! | Sharp eyes, and {ad} to {dd}, found {who} at {place}
        plain | {us} looked at {place} and saw {who}
        plain2 | {who} {who.were} discovered at {place} by {us}
        plain3! | Whoever looked at {place} for {us} had good eyes: there {who.were} {who}
    """,
    revealed="""
        rose | {who} rose at {place}
        out | Out of hiding at {place} came {who}
        until | Until now nobody had seen {who} at {place}; now everybody did
        appeared | Where there had been nothing but {place} there {who.were} {who}
        waited | {who} had waited long enough at {place} and showed {who.themselves}
        then | It was now that {who} came out at {place}
    """,
    stumbled="""
        walked! | {us} walked into {who} at {place}, {who.who} had been waiting for just that
        found! | {who} {who.were} found at {place} by the simplest means, which is walking up to {who.them}
        surprise | To the surprise of {us} there {who.were} {who} at {place}
        close | At arm's length {us} discovered {who} at {place}
        came | {us} came upon {who} at {place}
    """,
    dilemma="""
        torn | {us} hesitated between two courses, {options}; the dice, {dice}, chose the {nth}
        either | Whether {options} was the question; a throw of {dice} answered it in favour of the {nth}
        undecided | Undecided between {both}, {us} let the dice choose, {dice}, and did the {nth}
        torn-blind | {us} hesitated between two courses, {options}; the dice chose the {nth}
        either-blind | Whether {options} was the question, and the dice answered it in favour of the {nth}
    """,
    decided__hold="""
        stood | When it was over {A} stood on the ground that counted: {what} was done, and the battle with it
        with | With {A} where {us} wanted them there was nothing left to fight for: {what} was done
        had | {us} had {A} where they had been sent, and so ended the battle, with {what}
    """,
    decided="""
        svo | That was what {us} had come for: {what}
        with | With that {us} had done what they had come for, {what}
        over | {what} was done, and the battle was over
    """,
    masked="""
        behind | {A} had a target but could not see it past {mask}
        friends | Between {A} and the enemy stood {mask}, so {A.they} held {A.their} fire
        line | {mask} stood in the line of fire of {A}, {A.who} could only watch
        would | {A} would have fired had {mask} not been in the way
        past | For {A} there was no shot to be had past {mask}
    """,
)

TITLES = bank(
    title="""
        t1 +d-command +dead | The fall of {d}
        t2 +d-command +dead | {d} is down
        t3 +d-mg +dead +only | The machine gun falls silent
        t4 +d-gun +dead | The end of {d}
        t5 +d-gun +dead | A gun is lost
        t6 +d-wagon +dead | A wagon the fewer
        t7 +d-wagon +dead | Among the wagons
        t8 +last +dead | The last of {dbody}
        t9 +flank +dead -fire | In the flank
        t10 +charge +dead | Ridden down
        t11 +first-loss +dead -blooded | First blood
        t12 +dead +fire | A volley that told
        t13 +dead -fire | Hand to hand
        t14 +dead +long | Against the odds
        t15 +dead +many-dead | Heavy losses
        t16 +body-hurt +dead | {dBody} suffer
        t17 +dead | A price is paid
        t18 +dead +more-dead | Gaps in the line
        t19 +dead +fire | The fire tells
        t20 +dead -fire | Cold steel
        t21 +revealed | Out of hiding
        t22 +revealed | Not so empty after all
        t23 +first-contact | Contact
        t24 +first-contact | The first blows
        t25 +first-shot | The first shots
        t26 +first-shot | Within range
        t27 +turned | The attack rebounds
        t28 +back +both-back | Give and take
        t29 +back +body-back | {dBody} give ground
        t30 +back | Pushed back
        t31 +back +fire | Moved on by fire
        t32 +back | A step to the rear
        t66 +hit +fire | Blood and powder
        t67 +hit -blooded +many-hit | The first holes in the line
        t68 +hit | Paid for by the {figure}
        t69 +hit +fire | A telling fire
        t33 +none +fire | Much noise, little harm
        t34 +none +fire | Smoke
        t35 +none | Nobody gives way
        t36 +none +fire -blows | Powder wasted
        t37 +arrive | Reinforcements
        t38 +leave | Over the edge
        t39 +leave | One way out
        t40 -fought +far +came | The approach
        t41 -fought +far | Nobody in range
        t42 -fought +far +moved +later | More walking
        t43 -fought +far +both-moved | Dust on both sides
        t44 -fought -busy +fought-before | A breathing space
        t45 -fought -moved -busy | Both sides think
        t46 -fought -busy +fought-before | The lull
        t47 -fought +moved | Marching
        t48 -fought -moved -busy | Nothing to report
        t49 +last-turn | The last turn
        t70 +broke -dead | Nerves give way
        t71 +broke -dead | Some have had enough
        t72 +first-broke -dead | The first to run
        t73 +blown | The bridge goes up
        t74 +blown | A loud noise by the water
        t75 +hit -blooded +fire | The range is found
        t76 +hit +both-hurt | Losses on either hand
        t77 +hit +guns | The guns have the word
        t50 +dead | No quiet
        t51 +back +both-back | Backwards and forwards
        t52 +none | Stalemate
        t84 +open | Not all was written down
        t85 +open | A gap in the record
        t86 +open | What came of it is not recorded
        t53 +dead +blooded -first-loss | Another gap
        t54 +dead +blooded -first-loss | The bill mounts
        t55 -fought +moved | On the march
        t56 -fought +moved | New positions
        t57 -fought -moved -busy | A turn of waiting
        t58 -fought -moved -busy | Nobody stirs
        t59 +hit +blooded +fire | The fire goes on
        t60 +hit +blooded | Thinner ranks
        t61 +hit +blooded | The toll grows
        t62 +hit +blooded +many-hit | More holes in the line
        t63 +hit -fire | At close quarters
        t64 +hit -both-hurt | One side pays
        t65 +hit | Wear and tear
        t78 +back | Ground is lost
        t79 +decided | The decision
        t80 +decided | What they had come for
        t82 -fought +busy | Other things than fighting
        t81 +none -fire | Blows, and no more
    """,
    caption="""
        lost +dead -more-dead | {d} {d.were} lost
        many +dead +more-dead | {n} {stands} were lost
        who-lost +dead +more-dead | {D} were lost
        gone +dead +more-dead | The end of {D}
        cross +dead -more-dead | The cross marks where {d} stood
        way +back -many-back | {d} gave way
        back +back +many-back | {n} {stands} were driven back
        nothing +quiet +shots +blows | Shots and blows, and nobody the worse
        moved +quiet +several | All that fighting moved nobody
        none +quiet -busy | A phase without effect
        open +open | What came of it was not all written down
        open2 +open | Of this phase the record is not complete
        open3 +open | Attacks were made; not all of their results are known
        shots +quiet +shots -blows | Powder burnt, and nobody the worse
        blows +quiet -shots +blows | Blows, and nobody the worse
        stood +quiet | Whoever was aimed at, nobody gave way
        hit +hit -more-hit | {d} lost {lost}
        cost +hit -more-hit | What it cost {d}: {lost}
        fewer +hit -more-hit | {d}, {lost} the fewer
        by +hit -more-hit | {d} lost {lost} to {by}
        paid +hit -more-hit | The price was {lost}, and {d} paid it
        worst +hit +more-hit +worst | {d} had the worst of it, with {lost} lost
        most +hit +more-hit +worst | {hits} {stands} suffered, {d} the most
        both +hit +more-hit | {hits} {stands} paid, {total} in all
        units +hit +more-hit | {hits} {stands} were hit
        felt +hit -more-hit -worn | {d} felt it
        who +hit +two-hit | {d} lost {lost}, {e} {lost2}
        fire +hit +shots -blows -own-hit | Where {us} made their fire tell
        on -fought +moved -few -turned | {us} on the move
        ground -fought +moved -few -turned | {us} changed their ground
        front -fought +turned | {who} changed front
        about -fought +turned | Nobody left his place, but some looked another way
        reach -fought +came +far | {us} came on, still out of reach
        few -fought +few -turned | {who} moved, and nobody else
        few2 -fought +few -turned | One move: that of {who}
        still -fought -moved -busy | {us} stood still
        edge +leave +all-gone | By this edge {us} left the field
        edge2 +leave -dead | {gone} left the table
        foe-edge +foe-leave -dead -more-gone | Here {foe} lost one over the edge
        foe-edge2 +foe-leave -dead +more-gone | Here {foe} lost {ngone} over the edge
        new -fought +moved -few -turned | New positions for {us}
        same -fought -moved -busy | No change among {us}
        made +made -dead -back | {made}
        made2 +made -dead -back | {us} at work: {made}
        dug +dug -dead -back -fought -moved | {dug} dug in
        digging +digging -made -fought -moved | {digging} digging
        spade +digging -made -fought -moved | {digging} took to the spade
        working +working -digging -made -fought -moved | {working} at work
        in-hand +working -digging -made -fought -moved | {working} busy with the work in hand
        rallied +rallied -made -fought -moved | {rallied} rallied
        formed +formed -made -fought -moved | {formed} changed formation
        arrived +arrived -fought -moved | {arrived} came up
        busy +busy -fought -moved -dead -back -leave -foe-leave -known -made | No fighting, but something was done
        without +dead -more-dead -own +only | After this {foe} were without {d}
        hands +back -own -many-back | {d} fell back before {us}
        ground-lost +back -own -many-back | Where {d} lost ground
        price +dead +own -more-dead | It was {us} who paid, with {d}
        crosses +dead +more-dead | Each cross marks a {stand} lost
        hollow +back +many-back | The hollow arrows show who went back
        hollow-one +back -many-back | The hollow arrow shows the way that {d} took
    """,
)
