"""What `TranslateADate` asks and says. Notebook: book/encoder_decoder.ipynb"""

from collections.abc import Callable

from unrolled.widget.words import rules

DECODERS = {"attention": "attention", "vector": "one vector"}
WORDS = [
    rules(
        (
            "hidden",
            "Each striped column is a state of 32 numbers: blue above 0, ochre below; the"
            " further from 0, the stronger.",
        ),
        ("reading", "The encoder reads: {done} of {n} letters. Each column is its state there."),
        (
            "writing attends",
            "The decoder writes. Before each letter it looks back at the states of the encoder.",
        ),
        ("writing", "The decoder writes. Only the encoder’s last state has reached it."),
        ("!ended", "After {limit} letters without a stop token, the decoder is cut off."),
        (
            "looked atPart",
            "To write <b>{letter}</b>, the decoder puts {share} of its attention on “{word}”, the"
            " {part}, most of it on {single}.",
        ),
        (
            "looked afterPart",
            "To write <b>{letter}</b>, the decoder puts {share} of its attention on “{word}”, where"
            " the encoder has just read the {after}.",
        ),
        (
            "looked",
            "To write <b>{letter}</b>, the decoder puts {share} of its attention on “{word}”.",
        ),
        (
            "!known",
            "“{text}” isn’t a date in any of the six wordings, but the network still writes"
            " {said}.",
        ),
        (
            "beyond !right",
            "Training had only dates from 1950 to 2049, so {due} becomes {said}.",
        ),
        ("right attends", "Right: {said}. Touch a written letter to see what it looked at."),
        ("right", "Right: {said} fits through one vector."),
        ("", "Wrong: the decoder writes {said} for {due}."),
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
        ("!known", "This isn’t a date in any of the six wordings."),
        ("attends goal", "Here {crossing} of all pairs of ribbons cross. Now take attention away."),
        ("attends", "Here {crossing} of all pairs of ribbons cross."),
        ("right", "Here one vector is enough."),
        ("goal", "Both get this date wrong. Try another."),
        ("", "In another wording, fewer ribbons cross."),
    ),
]
NEAR = [
    rules(
        ("hidden", "The alignment matrix is shown once you have guessed."),
        (
            "attends",
            "Each row sums to 1. The decoder also starts from the encoder’s last state, just as it"
            " does without attention; what attention fetches is added to that.",
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
    "closerName": "Closer",
}
TASK = {
    "text": "In which wording do the ribbons cross least? Choose it, then take attention away.",
    "done": "This wording has the year first, as the answer does, so the ribbons run nearly"
    " straight up. With one vector it is the wording that fails most often.",
}


def question(text: str) -> dict:
    """Which word of `text` the decoder looks at for the month's second digit."""
    return {
        "text": f"The encoder has read “{text}”, and 2024-0 is written. Where does the decoder look"
        " before it writes the 5? Tap a word.",
        "options": [
            [
                "third",
                "It looks at <i>may</i>, where the month is. It comes to <i>third</i> when it"
                " writes the day.",
            ],
            [
                "of",
                "It looks at <i>may</i>, although nobody told it where the month is. The word"
                " <i>of</i> says nothing about the date.",
            ],
            [
                "may",
                "Nearly all the attention is on the <i>y</i> of <i>may</i>: only there has the"
                " encoder read the whole word.",
            ],
            [
                "2024",
                "It looks at <i>may</i>. The year is already written, so the decoder has moved on.",
            ],
        ],
        "right": 2,
    }


def stories(start: dict, typed: Callable, written: Callable) -> list[dict]:
    """Cases worth seeing, by name; `written` says what a translator makes of a text."""
    single = {"day": 1, "month": 1, "year": 2000, "form": "may 3, 2024", "decoder": "vector"}
    stray = written("attention", "yesterday")
    told = [
        (
            "All at once",
            start,
            "The year is read last but written first, so the decoder has to jump about in the"
            " source.",
        ),
        (
            "The day",
            start | {"look": 10},
            "Most of the attention is on the space after <i>third</i>, where the encoder has"
            " finished the word.",
        ),
        (
            "One vector",
            start | single,
            "With one vector, the decoder should still write 2000-01-01. Which part gets lost: the"
            " year, the month or the day?",
        ),
        (
            "No date",
            start | {"typed": typed("yesterday")},
            f"The network never learned to refuse: “yesterday” becomes {stray}.",
        ),
    ]
    return [{"name": name, "set": state, "says": says} for name, state, says in told]
