"""What `Ways` says, and what each remedy costs. Notebook: book/remedies.ipynb"""

from unrolled.widget.words import rules

WORDS = [
    rules(
        (
            "waiting",
            "Press ▶ or the lamp: the same loss sends a gradient of size 1 back through four"
            " networks with the same W.",
        ),
        ("!arrived", "On its way: {back} steps back."),
        (
            "sheared",
            "Clipping shortens only the sum that W learns from: beside the strips, what is longer"
            " than 1 is cut off. No cell gets brighter.",
        ),
        (
            "clips",
            "No sum is longer than 1, so clipping has nothing to cut. It brings back nothing that"
            " has vanished.",
        ),
        (
            "turns",
            "W only turns, so a linear network would lose nothing. With tanh {end0} of 1 arrives,"
            " since slopes below 1 still take their share.",
        ),
        (
            "leaks adds skips",
            "For a gradient of 1, {end1} arrives by the leak, and {end2} by the residual way.",
        ),
        (
            "leaks !adds !skips",
            "{end1} arrives by the leak, for 1 that left. Its price: it writes only {written} of"
            " what is new.",
        ),
        (
            "adds !leaks !skips",
            "{end2} arrives by the residual way. Its price: nothing is forgotten, and the state"
            " grows to {grown2}.",
        ),
        (
            "skips !leaks !adds",
            "{end3} arrives by the skip. Its price: a second matrix, and five states in memory.",
        ),
        (
            "",
            "{end0} arrives with tanh, for 1 that left. A strip whose switch is off is the same"
            " network.",
        ),
    ),
]
THEOREM = rules(
    (
        "contracts !adds",
        "The norm of W is {sigma}, below 1, and no slope of tanh is above 1. A step multiplies by"
        " at most {bound0} with tanh and {bound1} with the leak, so both must vanish.",
    ),
    (
        "!adds",
        "The norm of W is {sigma}. A step multiplies by at most {bound0} with tanh and {bound1}"
        " with the leak. Neither is sure to be below 1, so nothing is certain.",
    ),
    (
        "contracts",
        "The norm of W is {sigma}, below 1, and no slope of tanh is above 1. A step multiplies by"
        " at most {bound0} with tanh and {bound1} with the leak, so both must vanish. With the"
        " residual way it is {bound2}, which makes nothing certain.",
    ),
    (
        "",
        "The norm of W is {sigma}. A step multiplies by at most {bound0} with tanh, {bound1} with"
        " the leak and {bound2} with the residual way. None is sure to be below 1, so nothing is"
        " certain.",
    ),
)
SEEN = rules(
    (
        "waiting",
        "Four recurrent networks as strips of cells, time to the right, the loss at the right end."
        " The pulse has not been fired. The size of W is {size}.",
    ),
    (
        "",
        "Four strips of cells, the loss at the right. The gradient has come {back} steps back."
        " The size of W is {size}.",
    ),
)
HEARD = rules(("", "size of W {size}: {end0} arrives with tanh, {end1} by the leak"))
VALUE = rules(
    ("!adds", "The residual switch is off: that doesn’t count."),
    ("", "Now: size {size}, and {end2} of the residual pulse arrives."),
)
PRICES = {  # on a wide page, on a phone
    "leak": [
        "writes {written} of what is new",
        "writes {written}",
    ],
    "residual": ["state grows to {grown2}", "state {grown2}"],
    "skip": ["5 states, a second matrix", "5 states"],
}
FIGURES = {"leak": "follows slowly", "residual": "the state grows", "skip": "five to keep"}
DESK = {
    "clip": {
        "name": "clip at 1",
        "lines": ["shortens the sum, not the cells:", "cures no vanishing, needs a limit"],
        "short": ["clip", "at 1"],
    },
    "start": {
        "name": "orthogonal start",
        "lines": ["W only turns, which tanh still shrinks;", "training may leave it"],
        "short": ["orthog.", "start"],
    },
}
