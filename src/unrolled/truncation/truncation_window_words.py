"""What the truncation window says: rules over what follows from its state, and the question."""

from unrolled.page.numbers import percent, plural
from unrolled.page.words import rules

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
        ["window", "Each loss walks back {k} steps at most: {kept} of {pairs} pairs are kept."],
        ["chunks one", "Chunks of one step: each loss keeps its own, {kept} of {pairs} pairs."],
        ["chunks", "No loss reaches across a cut, so the first loss of each chunk of {k} keeps its"
         " own step only: {kept} of {pairs} pairs."],
        ["k1k2", "Every {k1} steps the losses since then walk back over the last {k} steps, counted"
         " from where a full block of {k1} ends: {kept} of {pairs} pairs are kept."],
        ["late", "The first {dropped} losses are dropped altogether, {kept} of {pairs} pairs are"
         " kept: not a truncated gradient but another one."],
        ["random heavier", "Draw {draws}: {cuts}, {kept} of {pairs} pairs kept, with weights up to"
         " {most}."],
        ["random", "Draw {draws}: {cuts}, {kept} of {pairs} pairs kept."],
    ),
    rules(
        ["random first unbiased", "Its error is {error}. With ever more draws that of their mean"
         " tends to 0: there is no bias."],
        ["random first", "Its error is {error}. With ever more draws that of their mean tends to"
         " {limit}, the bias: far pairs are kept too seldom."],
        ["random unbiased", "The mean of the draws is off by <b>{mean}</b>; around it they scatter"
         " by {spread}. With ever more draws it tends to 0: there is no bias."],
        ["random", "The mean of the draws is off by <b>{mean}</b>; around it they scatter by"
         " {spread}. With ever more draws it tends to {limit}, the bias."],
        ["", "It is off by <b>{error}</b>."],
    ),
    rules(["", "Held at once: {held} of {T}. Walked back in all: {walked}."]),
]  # fmt: skip

REACH = [
    ["unheard", "Loss {loss} is dropped."],
    ["alone", "Loss {loss} reaches its own step only."],
    ["", "Loss {loss} reaches back to step {reach}."],
]

SAID = {  # by where it stands
    "words": WORDS,
    "value": [
        rules(
            ["random", "Now: random cuts."],
            *([name, f"Now: {html}, <i>k</i> = {{k}}, error {{error}}."] for name, html in
              NAMES.items() if name != "random"),
        ),
    ],
    "title": [
        rules(["!answered", "Pairs of loss and step: filled, kept; small, dropped."], *REACH),
    ],
    "triangle": [
        rules(["", "Triangle of {pairs} pairs, loss t downwards from 1 to {T}, step i to the right."
               " {kept} are filled: kept."]),
        rules(*REACH),
    ],
    "headline": [
        rules(
            ["random first", "Error of the mean of 1 draw: {mean}"],
            ["random", "Error of the mean of {draws} draws: {mean}"],
            ["", "Error at <i>k</i> = {k}: {error}"],
        ),
    ],
    "curves": [
        rules(
            ["random", "Error against the number of draws. Mean of {draws}: {mean}. Dashed, its"
             " limit: {limit}."],
            ["", "Error of the gradient of W_hh against k from 1 to {T}. At {k}: {error}."],
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
}  # fmt: skip


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
