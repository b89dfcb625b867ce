"""What the backward graph says and asks. Notebook: book/bptt.ipynb"""

from unrolled.widget.words import rules

WORDS = [
    rules(
        ("hidden", "Each step’s own loss sends a gradient to its state. The rest of the stream"
         " appears once you have guessed."),
        ("dz", "The error of prediction {t}: its probabilities, minus 1 for the letter that comes"
         " next, “{target}”. A downward bar asks for a higher probability."),
        ("back", "The gradient from the loss of step {t} itself: its error, carried back through"
         " <b>W</b><sub>yh</sub>."),
        ("carry last", "The gradient from later losses. After the last step there is none: 0."),
        ("carry none", "The gradient from later losses is 0: nothing comes back from step {next}."),
        ("carry", "What leaves <b>δ</b><sub>{next}</sub> goes back through <b>W</b><sub>hh</sub>"
         " and reaches step {t} as the gradient from later losses."),
        ("dh last", "No loss comes later, so <b>h</b><sub>3</sub> receives the gradient of its own"
         " loss alone."),
        ("dh none", "Nothing comes back, so <b>h</b><sub>{t}</sub> receives the gradient of its own"
         " loss alone."),
        ("dh", "Two gradients meet at <b>h</b><sub>{t}</sub> and are added: the filled bars show"
         " their sum, the dashed parts cancel."),
        ("delta first", "The gradient of the state times the slope of tanh: the error of step 1."),
        ("delta last", "The gradient of the state times the slope of tanh: the error of step 3."),
        ("delta", "The gradient of the state times the slope of tanh. Both lanes, own loss"
         " and later losses, flow on to the previous step."),
        ("part bias", "Step {t} adds its error to the gradient of the bias."),
        ("part first recurrent", "Step 1 adds nothing: its error is multiplied by the previous"
         " state, and <b>h</b><sub>0</sub> = 0."),
        ("part recurrent", "Step {t} adds its error times the previous state,"
         " <b>h</b><sub>{before}</sub>."),
        ("part", "Step {t} adds its error times its input, “{letter}”, so only the column of this"
         " letter gets anything."),
        ("sum", "The contributions of the three steps add up to the gradient of 𝒮; the gradient of"
         " the mean loss is a third of it."),
    ),
]  # fmt: skip
HEADLINES = {  # above the picture: what is chosen, in words
    "wide": rules(
        ("hidden", "Each step knows the error of its own prediction."
         " What else does step 2 need?"),
        ("dz", "The error of prediction {t}: its probabilities minus the target"),
        ("back", "The gradient of loss {t}: its error, carried back to its own state"),
        ("carry last", "After the last step nothing comes back"),
        ("carry", "What comes back to step {t} from step {next}, through <b>W</b><sub>hh</sub>"),
        ("dh last", "State 3 has the gradient of its own loss alone: nothing comes back to it"),
        ("dh", "The gradient of state {t} = own loss + what comes back from step {next}"),
        ("delta last", "Error of step 3 = gradient of its own loss × slope of tanh"),
        ("delta", "Error of step {t} = (own loss + what comes back from step {next})"
         " × slope of tanh"),
        ("part", "What step {t} adds to the gradient of the weights that all steps share"),
        ("sum", "All steps share the same weights, so their contributions are added"),
    ),
    "narrow": rules(
        ("hidden", "What else does step 2 need?"),
        ("dz", "Error {t} = probabilities − target"),
        ("back", "The gradient of loss {t} itself"),
        ("carry last", "After the last step nothing comes back"),
        ("carry", "What comes back from step {next}"),
        ("dh last", "State 3: its own loss alone"),
        ("dh", "State {t}: own loss + back from step {next}"),
        ("delta last", "Error 3 = own loss × slope of tanh"),
        ("delta", "Error {t} = (own + later) × slope of tanh"),
        ("part", "What step {t} adds to the gradient"),
        ("sum", "The three steps add up"),
    ),
}  # fmt: skip
QUESTION = {
    "text": "Step 2 is in the middle. Whose numbers must you know before you can compute"
    " <b>δ</b><sub>2</sub>?",
    "options": [
        ["Step 2 alone", "The error of its own prediction is only half of it. The state"
         " <b>h</b><sub>2</sub> also shaped step 3, so the loss there sends a gradient back,"
         " through <b>δ</b><sub>3</sub>."],
        ["Step 2 and <b>δ</b><sub>3</sub>", "Two gradients meet at <b>h</b><sub>2</sub>:"
         " one from its own loss, one from <b>δ</b><sub>3</sub> through <b>W</b><sub>hh</sub>."
         " That is why the walk runs from <i>t</i> = 3 to <i>t</i> = 1, and why the states"
         " must be kept."],
        ["Step 2 and <b>δ</b><sub>1</sub>", "It is the other way round:"
         " <b>δ</b><sub>1</sub> needs <b>δ</b><sub>2</sub>. Step 1 came first"
         " in time, so it comes last on the way back."],
    ],
    "right": 1,
    "show": {"step": 18, "chosen": "delta_2", "part": "W_hh", "times": 1.0},
}  # fmt: skip
