"""What the sentence says: rules over what follows from the state."""

from unrolled.widget.words import rules

HABITS = {
    "previous": "the token before",
    "next": "the token after",
    "itself": "the token itself",
    "first": "[CLS]",
    "last": "[SEP]",
    "same": "the same word elsewhere",
    "bracket": "the bracket that it closes",
}
ORDERS = {
    "number": "number",
    "previous": "the token before",
    "next": "the token after",
    "itself": "the token itself",
    "first": "[CLS]",
    "last": "[SEP]",
    "same": "the same word",
    "bracket": "the bracket it closes",
}
SAID = {
    "words": [
        rules(
            ["three", "From <b>{token}</b>, head A looks most at <b>{inA}</b>, B at"
             " <b>{inB}</b>, C at <b>{inC}</b>. Touch another word."],
            ["mean self", "{who}: <b>{token}</b> gives most of its weight, {most}, to itself."],
            ["mean", "{who}: of the weight of <b>{token}</b>, most goes to <b>{key}</b>, {most}."],
            ["half self", "{who}: <b>{token}</b> gives {most} of its weight to itself."],
            ["half", "{who}: <b>{token}</b> gives {most} of its weight to <b>{key}</b>."],
            ["self", "{who}: <b>{token}</b> spreads its weight; the largest share, {most}, stays"
             " with it."],
            ["", "{who}: <b>{token}</b> spreads its weight; <b>{key}</b> gets the largest share,"
             " {most}."],
        ),
        rules(
            ["!withheld mean", "On average over all sentences this block gives {share} to"
             " {habit}."],
            ["!withheld habit", "On average over all sentences this head gives {share} to"
             " {habit}."],
            ["!withheld", "On average this head gives most, {share}, to {habit}."],
        ),
    ],
    "who": [
        rules(
            ["mean", "Block {layer}, mean of its {heads} heads"],
            ["", "Block {layer}, head {head}"],
        ),
    ],
    "seen": [
        rules(
            ["", "The sentence. From {token} ribbons rise to the words that it looks at, each as"
             " wide as its weight; the widest goes to {key}. Below is a square for each head: the"
             " stronger its shade, the more of the weight of {token} goes to {other}."],
        ),
    ],
    "strips": "From a query and a key to the weight",
    "stray": {
        "mean": [
            "This is the mean of a block’s heads, and a mean",
            "has no query and no key. Tap a head in the",
            "squares above to see a query, a key and",
            "the weight they make.",
        ],
        "typed": "Type a sentence above to see its own queries and keys.",
    },
    "closer": "Rows look, columns are looked at; the stronger the shade, the more weight.",
    "averages": "on average over all sentences",
    "places": HABITS,
    "warning": "",
}  # fmt: skip
HEAD = {  # of a single head
    "words": [
        rules(
            ["hidden", "Touch any other word: ribbons rise to the words that it looks at."],
            ["half self", "<b>{token}</b> gives {most} of its weight to itself."],
            ["half", "<b>{token}</b> gives {most} of its weight to <b>{key}</b>."],
            ["self", "<b>{token}</b> spreads its weight; the largest share, {most}, stays with"
             " it."],
            ["", "<b>{token}</b> spreads its weight; <b>{key}</b> gets the largest share, {most}."],
        ),
    ],
    "who": [rules(["", "This head"])],
    "seen": [
        rules(
            ["hidden", "The sentence. The question is what {token} looks at."],
            ["", "The sentence. From {token} ribbons rise to the words that it looks at, each as"
             " wide as its weight; the widest goes to {key}."],
        ),
    ],
    "value": [rules(["", "Now <b>{token}</b> looks most at <b>{key}</b>."])],
}  # fmt: skip
