"""What a block says of itself, stage by stage: rules over what follows from the state."""

from unrolled.widget.words import rules

STAGES = (
    "the token", "query, keys, values", "weights", "mixed", "what attention adds", "first sum",
    "normalised", "hidden layer", "what feed-forward adds", "second sum", "normalised again",
)  # fmt: skip
CUTS = [
    ["nothing", "nothing"],
    ["attention", "attention"],
    ["river 1", "the residual stream at the first sum"],
    ["feed-forward", "the feed-forward sub-layer"],
    ["river 2", "the residual stream at the second sum"],
    ["norms", "both layer norms"],
]
WORDS = [
    rules(
        ["s0", "<b>{token}</b> comes in: its one-hot code plus its positional encoding."],
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
            "<b>W</b><sub>O</sub> mixes them: this is what attention adds to the residual"
            " stream, a vector of length {added}.",
        ],
        ["s4", "<b>W</b><sub>O</sub> mixes them, but attention is cut off: nothing is added."],
        [
            "s5 !noRiver1",
            "The first sum: the residual stream plus what attention adds, number by number.",
        ],
        [
            "s5",
            "The residual stream is cut, so the sum is what the sub-layer adds, and nothing else.",
        ],
        [
            "s6 !noNorms",
            "Layer norm subtracts the mean and divides by the spread: the length is 2.",
        ],
        ["s6", "Without layer norm the sum goes on as it is, with length {length1}."],
        [
            "s7",
            "The feed-forward sub-layer sees this token alone: six sums, of which the ReLU lets"
            " {open} through.",
        ],
        [
            "s8 !noFeed",
            "A second matrix turns them into what is added, a vector of length {added2}.",
        ],
        ["s8", "A second matrix turns them into something, but the sub-layer is cut off."],
        [
            "s9 !noRiver2",
            "The second sum: the residual stream plus what the feed-forward sub-layer adds.",
        ],
        [
            "s9",
            "The residual stream is cut, so the sum is what the sub-layer adds, and nothing else.",
        ],
        ["noNorms", "What leaves has length {length}; with layer norms it would be 2."],
        ["", "What leaves has length 2, and is the next block’s input."],
    ),
    rules(
        ["!whole", "The cut shifts what leaves by {moved} of its length."],
    ),
]
SAID = {
    "words": WORDS,
    "heard": [rules(["", "{stage} of {token}"])],
    "seen": [rules(["", "The residual stream of {token}, four bands from left to right. Attention"
                    " flows in from above, the feed-forward sub-layer from below. Shown up to:"
                    " {stage}, where its length is {now}."])],
    "moves": [rules(["", "Nudge a letter that comes in: what leaves at {token} answers to d with"
                     " {f0}, to e with {f1}, to m with {f2}."])],
    "value": [rules(["", "Nudge {token}: what leaves there answers with {own}. Nudge {strongest}:"
                     " with {other}."])],
    "linked": "The numbers of this stage",
    "key": "Four numbers flow side by side, as wide as they are large: blue above 0, ochre below."
    " To nudge a letter is to change its numbers a little as it comes in; how far what leaves"
    " answers, for each unit of the nudge, is the size of a derivative.",
    "stages": list(STAGES),
    "cuts": CUTS,
}  # fmt: skip


def question(start: dict, moved: dict[str, str]) -> dict:
    """Which of five cuts shifts what leaves the most; `moved` says by how much each does."""
    best = f"Cutting attention shifts it most, by {moved['attention']}"
    return {
        "text": "The letter <i>e</i> goes through an encoder block, from left to right. You may cut"
        " one thing. Which cut changes most what comes out?",
        "options": [
            [
                "attention",
                f"Cut attention, and what leaves shifts by {moved['attention']} of its length: all"
                " that <i>e</i> learns of the other letters is gone.",
            ],
            [
                "stream, 1st sum",
                f"This cut shifts what leaves by {moved['river 1']}: attention adds a share of"
                f" <i>e</i> itself, which still gets through. {best}.",
            ],
            [
                "feed-forward",
                f"This cut shifts what leaves by {moved['feed-forward']}: layer norm undoes part of"
                f" the loss. {best}.",
            ],
            [
                "stream, 2nd sum",
                f"This cut shifts what leaves by only {moved['river 2']}: the feed-forward"
                f" sub-layer has read the stream before. {best}.",
            ],
            [
                "both layer norms",
                f"This cut shifts what leaves by {moved['norms']}, and the next block would"
                f" meet tokens of changing length. {best}.",
            ],
        ],
        "right": 0,
        "show": start | {"stage": 10, "cut": "attention", "token": 1},
    }


TASK = {
    "text": "Choose a token and cut one thing, so that what leaves there answers more to a nudge of"
    " another token than to a nudge of the token itself.",
    "done": "Without the residual stream at the first sum, all that is left of a token is its share"
    " of what attention mixes, and for d another’s share is larger. The skip connection is how a"
    " token stays itself.",
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
            f"Nudge each letter a little. What leaves at <i>e</i> answers, and {told['whole']} of"
            " its answer is to the other two.",
            "nothing",
        ),
        one(
            "Alone",
            "Without attention no token learns of another: what leaves answers to a nudge of"
            " <i>e</i> only.",
            "attention",
        ),
        one(
            "No stream",
            f"Cut the residual stream, and what leaves shifts by {told['river']}: of <i>e</i> only"
            " its share of an average is left.",
            "river 1",
        ),
        one(
            "No layer norm",
            f"Without layer norms what leaves has length {told['long']} instead of 2, and the next"
            " block would add to that.",
            "norms",
        ),
    ]
