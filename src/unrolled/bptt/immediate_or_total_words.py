"""What `ImmediateOrTotal` asks and says; its readings and orders of the six paths.

Notebook: book/bptt.ipynb
"""

from unrolled.bptt.six_paths import PAIRS
from unrolled.widget.words import rules

READINGS = {  # how often each path counts
    "immediate": ["immediate", [1 if t == i else 0 for t, i in PAIRS]],
    "once": ["once", [1] * 6],
    "total": ["total", [t - i + 1 for t, i in PAIRS]],
}
ORDERS = {  # the pairs of each term, and what it is
    "loss": ["by loss", [[0], [1, 2], [3, 4, 5]], [f"of ℒ<sub>{t}</sub>" for t in (1, 2, 3)]],
    "copy": ["by copy", [[5], [2, 4], [0, 1, 3]], [f"at copy {i}" for i in (3, 2, 1)]],
}

WORDS = [
    rules(
        ["start", "{path} contributes exactly 0: copy 1 multiplies <b>h</b><sub>0</sub> = 0."],
        ["letter", "{path} contributes exactly 0: the letter at step {i} is {letter}, not"
         " {other}."],
        ["left", "{path} would contribute {value}; it is left out."],
        ["repeated", "{path} contributes {value}, {times} times: once at each of {states}."],
        ["", "{path} contributes {value}."],
    ),
    rules(
        ["once", "Each of the six paths counts once."],
        ["immediate", "Each loss stops at its own step, so the effect of earlier copies is left"
         " out."],
        ["total", "A state’s total derivative already contains all later losses: the path from"
         " ℒ<sub><i>t</i></sub> to copy <i>i</i> counts"
         " <i>t</i>\u00a0−\u00a0<i>i</i>\u00a0+\u00a01 times."],
        ["none", "Nothing is added up yet."],
        ["again", "Counted: {count} of the six paths, some of them more than once."],
        ["", "Counted: {count} of the six paths."],
    ),
    rules(
        ["right once", "That is the gradient, <b>{truth}</b>."],
        ["right", "That is the gradient all the same, <b>{truth}</b>: what is left out or repeated"
         " is 0."],
        ["again", "The sum is <b>{sum}</b>, but the gradient is <b>{truth}</b>."],
        ["", "The sum so far is <b>{sum}</b>; the gradient is <b>{truth}</b>."],
    ),
]  # fmt: skip

SHORT = rules(  # on a phone, after what the lit path brings: "that" would be the path
    ["right once", "All six, once each, give the gradient, <b>{truth}</b>."],
    ["right", "The sum is the gradient all the same, <b>{truth}</b>: what is left out or repeated"
     " is 0."],
    ["again", "The sum is <b>{sum}</b>, but the gradient is <b>{truth}</b>."],
    ["", "The sum so far is <b>{sum}</b>; the gradient is <b>{truth}</b>."],
)  # fmt: skip

TITLE = rules(
    ["once", "Six paths, each counted once: {sum}"],
    ["right", "{Many} of six paths, and still {sum}"],
    ["again", "Paths counted again: {sum}, not {truth}"],
    ["none", "Six paths, none counted yet"],
    ["", "{Many} of six paths so far: {sum}"],
)

QUESTION = {
    "text": "Someone begins every path with the <i>total</i> derivative of the loss and adds them"
    " all up."
    " How"
    " often do they count the path ℒ<sub>3</sub> → copy 2?",
    "options": [
        ["Once", "That would be so with immediate derivatives: the path enters at"
         " <b>h</b><sub>3</sub>, the state of its loss. But the total derivative at"
         " <b>h</b><sub>2</sub> contains what comes back from ℒ<sub>3</sub>, too, so the path is"
         " counted there again."],
        ["Twice", "Once from <b>h</b><sub>3</sub>, the state of its loss, and once from"
         " <b>h</b><sub>2</sub>, whose total derivative already contains what comes back from"
         " ℒ<sub>3</sub>. A path counts once for each state on it."],
        ["Three times", "That is the path to copy 1, with three states on it. The one to copy 2"
         " runs through <b>h</b><sub>3</sub> and <b>h</b><sub>2</sub> and leaves"
         " <b>h</b><sub>1</sub> out."],
    ],
    "right": 1,
    "show": {"weight": "b_h[2]", "path": "3,2", "order": "loss",
             "counts": READINGS["total"][1]},
}  # fmt: skip
