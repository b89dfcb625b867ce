"""What `Pulse` asks and says. Notebook: book/gradients.ipynb"""

from unrolled.widget.words import rules

WORDS = [
    rules(
        (
            "waiting",
            "Press ▶ or <i>fire</i>: a gradient of size 1 leaves the loss and travels back through"
            " the network.",
        ),
        (
            "!arrived over",
            "On its way: after {back} steps the linear pulse is {now} times as large as it was.",
        ),
        (
            "!arrived",
            "On its way: after {back} steps {now} of the linear pulse is left.",
        ),
        (
            "swells",
            "No eigenvalue is larger than {size}, which looks safe. Yet the linear pulse grows to"
            " {peak} before it shrinks.",
        ),
        (
            "explodes saturates",
            "The linear pulse arrives {end} times as large. In the tanh network W drives the"
            " states into saturation, and only {other} arrives.",
        ),
        (
            "explodes",
            "The linear pulse arrives {end} times as large. The tanh network passes on {other}.",
        ),
        (
            "grows",
            "The spectral radius of W is only a little above 1, yet the linear pulse arrives {end}"
            " times as large.",
        ),
        ("edge", "At exactly 1 the linear pulse arrives whole. Now move the dial by a hair."),
        (
            "gone",
            "After {gone} steps the linear pulse is too small for float32: added to 1, it changes"
            " nothing.",
        ),
        ("dark", "After {dark} steps the linear pulse is below a thousandth of what it was."),
        ("", "{end} of the linear pulse arrives at the first step."),
    ),
]

THEOREM = rules(
    (
        "contracts",
        "The norm of W is {sigma}, below 1, and no slope of tanh is above 1. Every step shortens"
        " every gradient, so the pulse must vanish in the linear and in the tanh network.",
    ),
    ("turns", "W is a rotation: no gradient of the linear network grows or shrinks."),
    (
        "inside",
        "The norm of W is {sigma}, so a single step may lengthen a gradient. The spectral radius is"
        " below 1, so the linear pulse dies out in the end; for tanh, nothing follows.",
    ),
    (
        "",
        "The spectral radius is not below 1, so in some direction the linear pulse doesn’t die out;"
        " it may explode. The norm of W is {sigma}.",
    ),
)
SEEN = rules(
    (
        "waiting",
        "Recurrent networks as strips of cells, time to the right, the loss at the right end. The"
        " pulse has not been fired. The spectral radius of W is {size}.",
    ),
    (
        "",
        "Strips of cells, the loss at the right. The gradient has travelled {back} steps back; its"
        " size in the linear network is {now}. The spectral radius of W is {size}.",
    ),
)
HEARD = rules(("", "spectral radius {size}: {end} of the linear pulse arrives"))
VALUE = rules(("", "Now: radius {size}, highest point {peak}."))
SAID = {"words": WORDS, "theorem": [THEOREM], "seen": [SEEN], "heard": [HEARD], "value": [VALUE]}
SHAPES = [["bars", "the size of the gradient"], ["ellipses", "what becomes of every direction"]]
