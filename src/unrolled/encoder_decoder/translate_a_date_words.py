"""What `TranslateADate` asks and says. Notebook: book/encoder_decoder.ipynb"""

from collections.abc import Callable

from unrolled.widget.words import rules

DECODERS = {"attention": "attention", "vector": "one vector"}
WORDS = [
    rules(
        (
            "hidden",
            "Each striped column is a state: 32 numbers, blue above 0 and ochre below, in a"
            " stronger colour the larger they are.",
        ),
        ("reading", "The encoder reads: {done} of {n} letters. Each column is its state there."),
        (
            "writing attends",
            "The decoder writes. Before each letter it looks back at the states of the encoder.",
        ),
        ("writing", "The decoder writes. Of all the states only the last one has reached it."),
        ("!ended", "No stop sign after {limit} letters: the decoder is made to end here."),
        (
            "looked atPart",
            "To write <b>{letter}</b>, the decoder gives {share} of its weight to “{word}”, the"
            " {part}: {top} to {single}.",
        ),
        (
            "looked afterPart",
            "To write <b>{letter}</b>, the decoder gives {share} of its weight to “{word}”, where"
            " the state has just read the {after}.",
        ),
        (
            "looked",
            "To write <b>{letter}</b>, the decoder gives {share} of its weight to “{word}”.",
        ),
        (
            "!known",
            "“{text}” is no date in one of the six wordings, yet the network writes one, or"
            " something like it: {said}.",
        ),
        (
            "beyond !right",
            "Every date in training was between 1950 and 2049, so it writes {said} for {due}.",
        ),
        ("right attends", "Right: {said}. Touch a written letter to see what it looked at."),
        ("right", "Right: {said} has come through one vector."),
        ("", "Something got lost: {said} is written for {due}."),
    ),
]
SEEN = [
    rules(
        (
            "hidden",
            "Below, {n} letters and the states of the encoder; above, the letters that the decoder"
            " has written: {sofar}. What it looks at is asked.",
        ),
        (
            "attends",
            "Below, {n} letters and the states of the encoder; above, the letters written: {sofar}."
            " Ribbons run from each of them to the letters it looks at.",
        ),
        (
            "",
            "Below, {n} letters and the states of the encoder; above, the letters written: {sofar}."
            " Between them a neck of 32 + 32 numbers.",
        ),
    ),
]
VALUE = [
    rules(
        ("!known", "This is no date in one of the six wordings."),
        ("attends goal", "Here {crossing} of all pairs of ribbons cross. Now take attention away."),
        ("attends", "Here {crossing} of all pairs of ribbons cross."),
        ("right", "Here one vector is enough."),
        ("goal", "Both get this date wrong. Try another."),
        ("", "In this wording more ribbons cross than in one of the others."),
    ),
]
NEAR = [
    rules(
        ("hidden", "The alignment matrix is shown once you have guessed."),
        (
            "attends",
            "Each row sums to 1. The decoder also starts from the encoder’s last state, just as it"
            " does without attention; its looks come on top.",
        ),
        (
            "",
            "Without attention there is no alignment. The decoder starts from the encoder’s last"
            " state, 32 numbers of <i>h</i> and 32 of <i>c</i>, and never sees the others.",
        ),
    ),
]
SAID = {
    "words": WORDS,
    "seen": SEEN,
    "value": VALUE,
    "near": NEAR,
    "decoders": DECODERS,
    "closer": "Rows are written, columns are read; the stronger the blue, the more weight",
    "closerName": "Closer: the alignment matrix",
}
TASK = {
    "text": "In which wording do the ribbons cross least? Find it, then give the decoder one vector"
    " only, and watch what becomes of the date.",
    "done": "This wording says the year first, as it is written, so the ribbons run nearly straight"
    " up. Without them it is the wording that fails most often.",
}


def question(text: str) -> dict:
    """Which word of `text` the decoder looks at for the month's second digit."""
    return {
        "text": f"The encoder has read “{text}”, and 2024-0 is written. Where does the decoder look"
        " before it writes the 5? Tap a word.",
        "options": [
            [
                "third",
                "The day is written last. The decoder looks there for the 3; for the 5 it looks at"
                " <i>may</i>, where the month is.",
            ],
            [
                "of",
                "That word says nothing about the date. The decoder goes straight to <i>may</i>,"
                " although nobody told it where the month is.",
            ],
            [
                "may",
                "The month is there. Nearly all the weight goes to the <i>y</i>, the last letter:"
                " only there has the encoder read the whole word.",
            ],
            [
                "2024",
                "The year is already written. For the month, the decoder has moved on to"
                " <i>may</i>.",
            ],
        ],
        "right": 2,
    }


def stories(start: dict, typed: Callable, written: Callable) -> list[dict]:
    """Cases worth seeing, by name; `written` says what a translator makes of a text."""
    lost = {"day": 1, "month": 1, "year": 2000, "form": "may 3, 2024", "decoder": "vector"}
    wrong = written("vector", "january 1, 2000")
    stray = written("attention", "yesterday")
    told = [
        (
            "all at once",
            start,
            "The year is read last and written first. Each part of the date finds its own word, so"
            " the ribbons cross.",
        ),
        (
            "the day",
            start | {"look": 10},
            "For the 3, most of the weight is on the space after <i>third</i>: there, too, the"
            " encoder has read the whole word.",
        ),
        (
            "one vector",
            start | lost,
            f"Year and month come through, the day does not: 2000-01-01 becomes {wrong}.",
        ),
        (
            "no date at all",
            start | {"typed": typed("yesterday")},
            f"The network never learned to refuse: “yesterday” becomes {stray}.",
        ),
    ]
    return [{"name": name, "set": state, "says": says} for name, state, says in told]
