"""What the truncation window says: rules over what follows from its state, and the question."""

from unrolled.page.numbers import percent, plural
from unrolled.widget.words import rules

NAMES = {
    "window": "sliding window",
    "chunks": "chunks",
    "k1k2": "<i>k</i><sub>1</sub> / <i>k</i><sub>2</sub>",
    "late": "late losses",
    "random": "random cuts",
}

SHORTS = NAMES | {"window": "window", "late": "late", "random": "random"}  # on a phone

WORDS = [
    rules(
        ["whole", "All {pairs} pairs are kept: this is the gradient itself."],
        ["window one", "Each loss keeps its own step only: {kept} of {pairs} pairs."],
        ["window", "Each loss keeps its last {span}: {kept} of {pairs} pairs."],
        [
            "chunks",
            "No loss looks back across a border between two chunks of {span}: {kept} of {pairs}"
            " pairs are kept.",
        ],
        [
            "k1k2 short",
            "Each block of {block} shares a walk back over {span} from its end (the last block"
            " counts as full): {kept} of {pairs} pairs are kept.",
        ],
        [
            "k1k2",
            "Each block of {block} shares a walk back over {span} from its end: {kept} of"
            " {pairs} pairs are kept.",
        ],
        [
            "late",
            "Dropping the {dropped} gives the gradient of a different sum of losses:"
            " {kept} of {pairs} pairs are kept.",
        ],
        [
            "heavier",
            "Draw {draws}: {cuts}, {kept} of {pairs} pairs kept, with weights up to {most}.",
        ],
        ["", "Draw {draws}: {cuts}, {kept} of {pairs} pairs kept."],
    ),
    rules(
        [
            "random first unbiased",
            "This draw is off by {error}. With more draws, the error of their mean tends to 0:"
            " there is no bias.",
        ],
        [
            "random first",
            "This draw is off by {error}. With more draws, the error of their mean tends to"
            " {limit}, the bias, because far pairs are kept too rarely.",
        ],
        [
            "random unbiased",
            "The mean of all draws is off by <b>{mean}</b>, and single draws scatter around it by"
            " {spread}. With more draws the error tends to 0: there is no bias.",
        ],
        [
            "random",
            "The mean of all draws is off by <b>{mean}</b>, and single draws scatter around it by"
            " {spread}. With more draws the error tends to {limit}, the bias.",
        ],
        ["!whole", "The gradient is off by <b>{error}</b>."],
    ),
]


def _named(html: str, x: float | int = 0) -> list:
    """A name above the curves: text, share of the width, look and place."""
    more = {"anchor": ("start", "middle", "end")[round(2 * x)]}
    return [html, x, "quiet" if x == 1 else "gradient", more]


SAID = {  # by where it stands
    "words": WORDS,
    "value": [
        rules(["random", "Now: {name}."], ["", "Now: {name}, {knob} = {k}, error {error}."]),
    ],
    "title": [
        rules(
            ["!framed", "Each cell is a pair of a loss <i>t</i> and a step <i>i</i>."],
            ["unheard", "Framed: loss {loss} is dropped."],
            ["alone", "Framed: loss {loss} reaches its own step only."],
            ["", "Framed: loss {loss} reaches back to step {reach}."],
        ),
    ],
    "triangle": [
        rules(
            [
                "",
                "Triangle of {pairs} pairs, loss t downwards from 1 to {T}, step i to the right."
                " The {kept} filled squares are kept; a stronger shade means a larger path.",
            ]
        ),
    ],
    "headline": [
        rules(
            ["!answered random", "What error do more draws leave?"],
            ["!answered", "How much is lost at each <i>k</i>?"],
            ["random first", "Error of the mean of 1 draw: {mean}"],
            ["random", "Error of the mean of {draws} draws: {mean}"],
            ["", "Error of the gradient at {knob} = {k}: {error}"],
        ),
    ],
    "curves": [
        rules(
            [
                "!answered",
                "Still empty. Once you have guessed, it shows the error of the gradient.",
            ],
            ["random", "Error against draws. Mean of {draws}: {mean}. Dashed: its limit {limit}."],
            ["", "Error of the gradient against k from 1 to {T}. At {k}: {error}."],
        ),
        rules(["answered !random !window", "Dashed: the sliding window."]),
    ],
    "heard": [
        rules(
            ["!answered random", "{draws} draws"],
            ["!answered", "k = {k}"],
            ["random first", "1 draw: error of the mean {mean}"],
            ["random", "{draws} draws: error of the mean {mean}"],
            ["", "k = {k}: error {error}"],
        ),
    ],
    "knobs": ["<i>k</i>", "<i>k</i><sub>2</sub>"],
    "keys": [  # text, and squares: weight and strength
        ["kept", [[1, 70]]],
        ["dropped", [[0, 70]]],
        ["adds little … much", [[1, 20], [1, 60], [1, 100]]],
        ["weight above 1", [[16, 60]]],
    ],
    "loses": {
        "window": "window loses",
        "late": "late losses lose",
        "chunks": "chunks lose",
        "k1k2": "<i>k</i><sub>1</sub>/<i>k</i><sub>2</sub> loses",
        "mean": "mean loses",
        "draw": "last draw loses",
    },
    "lines": {  # of each scheme: what is drawn of it, where and how
        **{
            name: [_named(f"–•– {html}"), _named("– – sliding window", 1)]
            for name, html in NAMES.items()
        },
        "random": [_named("• one draw"), _named("— their mean", 0.5), _named("– – its limit", 1)],
        "window": [_named("–•– sliding window")],
    },
}


def question(T: int, window: list[float], late: list[float]) -> dict:
    k = -(-T // 2)
    lost = (T - k) * (T - k + 1) // 2
    first = "first loss" if T - k == 1 else f"first {T - k} losses"
    ours, theirs = (percent(errors[k - 1]) for errors in (window, late))
    if window[k - 1] < late[k - 1]:
        reply = (
            f"The window drops only pairs that lie far apart. Those add little, so it loses {ours}."
            f" Dropping the {first} also drops pairs that lie close together, and loses {theirs}."
        )
    else:
        reply = (
            "The window drops the pairs that lie far apart. Here they matter: it loses"
            f" {ours}. Dropping the {first} loses {theirs}."
        )
    return {
        "text": f"Two shortcuts each drop {plural(lost, 'pair')} of a loss and a step. Which loses"
        " more"
        f" of the gradient: cutting every loss’s history after {plural(k, 'step')}, or dropping"
        f" the {first}?",
        "options": [
            [f"Cutting after {plural(k, 'step')}", reply],
            [f"Dropping the {first}", reply],
            [
                "Both the same",
                f"Both drop the same number of pairs, but the pairs differ in size. {reply}",
            ],
        ],
        "right": 2 if window[k - 1] == late[k - 1] else int(late[k - 1] > window[k - 1]),
        "asked": {"scheme": "window"},
        "show": {"scheme": "late", "k": k},
    }
