"""What the backward graph says and asks. Notebook: book/bptt.ipynb"""

from unrolled.widget.words import rules

WORDS = [
    rules(
        ("hidden", "Each step’s own loss sends a gradient to its state. The rest of the stream"
         " appears once you have guessed."),
        ("dz", "The error of prediction {t}: its probabilities, minus 1 for the letter that comes"
         " next, “{target}”. A bar down asks for more of it."),
        ("back", "The gradient from the loss of step {t} itself: its error, carried back through"
         " <b>W</b><sub>yh</sub>."),
        ("carry last", "The gradient from later losses. After the last step there is none: 0."),
        ("carry none", "The gradient from later losses is 0: nothing comes back from step {next}."),
        ("carry", "All that leaves <b>δ</b><sub>{next}</sub> passes <b>W</b><sub>hh</sub>: to step"
         " {t} it comes from later losses."),
        ("dh last", "No loss comes later, so <b>h</b><sub>3</sub> receives the gradient of its own"
         " loss alone."),
        ("dh none", "Nothing comes back, so <b>h</b><sub>{t}</sub> receives the gradient of its own"
         " loss alone."),
        ("dh", "Two gradients meet at <b>h</b><sub>{t}</sub> and are added: what is filled"
         " is their sum, what is dashed cancels."),
        ("delta first", "The gradient of the state times the slope of tanh: the error of step 1."),
        ("delta last", "The gradient of the state times the slope of tanh: the error of step 3."),
        ("delta", "The gradient of the state times the slope of tanh. Both lanes, own loss"
         " and later ones, run on to the step before."),
        ("part bias", "Step {t} adds its error to the gradient of the bias."),
        ("part first recurrent", "Step 1 adds nothing: its error is multiplied by the state before"
         " it, and <b>h</b><sub>0</sub> = 0."),
        ("part recurrent", "Step {t} adds its error times the state before it,"
         " <b>h</b><sub>{before}</sub>."),
        ("part", "Step {t} adds its error times its input, “{letter}”, so only the column of this"
         " letter gets anything."),
        ("sum", "The three steps add up to the gradient of the sum of the losses; a third of it is"
         " that of their mean."),
    ),
]  # fmt: skip
HEADLINES = {  # above the picture: what is chosen, in words
    "wide": rules(
        ("hidden", "Each step knows the error of its own prediction."
         " What else does step 2 need?"),
        ("dz", "The error of prediction {t}: its probabilities minus the target"),
        ("back", "The share of step {t} itself: its error, carried back to its state"),
        ("carry last", "After the last step nothing comes back"),
        ("carry", "What comes back to step {t} from step {next}, through <b>W</b><sub>hh</sub>"),
        ("dh last", "Step 3 has its own share alone: nothing comes back from later steps"),
        ("dh", "The gradient of state {t} = its own share + what comes back from step {next}"),
        ("delta last", "Error of step 3 = its own share, times the slope of tanh"),
        ("delta", "Error of step {t} = (its own share + what comes back from step {next})"
         " × slope of tanh"),
        ("part", "What step {t} adds to the gradient of the weights that all steps share"),
        ("sum", "The same weights in every step: what the three steps add is summed"),
    ),
    "narrow": rules(
        ("hidden", "What else does step 2 need?"),
        ("dz", "Error {t} = probabilities − target"),
        ("back", "The share of step {t} itself"),
        ("carry last", "After the last step nothing comes back"),
        ("carry", "What comes back from step {next}"),
        ("dh last", "State 3: its own share alone"),
        ("dh", "State {t}: own share + back from step {next}"),
        ("delta last", "Error 3 = own share × slope of tanh"),
        ("delta", "Error {t} = (own + later) × slope of tanh"),
        ("part", "What step {t} adds to the gradient"),
        ("sum", "The three steps add up"),
    ),
}  # fmt: skip
QUESTION = {
    "text": "Step 2 sits in the middle. Whose numbers must be known before <b>δ</b><sub>2</sub>"
    " can be computed?",
    "options": [
        ["Step 2 alone", "The error of step 2 is only half of"
         " it. The state <b>h</b><sub>2</sub> also shaped step 3, so the loss there sends its"
         " share back, through <b>δ</b><sub>3</sub>."],
        ["Step 2 and <b>δ</b><sub>3</sub>", "Two messages meet at <b>h</b><sub>2</sub>:"
         " one from its own loss, one from <b>δ</b><sub>3</sub> through <b>W</b><sub>hh</sub>."
         " That is why the gradients run from <i>t</i> = 3 to <i>t</i> = 1, and why the states"
         " must be kept."],
        ["Step 2 and <b>δ</b><sub>1</sub>", "The other way round: <b>δ</b><sub>1</sub>"
         " waits for <b>δ</b><sub>2</sub>. Step 1 came first in time, so it comes last on the way"
         " back."],
    ],
    "right": 1,
    "show": {"step": 18, "chosen": "delta_2", "part": "W_hh", "times": 1.0},
}  # fmt: skip
