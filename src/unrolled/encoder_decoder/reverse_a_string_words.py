"""What `ReverseAString` asks and says. Notebook: book/encoder_decoder.ipynb"""

from unrolled.widget.words import rules

WORDS = [
    rules(
        ("hidden attendsRight", "With attention, the string comes back right."),
        ("hidden", "With attention, {n} letters come back with {attendsWrong} wrong."),
        ("attendsRight vectorRight", "Both networks reverse these {n} letters without a mistake."),
        ("attendsRight", "Through one vector, {n} letters come back with {vectorWrong} wrong."),
        (
            "",
            "Out of {n} letters, attention gets {attendsWrong} wrong and one vector {vectorWrong}.",
        ),
    )
]
SEEN = [
    rules(
        (
            "hidden",
            "The string {text}. With attention the network writes {attends}. What one vector makes"
            " of it is asked. Below, the share of strings of each length that come back right.",
        ),
        (
            "",
            "The string {text}. With attention the network writes {attends}, with one vector"
            " {vector}. Below, the share of strings of each length that come back right.",
        ),
    )
]
VALUE = [
    rules(
        ("attendsRight", "With {n} letters it makes no mistake."),
        ("", "With {n} letters it fails."),
    )
]
SAID = {"words": WORDS, "seen": SEEN, "value": VALUE}
TASK = {
    "text": "Lengthen the string until attention fails, too.",
    "done": "Training stopped at twelve letters. Every state is within reach, but the decoder was"
    " never trained to find its way in strings this long.",
}


def question(units: int, longest: int) -> dict:
    """Up to which length one vector is enough for most strings."""
    return {
        "text": f"A network of {units} units passes on one vector. It was trained on strings of up"
        f" to {longest} letters. Up to which length does it reverse most strings?",
        "options": [
            ["4 letters", "It gets to eight letters: there, most strings still come back right."],
            ["8 letters", "Most strings of eight letters come back right, but few of ten."],
            [
                "12 letters",
                "It gets to eight letters. Hardly any string of twelve comes back right, although"
                " it was trained on them.",
            ],
            [
                "any length",
                "It gets to eight letters. The vector has a fixed size, so some length must be too"
                " much for it.",
            ],
        ],
        "right": 1,
    }


def stories() -> list[dict]:
    """Cases worth seeing, by name."""
    return [
        {
            "name": "Three letters",
            "set": {"length": 3, "draw": 0},
            "says": "Three letters are easy for either network.",
        },
        {
            "name": "b f a d h c g e",
            "set": {"length": 8, "draw": 0},
            "says": "These are the eight letters from the top of the page.",
        },
        {
            "name": "Twelve letters",
            "set": {"length": 12, "draw": 3},
            "says": "No string in training was longer than this one.",
        },
    ]
