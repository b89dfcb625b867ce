"""What `ImmediateOrTotal` asks and says; its readings and orders of the six paths.

Notebook: book/bptt.ipynb
"""

from unrolled.demo.six_paths import PAIRS
from unrolled.page.words import rules

READINGS = {  # how often each path counts
    "immediate": ["immediate only", [int(t == i) for t, i in PAIRS]],
    "once": ["each path once", [1] * 6],
    "total": ["total in the sum", [t - i + 1 for t, i in PAIRS]],
}
ORDERS = {  # the pairs of each term, and what it is
    "loss": ["by loss", [[0], [1, 2], [3, 4, 5]],
             [f"of <i>L</i><sub>{t}</sub>" for t in (1, 2, 3)]],
    "copy": ["by copy", [[5], [2, 4], [0, 1, 3]],
             [f"at copy {i}" for i in (3, 2, 1)]],
}  # fmt: skip

WORDS = [
    rules(
        ["start", "{path} brings exactly 0: copy 1 multiplies <b>h</b><sub>0</sub> = 0."],
        ["letter", "{path} brings exactly 0: the letter at step {i} is {letter}, not {other}."],
        ["left", "{path} would bring {value}; it is left out."],
        ["repeated", "{path} brings {value}, {times} times: once at each of {states}."],
        ["", "{path} brings {value}."],
    ),
    rules(
        ["once", "Each of the six paths counts once."],
        ["immediate", "Each loss stops at its own step: what earlier copies of the weight did is"
         " left out."],
        ["total", "A state’s total derivative already holds all later losses: a path counts"
         " <i>t</i>\u00a0−\u00a0<i>i</i>\u00a0+\u00a01 times."],
        ["none", "Nothing is added up yet."],
        ["again", "Counted: {count} of the six paths, some of them more than once."],
        ["", "Counted: {count} of the six paths."],
    ),
    rules(
        ["right once", "That is the gradient, <b>{truth}</b>."],
        ["right", "That is the gradient all the same, <b>{truth}</b>: what is left out or repeated"
         " is 0."],
        ["", "The sum is <b>{sum}</b>, the gradient <b>{truth}</b>: off by {off}."],
    ),
]  # fmt: skip

TITLE = rules(
    ["right", "Sum {sum}: the gradient of {weight}"],
    ["", "Sum {sum}, gradient {truth}: off by {off}"],
)

QUESTION = {
    "text": "Count in the picture. How many paths lead from the three losses down into the copies"
    " of <b>W</b><sub>hh</sub>?",
    "options": [
        ["3", "That is one path a loss, straight down into the copy at its own step. A loss also"
         " goes back along the states and enters every earlier copy."],
        ["6", "<i>L</i><sub>1</sub> reaches one copy, <i>L</i><sub>2</sub> two, <i>L</i>"
         "<sub>3</sub> three."],
        ["9", "Each loss would then reach every copy. But <i>L</i><sub>1</sub> does not depend on"
         " steps 2 and 3, nor <i>L</i><sub>2</sub> on step 3. That leaves 6."],
    ],
    "right": 1,
    "show": {"weight": "W_hh[2,1]", "path": "3,1", "order": "loss", "counts": [1] * 6},
}  # fmt: skip
