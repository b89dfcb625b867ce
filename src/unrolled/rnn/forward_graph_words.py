"""What the forward graph says and asks. Notebook: book/rnn.ipynb"""

from unrolled.widget.words import rules

WORDS = [
    rules(
        ("rest", "Each step runs from the bottom up: the letter, the new state, and a probability"
         " for each letter."),
        ("x", "The network reads “{letter}”: its input is 1 at this letter and 0 elsewhere."),
        ("a first", "“{letter}” picks its column of <b>W</b><sub>hx</sub>. The previous state is"
         " <b>h</b><sub>0</sub> = 0, so <b>W</b><sub>hh</sub> adds nothing."),
        ("a", "“{letter}” picks its column of <b>W</b><sub>hx</sub>. <b>W</b><sub>hh</sub>"
         " multiplies the previous state, which is all that is left of “{past}”."),
        ("h last", "The state is the tanh of each pre-activation: two numbers that summarise"
         " “{word}”."),
        ("h", "The state is the tanh of each pre-activation. These two numbers are all that step"
         " {next} will know of “{word}”."),
        ("z", "The logits: one score for each letter, computed from the two numbers of the state."),
        ("y_hat", "After “{word}” the network ranks {best}. The letter that comes next,"
         " “{target}”, gets {chance}."),
        ("L", "The loss of this step is the surprise at “{target}”, −log {chance}."),
    ),
    rules(
        ("still !same", "{weight} is now {value}, not {was}: no number changes{why}."),
        ("!same", "{weight} is now {value}, not {was}: {count} of the 18 numbers change (they"
         " glow), from step {from} on."),
    ),
]  # fmt: skip
QUESTION = {
    "text": "Besides the weights, what do you need to know to compute <b>h</b><sub>3</sub>?",
    "options": [
        ["<b>x</b><sub>3</sub>", "That would do for a feed-forward network. This one also needs"
         " <b>h</b><sub>2</sub>. Without it, everything before <b>x</b><sub>3</sub> would be"
         " forgotten."],
        ["<b>x</b><sub>3</sub> and <b>h</b><sub>2</sub>", "And nothing else. Whatever"
         " <b>x</b><sub>1</sub> and <b>x</b><sub>2</sub> contribute comes through the two"
         " numbers of <b>h</b><sub>2</sub>."],
        ["<b>x</b><sub>1</sub> to <b>x</b><sub>3</sub>",
         "<b>h</b><sub>3</sub> does depend on all three letters, but <b>x</b><sub>1</sub> and"
         " <b>x</b><sub>2</sub> reach it only through <b>h</b><sub>2</sub>. Once"
         " <b>h</b><sub>2</sub> is known, you don't need them any more."],
    ],
    "right": 1,
    "show": {"step": 17, "chosen": "a_3", "unrolled": 1.0},
}  # fmt: skip
