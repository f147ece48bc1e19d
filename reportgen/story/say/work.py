"""What a phase holds besides marching and fighting, and the orders that it has to spend.

Slots: `throws` who threw what ('the General threw four and the Brigadier two'), `n` orders in all, `kept` from before,
`stored` for later, `A` units, `at` where it was, `points` of work, `worth` the same with the word for them, `carrier`
what they went aboard, `what` a work that the scenario has defined.
"""

from reportgen.story.pen import bank

WORK = bank(
    orders="""
        colon -kept -balloon | {throws}: {n} {orders} for {us}
        gave -kept -balloon | {throws}, which gave {us} {n} {orders}
        had -kept -balloon | {us} had {n} {orders}; {throws}
        kept +kept -balloon | {throws}; with {kept} kept back that made {n} {orders}
        kept2 +kept -balloon | {n} {orders} for {us}, {kept} of them saved from before: {throws}
        balloon +balloon -kept | {throws}, the balloon saw enough for one more, and {us} had {n} {orders}
        balloon2 +balloon -kept | With one more from the balloon {us} had {n} {orders}; {throws}
        both +kept +balloon | {throws}; {kept} had been kept, the balloon gave one, and {us} had {n} {orders}
        both2 +kept +balloon | {n} {orders} for {us}, with {kept} from before and one from the balloon; {throws}
        both3 +kept +balloon | Kept orders and the balloon brought it to {n} for {us}; {throws}
        stored +stored -kept -balloon | {n} {orders} for {us}, {stored} of which they kept; {throws}
        stored2 +stored -kept -balloon | {throws}: {n} {orders}, and {stored} of them put by
        low +low -kept -balloon | {throws}, and {n} {orders} had to go round
        again +again -kept -balloon | {n} {orders} again for {us}; {throws}
    """,
    orders__one="""
        svo -kept -balloon | {us} threw {die} and had {n} {orders}
        count | {n} {orders} for {us}
        gave -kept -balloon | The die gave {us} {n} {orders}
        a -kept -balloon | {a_die} for {us}: {n} {orders}
        had | {us} had {n} {orders}
        kept +kept -balloon | {us} threw {die}, and with {kept} kept back that made {n} {orders}
        kept2 +kept | {n} {orders} for {us}, {kept} of them saved from before
        balloon +balloon -kept | {us} threw {die}; the balloon saw enough for one more, and that made {n} {orders}
        both +kept +balloon | {us} threw {die}; with {kept} kept and one from the balloon that made {n} {orders}
        stored +stored | {n} {orders} for {us}, who kept {stored} of them
        stored2 +stored | {us} had {n} {orders} and put {stored} of them by
        low +low -kept -balloon | {us} threw {die}, and {n} {orders} had to go round
        again +again | {n} {orders} again for {us}
    """,
    orders__half="""
        lost | Without their General {us} had {n} {orders}
        half | {us}, leaderless, made do with {n} {orders}
    """,
    rally="""
        svo | {A} rallied
        shook | {A} shook {A.themselves} together
        order +many | Order was restored among {A}
        again | {A} {A.were} brought into hand again
        up! | The officers of {A} earned their pay: {A.they} rallied
        voice! | Somebody with a loud voice was found for {A}, and {A.they} rallied
        time | {A} took the time to rally
    """,
    entrench="""
        dug | {A} dug, and had {worth} of work to show for it
        spades | {A} took to the spade: {worth} of trench so far
        began | {A} worked at {A.their} entrenchment, {worth} of it done
    """,
    entrench__done="""
        done | {A} had dug {A.themselves} in
        cover | By the end of it {A} {A.were} entrenched
        finished | {A} finished {A.their} entrenchment and got into it
    """,
    block="""
        worked | {A} worked on a roadblock, {worth} of it done
        trees | {A} began to close the way {at}, with {worth} of work
    """,
    block__done="""
        closed | {A} closed the way with a roadblock
        stood | A roadblock stood {at}, the work of {A}
    """,
    clear="""
        worked | {A} worked at the obstacle, {worth} done
        axes | {A} went at the obstacle {at} and had {worth} to show for it
    """,
    clear__done="""
        opened | {A} cleared the way
        open | The way {at} was open again, thanks to {A}
    """,
    task="""
        worked | {A} worked on the {what} {at}, {worth} of it done
        hands | {A} had {worth} of the {what} done
        began | {A} went about the {what} {at}: {worth} so far
    """,
    task__done="""
        finished | {A} finished the {what} {at}
        touch | {A} put the last touch to the {what}
        through | With that {A} {A.were} through with the {what} {at}
    """,
    mine="""
        laid | {A} laid a charge {at}; it stood at {points} {dice} now
        barrels -first | More powder went in {at}: {A} had {points} {dice} of it there
        work | {A} {A.were} at work with the powder, {points} {dice} of it so far
    """,
    blow__done="""
        up | {A} fired the charges, and with {points} on the dice the bridge went up
        gone | The bridge was blown by {A}, with {points} on the dice
        bang! | A great noise {at} was {A} blowing the bridge, with {points} on the dice
    """,
    blow="""
        failed | {A} fired the charges {at}, threw {points}, and the bridge stood
        smoke | The charges laid by {A} went off with {worth}; the bridge was still there
    """,
    aboard="""
        went | {A} went aboard {carrier}
        embarked | {carrier} took {A} on board
    """,
    ashore="""
        out | {A} got out and formed up
        put | {A} {A.were} put down {at}
        again | {A} had ground under {A.their} feet again
    """,
    taken="""
        found | {A} {A.were} found without a guard and taken
        prisoner | {A} {A.were} taken where {A.they} stood, with nobody near to prevent it
    """,
    drowned="""
        down | {A} {A.were} on the bridge, and went with it
        with | With the bridge went {A}
    """,
    formed="""
        svo | {A} {verb}
        moment -horses | {A} stopped where {A.they} {A.were} and {verb}
    """,
    no_way="""
        never | {A} {A.were} to have charged, and found no way to do it
        barred | The charge of {A} came to nothing, the way being barred
    """,
)
