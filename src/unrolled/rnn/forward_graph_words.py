"""What the forward graph says and asks. Notebook: book/rnn.ipynb"""

from unrolled.widget.words import rules

WORDS = [
    rules(
        ("rest", "Each step computes from the bottom up: from its letter the state, from the state"
         " a probability for each letter."),
        ("x", "The network reads “{letter}”: its input is 1 at this letter and 0 at the others."),
        ("a first", "“{letter}” picks its column of <b>W</b><sub>hx</sub>. The state before is"
         " <b>h</b><sub>0</sub> = 0, so <b>W</b><sub>hh</sub> adds nothing."),
        ("a", "“{letter}” picks its column of <b>W</b><sub>hx</sub>. <b>W</b><sub>hh</sub>"
         " multiplies the state before, which is all that is left of “{past}”."),
        ("h last", "The state is the tanh of both sums: two numbers that have to remember"
         " “{word}”."),
        ("h", "The state is the tanh of both sums. These two numbers are all that step {next}"
         " will know of “{word}”."),
        ("z", "The logits: a score for each letter, computed from the two numbers of the state."),
        ("y_hat", "After “{word}” the network ranks {best}. The letter that comes next,"
         " “{target}”, gets {chance}."),
        ("L", "The loss of this step: the surprise at “{target}”, −log {chance}."),
    ),
    rules(
        ("still !same", "{weight} is {value}, was {was}: no number changes{why}."),
        ("!same", "{weight} is {value}, was {was}: {count} of the 18 numbers change (they glow),"
         " from step {from} on."),
    ),
]  # fmt: skip
QUESTION = {
    "text": "Besides the weights, what must be known before <b>h</b><sub>3</sub> can be computed?",
    "options": [
        ["<b>x</b><sub>3</sub>", "That would be a feed-forward network. This one also needs"
         " <b>h</b><sub>2</sub>, or it would have forgotten everything before"
         " <b>x</b><sub>3</sub>."],
        ["<b>x</b><sub>3</sub> and <b>h</b><sub>2</sub>", "Nothing else. Whatever"
         " <b>x</b><sub>1</sub> and <b>x</b><sub>2</sub> had to say must have come through the two"
         " numbers of <b>h</b><sub>2</sub>."],
        ["<b>x</b><sub>1</sub> to <b>x</b><sub>3</sub>",
         "<b>h</b><sub>3</sub> does depend on all three letters, but <b>x</b><sub>1</sub> and"
         " <b>x</b><sub>2</sub> reach it only through <b>h</b><sub>2</sub>. Once"
         " <b>h</b><sub>2</sub> is known, they are not needed any more."],
    ],
    "right": 1,
    "show": {"step": 17, "chosen": "a_3", "unrolled": 1.0},
}  # fmt: skip
