"""Movement: verb phrases by manner and arm, and the frames that join them.

Slots of the frames: `A`, `B`, `C` who, `av`, `bv`, `cv` what they did. In a verb phrase `r` is who.
"""

from reportgen.story.pen import bank

VERBS: dict[str, tuple[str, ...]] = {
    "on": ("came on", "went forward", "moved up", "pressed on", "advanced", "pushed on"),
    "on infantry": (
        "came on",
        "went forward",
        "moved up",
        "pressed on",
        "advanced",
        "pushed on",
        "stepped out",
        "marched on",
    ),
    "on vehicle": ("rolled forward", "moved up", "came on under {r.their} own power"),
    "on cavalry": ("trotted forward", "rode on", "cantered on", "came on at a trot", "rode forward"),
    "on artillery": ("{r.were} dragged forward", "limbered up and went forward", "{r.were} brought up"),
    "on machine-gun": ("{r.were} carried forward", "{r.were} brought up", "moved up"),
    "on transport": ("rolled forward", "creaked on", "lumbered forward", "followed at {r.their} own pace"),
    "on command": ("went forward", "kept up", "moved up", "followed"),
    "back": ("fell back", "drew back", "went to the rear", "withdrew", "went back"),
    "back cavalry": ("rode back", "trotted to the rear", "fell back"),
    "back transport": ("{r.were} turned round and sent to the rear", "rolled back", "went to the rear"),
    "back vehicle": ("rolled back", "backed away", "went to the rear"),
    "back command": ("went to the rear", "drew back", "thought better of it and fell back"),
    "left": ("moved off to the left", "edged to the left", "shifted left", "side-stepped to the left"),
    "left cavalry": ("rode round by the left", "swung out to the left", "trotted off to the left"),
    "right": ("moved off to the right", "edged to the right", "shifted right", "side-stepped to the right"),
    "right cavalry": ("rode round by the right", "swung out to the right", "trotted off to the right"),
    "turn": ("turned to face {facing}", "changed front to the {facing}", "came round to face {facing}"),
    "contact": ("closed right up to the enemy", "came up with the enemy", "moved in next to the enemy"),
    "contact cavalry": ("rode right up to the enemy", "came up with the enemy at a canter"),
    "mount": ("got back into the saddle", "mounted again"),
    "dismount": ("got down from {r.their} horses", "dismounted"),
    "leave": (
        "went off the table by the {edge} edge",
        "went off over the {edge} edge",
        "passed out of the battle by the {edge} edge",
    ),
}
"""By manner, and by manner and arm where the arm has its own way of going."""

MARCH = bank(
    march__one="""
        svo | {A} {av}
        only | Only {N} {av}
        otherwise +fought +few | Otherwise there was little movement: {A} {av}
        behind +fought +rear | Behind the fighting {A} {av}
        for-the-rest +fought | For the rest, {A} {av}
        of-all -fought +few | Of all that force only {N} {av}
        there! +fought | There was some marching as well: {A} {av}
        all -fought +few | All that happened was that {A} {av}
        besides +fought | Besides, {A} {av}
        map | On the map one sees how {A} {av}
        haste -brisk | Without haste {A} {av}
        time -fought -final | For the time being {A} {av}
        any -fought +few | At any rate {A} {av}
        orders +few | What orders there were went to {A}, {A.who} {av}
    """,
    march__two="""
        and | {A} {av} and {B} {bv}
        while | {A} {av} while {B} {bv}
        while-first | While {A} {av}, {B} {bv}
        semicolon | {A} {av}; {B} {bv}
        as-first | As {A} {av}, {B} {bv}
        behind +fought +rear | Behind the fighting {A} {av} and {B} {bv}
        for-the-rest +fought | For the rest, {A} {av} and {B} {bv}
        elsewhere +fought | Elsewhere {A} {av}, and {B} {bv}
        two-movements! | Two things happened at once: {A} {av}, and {B} {bv}
        away +fought | Away from the fighting {A} {av}; {B} {bv}
        first-then | First {A} {av}, then {B} {bv}
        later | {A} {av}, and later {B} {bv}
        one-part | In one part of the field {A} {av}, in another {B} {bv}
        whereas | {A} {av}, whereas {B} {bv}
        nobody -fought | Nobody fought, but {A} {av} and {B} {bv}
        orders | Orders went two ways: {A} {av}, {B} {bv}
        same-time | At the same time as {A} {av}, {B} {bv}
        map | On the map one sees how {A} {av} and how {B} {bv}
        haste -brisk | Without haste {A} {av}, and {B} {bv}
        no-more -fought | No more was done than this: {A} {av}, and {B} {bv}
    """,
    march__three="""
        list | {A} {av}, {B} {bv} and {C} {cv}
        semicolon | {A} {av}; {B} {bv}, and {C} {cv}
        while-first | While {A} {av} and {B} {bv}, {C} {cv}
        colon! | There was movement everywhere: {A} {av}, {B} {bv} and {C} {cv}
        elsewhere +fought | Elsewhere {A} {av}, {B} {bv}, and {C} {cv}
        for-the-rest +fought | For the rest, {A} {av}, {B} {bv} and {C} {cv}
    """,
    march__all="""
        svo | {us} came on
        whole-svo -rest | The whole of the {adjective} line {allv}
        everything -rest | Everything that {us} had {allv}
        nobody -rest | Nobody among {us} stood still
        together | In fair order {us} {allv}
        it! | It was a general advance
        nearly +rest | Nearly all of the {adjective} force {allv}
        most +rest | Most of {us} {allv}
        every -rest | Every {adjective} {stand} that could be told to {allv2} did so
        forward +again | Forward went {us} again
        again +again | Again the {adjective} force {allv}
        on +again | On they came, as in the turn before
    """,
    fired_back="""
        svo | {A} fired first and fell back afterwards
        having | Having fired, {A} fell back
        each +many | Each of them fired and then stepped back: {A}
        shoot! | Shoot and step back was the order of the day for {A}
    """,
    far="""
        nobody | Nobody was in range of anything
        half +half | Half the table still lay between the two sides
        distance | {dist} still lay between the nearest of them
        no-shot | No shot was fired, there being nobody to fire at
        guns! | Of targets there were none
        walk! | It was, so far, a walk in the open air
        dust! | Apart from dust there was nothing to see
        still +again | Still there was nobody to shoot at
        again +again | Once again nobody was in reach of anybody
        patience! +again -final | Patience was asked of everyone
        march! +again -final | There was more marching to be done yet
        yet | Yet nobody had come within reach of anybody
    """,
    held="""
        nothing -waiting | {us} did nothing, and took some care over it
        wait | For {us} it was a turn for waiting
        sat! | Nothing stirred among {us}
        declined | {n} {acts} {were} on offer and {us} declined them all
        stood | {us} stood where they were
        let +again | Again {us} let the turn go by
        running +again | For the {nth} turn running {us} stayed where they were
        running2 +again | Now for the {nth} time nothing stirred among {us}
        nor +nor | Nor did {us} stir
        nor2 +nor | {us} left it at that as well
        nor3 +nor | And {us} looked back at them
        not-one! | Not one {adjective} {stand} moved
    """,
    exit="""
        svo | {A} went off the table by the {edge} edge
        over -goal | Over the {edge} edge went {A}, and out of the battle
        out -goal | {A} had seen enough and left by the {edge} edge
        through +goal | {A} got through and left by the {edge} edge
        safe +goal | By the {edge} edge {A} reached safety
        did +goal | What {us} had come to do, {A} now did: {A.they} crossed the {edge} edge
        more +more | {A} followed the others over the {edge} edge
        last +last | With {A} the last of them was off the table
    """,
    undone="""
        nobody | Nobody had an order to spare for {idle}
        ran-out | The orders ran out before they reached {idle}
        left | {idle} stayed behind for want of orders
        not +again | {idle}, once more, got no orders
        for | For {idle} there was nothing left
        had-to! | {idle} had to make do with good intentions
        last! | Last in the queue for orders stood {idle}, and last they stayed
        someone! | Someone had to be left out, and it was {idle}
    """,
)
