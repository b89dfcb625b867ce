"""What the forward graph says and asks. Notebook: book/rnn.ipynb"""

from unrolled.widget.words import rules

WORDS = [
    rules(
        ("x", "The network reads “{letter}”: 1 at the place of this letter, 0 at the others."),
        ("a first", "“{letter}” picks its column of <b>W</b><sub>hx</sub>. Nothing came before:"
         " <b>h</b><sub>0</sub> = 0 leaves <b>W</b><sub>hh</sub> without work."),
        ("a", "“{letter}” picks its column of <b>W</b><sub>hx</sub>; <b>W</b><sub>hh</sub> times"
         " the state before is all that is left of “{past}”."),
        ("h last", "The state: tanh of the pre-activation, two numbers for “{word}”."),
        ("h", "The state: tanh of the pre-activation. These two numbers are all that step {next}"
         " will know of “{word}”."),
        ("z", "The logits: a score for each letter, out of the two numbers of the state."),
        ("y_hat", "After “{word}” the network says {best}; “{target}”, which comes, gets"
         " {chance}."),
        ("L", "The loss of this step: the surprise at “{target}”, −log {chance}."),
    ),
    rules(
        ("still !same", "{weight} is {value}, was {was}: no number changes{why}."),
        ("!same", "{weight} is {value}, was {was}: {count} of 18 change (●), from step"
         " {from} on."),
    ),
]  # fmt: skip
QUESTION = {
    "text": "Three steps of one network. Which numbers must be known before <b>h</b><sub>3</sub>"
    " can be computed?",
    "options": [
        ["<b>x</b><sub>3</sub> and the weights", "That would be a feed-forward network. This one"
         " also needs <b>h</b><sub>2</sub>, or it would have forgotten everything before"
         " <b>x</b><sub>3</sub>."],
        ["<b>x</b><sub>3</sub>, <b>h</b><sub>2</sub> and the weights", "Nothing else. Whatever"
         " <b>x</b><sub>1</sub> and <b>x</b><sub>2</sub> had to say must have come through the two"
         " numbers of <b>h</b><sub>2</sub>."],
        ["<b>x</b><sub>1</sub>, <b>x</b><sub>2</sub>, <b>x</b><sub>3</sub> and the weights",
         "<b>h</b><sub>3</sub> does depend on all three letters, but <b>x</b><sub>1</sub> and"
         " <b>x</b><sub>2</sub> reach it only through <b>h</b><sub>2</sub>. Once"
         " <b>h</b><sub>2</sub> is known, they are not needed any more."],
    ],
    "right": 1,
    "show": {"step": 17, "chosen": "a_3"},
}  # fmt: skip
