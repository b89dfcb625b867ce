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

WORDS = [
    rules(
        ["whole", "All {pairs} pairs are kept: this is the gradient itself."],
        ["window one", "Each loss keeps its own step only: {kept} of {pairs} pairs."],
        ["window", "Each loss keeps its last {span}: {kept} of {pairs} pairs."],
        [
            "chunks",
            "No loss reaches across a border between chunks of {span}: {kept} of {pairs}"
            " pairs are kept.",
        ],
        [
            "k1k2 short",
            "Each block of {block} walks back together, over {span} from its end, the"
            " last as if it were full: {kept} of {pairs} pairs are kept.",
        ],
        [
            "k1k2",
            "Each block of {block} walks back together, over {span} from its end: {kept} of"
            " {pairs} pairs are kept.",
        ],
        [
            "late",
            "Without the {dropped} it is another gradient, not a truncated one: {kept} of"
            " {pairs} pairs are kept.",
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
            "Its error is {error}. With ever more draws that of their mean"
            " tends to 0: there is no bias.",
        ],
        [
            "random first",
            "Its error is {error}. With ever more draws that of their mean tends to"
            " {limit}, the bias: far pairs are kept too seldom.",
        ],
        [
            "random unbiased",
            "The mean of the draws is off by <b>{mean}</b>; around it they scatter"
            " by {spread}. With ever more draws it tends to 0: there is no bias.",
        ],
        [
            "random",
            "The mean of the draws is off by <b>{mean}</b>; around it they scatter by"
            " {spread}. With ever more draws it tends to {limit}, the bias.",
        ],
        ["!whole", "The gradient is off by <b>{error}</b>."],
    ),
    rules(["", "Memory: {held} of {T} steps at a time. Work: {walked} back in {walks}."]),
]


def _named(html: str, x: float | int = 0) -> list:
    """A name above the curves: text, share of the width, look and place."""
    more = {"anchor": ("start", "middle", "end")[round(2 * x)], "dy": -14}
    return [html, x, "quiet" if x == 1 else "gradient", more]


SAID = {  # by where it stands
    "words": WORDS,
    "value": [
        rules(["random", "Now: {name}."], ["", "Now: {name}, {knob} = {k}, error {error}."]),
    ],
    "title": [
        rules(
            ["!answered", "Each square is a pair of a loss <i>t</i> and a step <i>i</i>."],
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
                " {kept} are filled: kept. The darker, the larger their path.",
            ]
        ),
    ],
    "headline": [
        rules(
            ["random first", "Error of the mean of 1 draw: {mean}"],
            ["random", "Error of the mean of {draws} draws: {mean}"],
            ["", "Error of the gradient at {knob} = {k}: {error}"],
        ),
    ],
    "curves": [
        rules(
            ["random", "Error against draws. Mean of {draws}: {mean}. Dashed: its limit {limit}."],
            ["", "Error of the gradient against k from 1 to {T}. At {k}: {error}."],
        ),
        rules(["!random !window", "Dashed: the sliding window."]),
    ],
    "heard": [
        rules(
            ["random first", "1 draw: error of the mean {mean}"],
            ["random", "{draws} draws: error of the mean {mean}"],
            ["", "k = {k}: error {error}"],
        ),
    ],
    "knobs": ["<i>k</i>", "<i>k</i><sub>2</sub>"],
    "keys": [  # text, and a pair's weight and strength
        ["kept, the largest", 1, 100],
        ["10⁻⁵ of it or less", 1, 20],
        ["dropped", 0, 0],
        ["weight above 1", 16, 60],
    ],
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
    ours, theirs = window[k - 1], late[k - 1]
    numbers = f"Error of the window: {percent(ours)}. Without the {first}: {percent(theirs)}."
    if ours < theirs:
        why = (
            f"they matter little, while without the {first} the sum also misses near pairs, even"
            " <i>t</i> = <i>i</i>."
        )
    else:
        why = f"they matter {'more than' if ours > theirs else 'as much as'} the {first}."
    reply = f"The window drops the pairs that are {k} steps and more apart; here {why} {numbers}"
    both = f"Each does drop {plural(lost, 'pair')}, but not pairs of one size. {reply}"
    return {
        "text": f"<i>T</i> = {T}, <i>k</i> = {k}, as in the picture. Which loses more of the"
        f" gradient: cutting every loss’s history at {plural(k, 'step')}, or dropping the {first}?",
        "options": [
            [f"Cutting every history at {plural(k, 'step')}", reply],
            [f"Dropping the {first}", reply],
            [f"Both the same: each drops {plural(lost, 'pair')}", both],
        ],
        "right": 2 if ours == theirs else int(theirs > ours),
        "show": {"scheme": "late", "k": k},
    }
