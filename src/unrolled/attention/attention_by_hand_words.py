"""What attention by hand says: rules over what follows from the state, question, stories, task."""

from unrolled.core.shapes import Array
from unrolled.page.numbers import decimals, pair, short
from unrolled.widget.words import rules

ARROWS = [("query", "the query"), ("key a", "key a"), ("key b", "key b"), ("key c", "key c")]
MASKS = [("none", "none"), ("causal", "causal")]
FLAGS = [
    "<b>c</b> then",
    "it was",
    "you:",
    "now",
]  # before the guess; after none, after one; what is so
TOKENS = ["a", "b", "c"]  # not those of the chapter: other vectors
SLOPE = '<span class="is-gradient">‖∂<b>α</b>/∂<b>s</b>‖</span>'

WORDS = [
    rules(
        ["lonely", "<b>Alone:</b> token {letter} sees only itself, and its weight is 1, whatever"
         " the score."],
        ["single", "<b>All on one:</b> token {letter} gives {most} to token {chosen}."],
        ["alike", "<b>The plain mean:</b> token {letter} gives nearly the same weight to all"
         " that it sees."],
        ["swapped", "<b>Shared out:</b> token {letter} gives {most} to token {chosen}: of the"
         " queries it sees, {chosen}’s reaches furthest along the key."],
        ["", "<b>Shared out:</b> token {letter} gives {most} to token {chosen}: of the keys"
         " it sees, {chosen}’s reaches furthest along the query."],
    ),
    rules(
        ["lonely", "Nothing can move it: {slope} = 0."],
        ["dead", "Nothing moves it any more: a small change in the scores moves the weights by"
         " at most {moves} times its size, so queries and keys hardly learn."],
        ["", "A small change in the scores moves the weights by at most {moves} times its size."],
    ),
]  # fmt: skip
SAID = {
    "words": WORDS,
    "heard": [rules(["", "weights {w1}, {w2}, {w3}; they move by up to {moves}"])],
    "title": [rules(["swapped", "The <i>key</i> of token {letter} asks, queries answer"],
                    ["", "Token {letter} asks with its query"])],
    "plane": [
        rules(["", "{asker} = {q}; the others point to {k1}, {k2} and {k3}."]),
        rules(["", "The scores are {s1}, {s2} and {s3}."]),
    ],
    "sums": [rules(["", "Weights {w1}, {w2}, {w3}; the average of the values is {y}."])],
    "captions": [
        [rules(["swapped", "<b>Queries:</b> {letter} asks with its key, they light up"],
               ["", "<b>Keys:</b> {letter} asks, they light up"])],
        [rules(["", "weights"])],
        [rules(["", "<b>Values:</b> they mix into <b>y</b>"])],
    ],
    "signs": [
        [rules(["", "focus <i>τ</i>"])],
        [rules(["dead", "no gradient"], ["", "gradient"])],
    ],
    "linked": "Scores (blue above 0, ochre below) and weights (softmax of score over <i>τ</i>)",
    "key": "The temperature <i>τ</i> is the focus of the torch: it divides every score, so a small"
    " <i>τ</i> makes a narrow beam, and one key gets nearly all the light. The handle <i>τ</i> sits"
    " on the edge of the beam: there, a key of length 2 gets half the weight it would get straight"
    " ahead. A dashed line drops from each key to the line of the query: the further along, the"
    " higher the score. Each token’s colour fills a part of the triangle as large as its weight."
    f" The orange wave that runs back to the torch grows with {SLOPE}.",
    "value": [
        rules(
            ["!third", "Now token {letter} asks; it is token c that should look at token a."],
            ["swapped", "Now the roles are swapped."],
            ["!first", "So far token c gives {toA} to token a; you need 0.95."],
            ["", "Token a gets {w1}. Now {slope} = {moves}; you need less than 0.01."],
        ),
    ],
    "slope": SLOPE,
}  # fmt: skip
TASK = {
    "text": "Make token c look at token a alone, with a weight of 0.95 or more. Then narrow the"
    f" focus <i>τ</i> until nothing can be learned, that is, until {SLOPE} falls below 0.01. It"
    " measures how strongly the weights react to a change in the scores.",
    "done": "The weights are practically 1, 0 and 0, and they stay that way: hardly any gradient"
    " gets through this softmax to the query and the keys. Is that why scores are divided by"
    " √<i>d<sub>k</sub></i>? Only in part: the section on the division measures it.",
}


def weights(found: dict[str, Array]) -> str:
    """The weights in the order of the bar, by name: two decimals, or two digits of a small one."""
    shown = (short(w) if w < 0.005 else decimals(w, 2) for w in found["alpha"])
    a, b, c = (f"{token} {weight}" for token, weight in zip(TOKENS, shown, strict=True))
    return f"{c}, {b} and {a}"


def question(start: dict[str, Array], twice: dict[str, Array]) -> dict:
    """What a query of twice the length does to the weights: a flag on the bar."""
    before, after = (float(found["alpha"][2]) for found in (start, twice))
    now, then = decimals(before, 2), decimals(after, 2)
    found = f"A query twice as long gives {weights(twice)}."
    squared = (
        "Each ratio of two weights is squared: the longer the query, the more certain the choice."
    )
    return {
        "text": f"Token <b>c</b> gives itself {now} of its attention, shown by the first part of"
        " the bar. Make its query twice as long, and every score doubles. How much will <b>c</b>"
        " give itself then? Drag the flag.",
        "place": {
            "label": "Weight of <b>c</b>",
            "min": 0,
            "max": 1,
            "step": 0.01,
            "unit": "of the attention",
            "start": 0.5,  # not as it was: that, too, can be guessed
        },
        "before": before,
        "replies": {
            "right": f"{found} {squared}",
            "half": f"{found} The right direction, but {squared[0].lower()}{squared[1:]}",
            "same": f"It doesn’t stay as it was. {found} The softmax depends on the"
            " <i>differences</i> between scores, and those have doubled too.",
            "more": f"The weights always add up to 1, so they can’t all grow. {found} Only the"
            " largest part has grown.",
        },
        "answer": f"<strong>It shrinks from {now} to {then}.</strong> {found} {squared}",
    }


def stories(start: dict, cases: dict[str, dict], found: dict[str, dict]) -> list[dict]:
    """Five states worth seeing, each with its numbers."""

    def one(name: str, case: str, says: str) -> dict:
        return {"name": name, "says": says, "set": start | cases[case]}

    alike, frozen, swapped = (found[name] for name in ("alike", "frozen", "swapped"))
    return [
        one(
            "The plain mean",
            "alike",
            "A query of 0 gets the score 0 from every key, so all keys get the same"
            f" weight, and the answer is the mean of the values, {pair(*alike['y'])}.",
        ),
        one(
            "At one key",
            "one",
            "The query is long and points along the key of a, so a gets"
            f" {decimals(found['one']['alpha'][0], 2)} of the weight.",
        ),
        one(
            "Frozen",
            "frozen",
            "Divided by a tenth, scores are ten times as large. Token b gets all the weight, and"
            f" {SLOPE} is {short(float(frozen['moves'][0]))}.",
        ),
        one(
            "Roles swapped",
            "swapped",
            "Every token’s key and query have been exchanged, and the weights have changed"
            f" to {weights(swapped)}. It matters who asks and who is asked.",
        ),
        one(
            "Not ahead",
            "causal",
            "Token b asks, and a causal mask hides token c: what c would"
            " have got is shared between the others.",
        ),
    ]
