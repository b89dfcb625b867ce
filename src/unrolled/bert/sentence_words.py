"""What is asked and told of the heads of a pretrained encoder."""

from unrolled.widget.words import rules

VALUE = [
    rules(
        ["elsewhere", "This is a different sentence. Go back to “… too tired”."],
        ["", "In this head <i>it</i> gives {asks} to <i>animal</i>."],
    ),
]
TASK = {
    "text": "With “… too tired”, tap a head in which <i>it</i> gives at least half of its weight to"
    " <i>animal</i>. The glow points the way.",
    "done": "{heads} But in “… too wide” <i>it</i> means the street, and block {layer}, head {head}"
    " still prefers <i>animal</i>, {animal} to {street}: the head finds a noun, though not always"
    " the right one.",
}
WARNING = (
    "<b>Attention weights are no explanation.</b> With “… too wide”, block {layer}, head {head}"
    " still gives the animal {animal} and the street {street}. A weight says where a head takes"
    " values from, not what the network concludes from them."
)


def question(show: dict, names: list[str], shares: list[str]) -> dict:
    """Which of three heads follows the token before, with what each was measured to give."""
    after, before, front = names
    return {
        "text": "A head can learn to make every word look at the word just before it. Which of the"
        " heads A, B and C has learned this?",
        "options": [
            [
                "A",
                f"Its ribbons lead right, to the word <i>after</i>: {after}, {shares[0]} of its"
                " weight on average.",
            ],
            [
                "B",
                "<i>it</i> looks at <i>because</i>, and every word one step back:"
                f" {before}, {shares[1]} of its weight.",
            ],
            [
                "C",
                f"Every word looks at [CLS], which is no word: {front}, {shares[2]} of its weight.",
            ],
        ],
        "right": 1,
        "show": show,
    }


def stories(start: dict, shares: dict[str, str], pins: list[int]) -> list[dict]:
    """Four heads with a habit, each with what was measured of it, and three over one another."""

    def one(name: str, says: str, **found: object) -> dict:
        return {"name": name, "says": says, "set": start | {"pins": [0, 0, 0]} | found}

    return [
        one(
            "The word before",
            f"Each token gives {shares['previous']} of its weight to the one before it, whatever"
            " the words are.",
            sentence=11, layer=1, head=3, token=4, other=3,
        ),
        one(
            "The word after",
            f"On average {shares['next']} of a token’s weight goes to the next one. The head that"
            f" looks one token back is surer of its habit: {shares['previous']}.",
            sentence=11, layer=2, head=9, token=4, other=5,
        ),
        one(
            "Waiting",
            f"On average {shares['first']} of a token’s weight goes to [CLS], which is no word. The"
            " weights add up to 1, so a word with nothing to look at must look somewhere.",
            sentence=0, layer=3, head=8, token=3, other=0,
        ),
        one(
            "Brackets",
            "Each closing bracket looks at its opening bracket more than at anything else:"
            f" {shares['bracket']} of its weight on average.",
            sentence=9, layer=2, head=7, token=10, other=8,
        ),
        one(
            "Three at once",
            "Three heads read the same sentence, each in its colour: one looks back, one looks"
            " ahead, and one waits at [CLS].",
            sentence=11, layer=3, head=8, token=9, other=0, pins=pins,
        ),
    ]  # fmt: skip
