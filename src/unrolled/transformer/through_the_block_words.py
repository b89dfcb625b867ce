"""What a block says of itself, stage by stage: rules over what follows from the state."""

from unrolled.widget.words import rules

STAGES = (
    "the token", "query, keys, values", "weights", "mixed", "what attention adds", "first sum",
    "first norm", "hidden layer", "what it adds", "second sum", "second norm",
)  # fmt: skip
CUTS = [
    ["nothing", "nothing"],
    ["attention", "attention"],
    ["river 1", "the river before the first sum"],
    ["feed-forward", "the feed-forward part"],
    ["river 2", "the river before the second sum"],
    ["norms", "both norms"],
]
WORDS = [
    rules(
        ["s0", "<b>{token}</b> comes in: its one-hot code plus the sines of its place."],
        ["s1", "Each head makes a query of <b>{token}</b>, and a key and a value of every token."],
        [
            "s2",
            "Query times keys, through the softmax: head 1 looks most at <b>{first}</b>,"
            " {most}, head 2 at <b>{second}</b>, {more}.",
        ],
        [
            "s3",
            "Each head averages the values with its weights, and the two results stand side by"
            " side.",
        ],
        [
            "s4 !noAttention",
            "<i>W</i><sub>O</sub> mixes them: this is what attention adds to the"
            " river, {added} long.",
        ],
        ["s4", "<i>W</i><sub>O</sub> mixes them, but attention is cut off: nothing is added."],
        ["s5 !noRiver1", "The first sum: river and tributary, number by number."],
        ["s5", "The river is cut: the sum is the tributary alone."],
        [
            "s6 !noNorms",
            "The norm takes off the mean and divides by the spread: the length is 2 again, √4.",
        ],
        ["s6", "Without a norm the sum goes on as it is, {length1} long."],
        [
            "s7",
            "The feed-forward part sees this token alone: six sums, of which the ReLU lets"
            " {open} through.",
        ],
        ["s8 !noFeed", "A second matrix makes of them what the part adds, {added2} long."],
        ["s8", "A second matrix makes something of them, but the part is cut off."],
        ["s9 !noRiver2", "The second sum: river and tributary again."],
        ["s9", "The river is cut: the sum is the tributary alone."],
        ["noNorms", "What leaves is {length} long; with norms it would be 2."],
        ["", "What leaves is 2 long, and is the next block’s token."],
    ),
    rules(
        ["!whole", "Against the whole block, what leaves has moved by {moved} of its length."],
    ),
]
SAID = {
    "words": WORDS,
    "heard": [rules(["", "{stage} of {token}"])],
    "title": [rules(["", "{token} on its way: {stage}"])],
    "seen": [rules(["", "{token} flows from top to bottom as a river of four numbers; shown up to:"
                    " {stage}. Its length there is {now}."])],
    "moves": [rules(["", "What leaves at {token} moves by {f0} with d, by {f1} with e, by {f2}"
                       " with m."])],
    "value": [rules(["", "What leaves at {token} moves by {own} with {token} itself, and by"
                     " {other} with {strongest}."])],
    "linked": "The numbers of this stage, and what the end moves with",
    "key": "Four numbers flow side by side: as wide as they are large, blue above 0, ochre below.",
    "stages": list(STAGES),
    "cuts": CUTS,
}  # fmt: skip


def question(start: dict) -> dict:
    """How long a vector of four numbers is behind a norm."""
    return {
        "text": "Behind the second sum stands a norm, with gain 1 and bias 0: it takes the mean off"
        " the four numbers and divides them by their standard deviation. How long is the vector"
        " that leaves?",
        "options": [
            [
                "as long as before",
                "It would be so without the norm. Divided by its own spread,"
                " every vector gets one length.",
            ],
            [
                "1",
                "A unit vector is one divided by its length. Here each number is divided by the"
                " spread, the root of the <i>mean</i> square, so that the mean square is 1 and the"
                " sum of the four is 4.",
            ],
            [
                "2",
                "The mean square is 1, so the sum of four squares is 4, and the length is √4,"
                " whatever came in.",
            ],
        ],
        "right": 2,
        "show": start | {"stage": 10, "cut": "nothing", "token": 1},
    }


TASK = {
    "text": "Choose a token and cut one part, so that what leaves there moves more with another"
    " token than with the token itself.",
    "done": "Without the river before the first sum all that is left of a token is its share of"
    " what attention mixes, and for d another’s is larger. The river is how a token stays itself.",
}


def stories(start: dict, told: dict[str, str]) -> list[dict]:
    """Four, each with what was computed of it."""

    def one(name: str, says: str, cut: str, stage: int = 10, token: int = 1) -> dict:
        return {
            "name": name,
            "says": says,
            "set": start | {"cut": cut, "stage": stage, "token": token},
        }

    return [
        one(
            "The whole way",
            f"All of <i>e</i>, and {told['whole']} of what leaves moves with the other two.",
            "nothing",
        ),
        one(
            "Alone",
            "Without attention no token hears of another: the end moves with <i>e</i> only.",
            "attention",
        ),
        one(
            "No river",
            f"Without the river the end has moved by {told['river']}: of <i>e</i> its"
            " share of an average is left.",
            "river 1",
        ),
        one(
            "No norm",
            f"Without the norms what leaves is {told['long']} long, and a next block"
            " would add to that.",
            "norms",
        ),
    ]
