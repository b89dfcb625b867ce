"""What a block says of itself, stage by stage: rules over what follows from the state."""

from unrolled.widget.words import rules

STAGES = (
    "the token", "query, keys, values", "weights", "mixed", "what attention adds", "first sum",
    "normalised", "hidden layer", "what feed-forward adds", "second sum", "normalised again",
)  # fmt: skip
STOPS = (  # the same beside the slider
    "token", "q, k, v", "weights", "mixed", "added", "sum",
    "norm", "hidden", "added", "sum", "norm",
)  # fmt: skip
CUTS = [
    ["nothing", "nothing"],
    ["attention", "attention"],
    ["river 1", "the skip connection past attention"],
    ["feed-forward", "the feed-forward sub-layer"],
    ["river 2", "the skip connection past the feed-forward sub-layer"],
    ["norms", "both layer norms"],
]
WORDS = [
    rules(
        ["s0", "<b>{token}</b> comes in: its one-hot code plus its positional encoding."],
        [
            "noAttention s1",
            "Attention is cut: queries, keys and values are made, but nothing from them"
            " reaches <b>{token}</b>.",
        ],
        ["noAttention s2", "Attention is cut: its weights don’t reach <b>{token}</b>."],
        ["noAttention s3", "Attention is cut: the mixed values don’t reach <b>{token}</b>."],
        [
            "noFeed s7",
            "The feed-forward sub-layer is cut: its hidden layer doesn’t reach <b>{token}</b>.",
        ],
        ["s1", "Each head makes a query of <b>{token}</b>, and a key and a value of every token."],
        [
            "s2",
            "Each head compares the query with the keys. Head 1 gives most weight to"
            " <b>{first}</b>, {most}; head 2 gives most to <b>{second}</b>, {more}.",
        ],
        [
            "s3",
            "Each head averages the values with its attention weights, and the two results are"
            " concatenated.",
        ],
        [
            "s4 !noAttention",
            "<b>W</b><sub>O</sub> mixes them: this is what attention adds to the residual"
            " stream, a vector of length {added}.",
        ],
        ["s4", "<b>W</b><sub>O</sub> mixes them, but attention is cut off: nothing is added."],
        [
            "s5 !noRiver1",
            "The first sum: the residual stream plus what attention adds, number by number.",
        ],
        ["s5", "The skip connection is cut, so the sum is only what attention adds."],
        [
            "s6 !noNorms",
            "Layer norm subtracts the mean and divides by the spread: the length is 2.",
        ],
        ["s6", "Without layer norm the sum goes on as it is, with length {length1}."],
        [
            "s7",
            "The feed-forward sub-layer sees this token alone. Of its six hidden units the ReLU"
            " lets {open} through.",
        ],
        [
            "s8 !noFeed",
            "A second matrix maps them back to four numbers: this is what the feed-forward"
            " sub-layer adds, a vector of length {added2}.",
        ],
        [
            "s8",
            "A second matrix maps them back to four numbers, but the sub-layer is cut off: nothing"
            " is added.",
        ],
        [
            "s9 !noRiver2",
            "The second sum: the residual stream plus what the feed-forward sub-layer adds.",
        ],
        [
            "s9",
            "The skip connection is cut, so the sum is only what the feed-forward sub-layer adds.",
        ],
        ["noNorms", "The output has length {length}; with layer norms it would be 2."],
        [
            "whole",
            "Attention adds to the stream of <b>{token}</b>, then the feed-forward sub-layer does.",
        ],
        ["", "The output has length 2, because layer norm comes last."],
    ),
    rules(
        ["s10 !whole answered", "The cut shifts the output by {moved} of its length."],
    ),
]
SAID = {
    "words": WORDS,
    "heard": [rules(["", "{stage} of {token}"])],
    "seen": [rules(["", "The residual stream of {token}, four bands from left to right. Attention"
                    " flows in from above, the feed-forward sub-layer from below. Shown up to:"
                    " {stage}, where its length is {now}."])],
    "moves": [rules(["", "The output at {token} depends {f0} on d, {f1} on e and {f2} on m."])],
    "value": [rules(["", "Now the output at {token} depends {own} on {token} itself and {other} on"
                     " {strongest}."])],
    "linked": "The numbers of this stage",
    "key": "A token is four numbers. Each is a band, as wide as the number is large: blue above 0,"
    " ochre below. The bar at the right shows what the output depends on: the size of its"
    " derivative with respect to each letter, as a share of all three.",
    "stages": list(STAGES),
    "stops": list(STOPS),
    "cuts": CUTS,
}  # fmt: skip


def question(start: dict, moved: dict[str, str]) -> dict:
    """Which of five cuts shifts the output the most; `moved` says by how much each does."""
    best = f"Cutting attention shifts it most, by {moved['attention']}"
    return {
        "text": "The letter <i>e</i> passes through an encoder block, from left to right. Which"
        " single cut changes the output most?",
        "options": [
            [
                "Attention",
                f"Cut attention, and the output shifts by {moved['attention']} of its length:"
                " <i>e</i> no longer learns anything about the other letters.",
            ],
            [
                "Skip past attention",
                f"This cut shifts the output by {moved['river 1']}: attention adds a share of"
                f" <i>e</i> itself, which still gets through. {best}.",
            ],
            [
                "Feed-forward",
                f"This cut shifts the output by {moved['feed-forward']}: layer norm undoes part of"
                f" the change. {best}.",
            ],
            [
                "Skip past feed-forward",
                f"This cut shifts the output by only {moved['river 2']}: the feed-forward"
                f" sub-layer has already read the stream. {best}.",
            ],
            [
                "Both layer norms",
                f"This cut shifts the output by {moved['norms']}, and the next block would"
                f" receive tokens of changing length. {best}.",
            ],
        ],
        "right": 0,
        "show": start | {"stage": 10, "cut": "attention", "token": 1},
    }


TASK = {
    "text": "Choose a token and make one cut, so that the output at that token depends more on"
    " another token than on the token itself.",
    "done": "Without the skip connection past attention, all that is left of a token is its share"
    " of what attention mixes, and for <i>d</i> another token’s share is larger. The skip"
    " connection is how a token stays itself.",
}


def stories(start: dict, told: dict[str, str]) -> list[dict]:
    """Three cuts worth seeing; none tells how far it shifts the output, which is asked."""

    def one(name: str, says: str, cut: str, stage: int = 10, token: int = 1) -> dict:
        return {
            "name": name,
            "says": says,
            "set": start | {"cut": cut, "stage": stage, "token": token},
        }

    return [
        one(
            "Alone",
            "Without attention no token learns anything about another: the output depends on"
            " <i>e</i> only.",
            "attention",
        ),
        one(
            "No skip",
            "Cut the skip connection past attention, and all that remains of <i>e</i> is its share"
            " of an average.",
            "river 1",
        ),
        one(
            "No layer norm",
            f"Without layer norms the output has length {told['long']} instead of 2, and the next"
            " block would add to that.",
            "norms",
        ),
    ]
