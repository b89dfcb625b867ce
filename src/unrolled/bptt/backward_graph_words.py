"""What the backward graph says and asks. Notebook: book/bptt.ipynb"""

from unrolled.widget.words import rules

KEPT = [[0, 0], [0, 0]]  # no entry of W_hh is set to 0
WORDS = [
    rules(
        ("hidden", "Each error is known, and with it the gradient that each step’s own loss sends"
         " to its state. The rest appears once you have guessed."),
        ("dz", "The error of prediction {t}: the probabilities, minus 1 for the letter that comes"
         " next, “{target}”. A bar down asks for more of a letter, a bar up for less."),
        ("back", "The gradient from the loss of this very step: the error, carried back through"
         " <b>W</b><sub>yh</sub>."),
        ("carry last", "The gradient from later steps. After the last step there is none: 0."),
        ("carry none", "The gradient from later steps is 0: nothing comes back from step {next}"
         " or later."),
        ("carry", "The gradient from later steps: everything that step {next} and the steps after"
         " it contribute, carried back through <b>W</b><sub>hh</sub> in two numbers."),
        ("dh", "Two gradients meet at this state and are added: that of its own loss (pale) and"
         " that of later losses (dark), which begins where the pale bar ends."),
        ("delta", "The gradient of the state times the slope of tanh: the error of step {t}."),
        ("part bias", "Step {t} adds its error to the gradient of the bias."),
        ("part first recurrent", "Step 1 adds nothing: its error is multiplied by the state before"
         " it, and <b>h</b><sub>0</sub> = 0."),
        ("part recurrent", "Step {t} adds its error times the state before it,"
         " <b>h</b><sub>{before}</sub>."),
        ("part", "Step {t} adds its error times its input, “{letter}”, so only the column of this"
         " letter gets anything."),
        ("sum", "Summed over the steps and divided by <i>T</i> = 3, the gradient of the mean loss"
         " is {gradient} = {mean}."),
    ),
    rules(
        ("still !same", "With {cuts} of <b>W</b><sub>hh</sub> at 0, no number changes."),
        ("!same", "With {cuts} of <b>W</b><sub>hh</sub> at 0, {count} of 19 change (●)."),
    ),
]  # fmt: skip
QUESTION = {
    "text": "Step 2 sits in the middle. Which numbers must be known before <b>δ</b><sub>2</sub>"
    " can be computed?",
    "options": [
        ["Those of step 2 alone: its state and its error", "The error of step 2 is only half of"
         " it. The state <b>h</b><sub>2</sub> also shaped step 3, so the loss there sends its"
         " share back, through <b>δ</b><sub>3</sub>."],
        ["Those of step 2, and <b>δ</b><sub>3</sub>", "Two messages meet at <b>h</b><sub>2</sub>:"
         " one from its own loss, one from <b>δ</b><sub>3</sub> through <b>W</b><sub>hh</sub>."
         " That is why the gradients run from <i>t</i> = 3 to <i>t</i> = 1, and why the states"
         " must be kept."],
        ["Those of step 2, and <b>δ</b><sub>1</sub>", "The other way round: <b>δ</b><sub>1</sub>"
         " waits for <b>δ</b><sub>2</sub>. Step 1 came first in time, so it comes last on the way"
         " back."],
    ],
    "right": 1,
    "show": {"step": 10, "chosen": "", "part": "W_hh", "cut": KEPT},
}  # fmt: skip
