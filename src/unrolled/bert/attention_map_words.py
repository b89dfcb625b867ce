"""What the map of the heads says: rules over what follows from the state, question and task."""

from unrolled.widget.words import rules

VIEWS = {"lines": "lines", "matrix": "matrix"}
PLACES = {
    "previous": "the token before",
    "next": "the token after",
    "itself": "the token itself",
    "first": "[CLS], the mark in front",
    "last": "[SEP], the mark at the end",
    "same": "the same word elsewhere",
    "bracket": "the bracket that it closes",
}
SAID = {
    "words": [
        rules(
            ["alone itself", "Layer {layer}, head {head}: <b>{token}</b> gives {most} to itself."],
            ["alone", "Layer {layer}, head {head}: <b>{token}</b> gives {most} of its weight to"
             " <b>{key}</b>."],
            ["", "Layer {layer}, head {head}: <b>{token}</b> shares its weight out; {key} gets"
             " most, {most}."],
        ),
        rules(
            ["habit", "On average over all sentences this head gives {share} to {place}."],
            ["", "Nothing that was measured gets half of this head’s weight on average; most goes"
             " to {place}, {share}."],
        ),
    ],
    "title": [rules(["answered", "Layer {layer}, head {head}"], ["", "Three heads, one sentence"])],
    "seen": [
        rules(
            ["answered", "What layer {layer}, head {head} does with the sentence: {token} gives"
             " {most} to {key}."],
            ["", "Three squares of dots, A, B and C, each a head: in A the dots lie one place right"
             " of the diagonal, in B one place left of it, in C in the first column."],
        ),
    ],
    "heard": [rules(["", "{token}: {most} to {key}"])],
    "value": [
        rules(
            ["elsewhere", "This is another sentence; the one that is meant ends with “it was"
             " tired”."],
            ["", "Now <i>it</i> gives {asks} to <i>animal</i>."],
        ),
    ],
    "overview": "All heads: layers across, heads down; tap one",
    "overviewed": "A small square for each head of each layer, a dot for each pair of tokens of"
    " which the one gives the other a seventh of its weight or more.",
    "key": {
        "lines": "A line is as wide as the weight; the token’s own lines are dark.",
        "matrix": "The darker a square, the more its row gives to its column.",
    },
    "views": list(VIEWS.items()),
    "places": PLACES,
}  # fmt: skip


def question(start: dict, names: list[str], shares: list[str]) -> dict:
    """Which of three heads follows the token before, with what each was measured to give."""
    after, before, front = names
    return {
        "text": "A head can learn to look at the word just before each word. Each square is a head"
        " that reads the same sentence. Which one does it?",
        "options": [
            [
                "A",
                "Its dots lie to the right of the diagonal: row 3 looks at column 4, the token"
                f" <i>after</i>. This is {after}, which gives {shares[0]} to it.",
            ],
            [
                "B",
                "Row 3 looks at column 2, row 4 at column 3, and so on. This is"
                f" {before}, and it gives {shares[1]} to the token before.",
            ],
            [
                "C",
                "Every row looks at column 1: [CLS], the mark in front of the sentence. This is"
                f" {front}, which gives {shares[2]} to it.",
            ],
        ],
        "right": 1,
        "show": start | {"layer": 1, "head": 3, "token": 4, "view": "lines"},
    }


TASK = {
    "text": "In the sentence that ends “it was tired”, find a head in which <i>it</i> gives at"
    " least half of its weight to <i>animal</i>, and choose <i>it</i>.",
    "done": "{heads} But where the sentence ends “it was wide” and <i>it</i> is the street,"
    " layer {layer}, head {head} gives {animal} to <i>animal</i> and {street} to <i>street</i>: it"
    " finds a noun, and not always the one that is meant.",
}


def stories(start: dict, shares: dict[str, str]) -> list[dict]:
    """Four heads with a habit, each with what was measured of it."""

    def one(name: str, says: str, sentence: int, layer: int, head: int, token: int) -> dict:
        found = {"sentence": sentence, "layer": layer, "head": head, "token": token}
        return {"name": name, "says": says, "set": start | found}

    return [
        one(
            "The word before",
            f"Each token gives {shares['previous']} to the one before it, whatever the words are.",
            11,
            1,
            3,
            4,
        ),
        one(
            "The word after",
            f"On average {shares['next']} go to the next token; no head does"
            " this as surely as the other one.",
            11,
            2,
            9,
            4,
        ),
        one(
            "Waiting",
            f"{shares['first']} go to [CLS], which is no word. Weights must add up to 1:"
            " who has nothing to look at must look somewhere.",
            0,
            3,
            8,
            3,
        ),
        one(
            "Brackets",
            "Each closing bracket looks at the one that it closes more than at anything"
            f" else: {shares['bracket']} on average.",
            9,
            2,
            7,
            10,
        ),
    ]
