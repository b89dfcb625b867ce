"""What `Ways` says, and what each remedy costs. Notebook: book/remedies.ipynb"""

from unrolled.widget.words import rules

WORDS = [
    rules(
        (
            "waiting",
            "Press ▶ or <i>fire</i>. The same loss then sends a gradient of size 1 back through"
            " four networks with the same W.",
        ),
        ("!arrived", "The pulse has travelled {back} steps back so far."),
        (
            "sheared",
            "Clipping shortens only the gradient of W, a sum over all steps: beside each strip, the"
            " part beyond 1 is cut off. What has vanished stays vanished.",
        ),
        (
            "clips",
            "No sum is longer than 1, so clipping has nothing to cut. And it can’t bring back"
            " what has vanished.",
        ),
        (
            "turns",
            "W only rotates the gradient, so a linear network would lose nothing. With tanh, a"
            " pulse of {end0}"
            " arrives, because every slope below 1 shrinks it.",
        ),
        (
            "leaks adds skips",
            "With the leak, a pulse of {end1} arrives; with the residual path, one of {end2}.",
        ),
        (
            "leaks !adds !skips",
            "With the leak, a pulse of {end1} arrives. The price: a unit writes only {written}"
            " of what is new.",
        ),
        (
            "adds !leaks !skips",
            "With the residual path, a pulse of {end2} arrives. The price: nothing is forgotten,"
            " and the state grows to {grown2}.",
        ),
        (
            "skips !leaks !adds",
            "With the skip, a pulse of {end3} arrives. The price: a second matrix, and five"
            " states to keep.",
        ),
        (
            "",
            "With tanh alone, a pulse of {end0} arrives. A strip whose switch is off is the same"
            " plain network.",
        ),
    ),
]
THEOREM = rules(
    (
        "contracts !adds",
        "The norm of W is {sigma}, below 1, and no slope of tanh is above 1. Each step multiplies"
        " the gradient by at most {bound0} with tanh and {bound1} with the leak, so both vanish.",
    ),
    (
        "!adds",
        "The norm of W is {sigma}. Each step multiplies the gradient by at most {bound0} with tanh"
        " and {bound1} with the leak. Neither bound is below 1, so nothing is certain.",
    ),
    (
        "contracts",
        "The norm of W is {sigma}, below 1, and no slope of tanh is above 1. Each step multiplies"
        " the gradient by at most {bound0} with tanh and {bound1} with the leak, so both vanish."
        " With the residual path the bound is {bound2}, and nothing is certain.",
    ),
    (
        "",
        "The norm of W is {sigma}. Each step multiplies the gradient by at most {bound0} with"
        " tanh, {bound1} with the leak and {bound2} with the residual path. No bound is below 1,"
        " so nothing is certain.",
    ),
)
SEEN = rules(
    (
        "waiting",
        "Four recurrent networks, each a strip of cells, with time running to the right and the"
        " loss at the right end. The pulse has not been fired. The spectral radius of W is {size}.",
    ),
    (
        "",
        "Four strips of cells, with the loss at the right. The gradient has travelled {back} steps"
        " back. The spectral radius of W is {size}.",
    ),
)
HEARD = rules(("", "spectral radius {size}: {end0} arrives with tanh, {end1} with the leak"))
VALUE = rules(
    ("!adds", "Not yet: the residual path is off."),
    ("", "Now: radius {size}, and a residual pulse of {end2} arrives."),
)
PRICES = {  # on a wide page, on a phone
    "leak": [
        "writes {written} of what is new",
        "writes {written}",
    ],
    "residual": ["state grows to {grown2}", "state {grown2}"],
    "skip": ["5 states, a second matrix", "5 states"],
}
FIGURES = {"leak": "changes slowly", "residual": "the state grows", "skip": "five states"}
DESK = {
    "clip": {
        "name": "clip at 1",
        "lines": ["shortens the gradient of W;", "brings nothing back, needs a limit"],
        "short": ["clip", "at 1"],
    },
    "start": {
        "name": "orthogonal start",
        "lines": ["W rotates, but tanh still shrinks;", "training can undo it"],
        "short": ["orthog.", "start"],
    },
}
