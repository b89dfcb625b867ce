"""The six paths by the package, for the test of `ImmediateOrTotal`."""

from functools import cache

import numpy as np

from tests.widget.common import text
from unrolled.bptt.immediate_or_total_words import ORDERS, READINGS
from unrolled.bptt.paths import paths
from unrolled.bptt.six_paths import PAIRS, PLACES
from unrolled.core.losses import cross_entropy_back
from unrolled.core.unroll import bptt, unroll
from unrolled.rnn import demo
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import Model, Readout, readout, readout_back

MOST = READINGS["total"][1]
ROWS, COLUMNS = (np.array(PAIRS).T - 1).tolist()


def a_model(rng):
    """A random model of the shapes of d-e-m-o."""
    cell, out = ([rng.normal(size=w.shape) for w in part] for part in demo.MODEL)
    return Model(RNN(*cell), Readout(*out))


def backwards(model):
    """The arguments of `bptt`, `paths` and `counted_twice`, for the sum of the losses."""
    states, caches = unroll(CELL, model.cell, demo.XS, demo.H0)
    dz = cross_entropy_back(readout(model.readout, states), demo.YS)
    return CELL, model.cell, caches, readout_back(model.readout, states, dz)[1]


def entry(tree, key):
    """Of a tree like the cell's, with or without axes in front, what belongs to one weight."""
    name, place = PLACES[key]
    return getattr(tree, name)[(..., *place)]


def six_of(table, key):
    """What the six paths of `paths` bring to one weight."""
    return entry(table, key)[ROWS, COLUMNS]


@cache
def values_of(weight):
    """What each of the six paths of d-e-m-o brings to this weight."""
    return six_of(paths(*backwards(demo.MODEL)), weight)


def lit(it):
    """Loss, copy, what the lit path brings, how often it counts."""
    n = [f"{t},{i}" for t, i in PAIRS].index(it.path)
    return *PAIRS[n], values_of(it.weight)[n], it.counts[n]


def off(it):
    """How far the widget's sum is from the gradient."""
    gradient = entry(bptt(*backwards(demo.MODEL))[0], it.weight)
    return abs(np.dot(it.counts, values_of(it.weight)) - gradient)


def draw(rng):
    """A random state: a reading of the sum, or counts of one's own."""
    known = [times for _, times in READINGS.values()] + [[0] * 6]
    own = [int(rng.choice([0, 1, most])) for most in MOST]
    return {
        "weight": str(rng.choice(list(PLACES))),
        "path": "{},{}".format(*PAIRS[rng.integers(6)]),
        "order": str(rng.choice(list(ORDERS))),
        "counts": own if rng.random() < 0.5 else known[rng.integers(4)],
    }


CLAIMS = {  # the start of a sentence, and when it is true
    "Each of the six paths counts once": lambda it: it.counts == [1] * 6,
    "stops at its own step": lambda it: it.counts == [int(t == i) for t, i in PAIRS],
    "already contains all later": lambda it: it.counts == [t - i + 1 for t, i in PAIRS],
    "Nothing is added": lambda it: sum(it.counts) == 0,
    "more than once": lambda it: max(it.counts) > 1,
    "That is the gradient": lambda it: off(it) < 1e-15,
    "all the same": lambda it: not (values_of(it.weight) * (np.array(it.counts) - 1)).any(),
    "but the gradient is": lambda it: off(it) > 1e-9 and max(it.counts) > 1,
    "The sum so far": lambda it: off(it) > 1e-9 and max(it.counts) < 2,
    "copy 1 multiplies": lambda it: it.weight[:4] == "W_hh" and lit(it)[1:3] == (1, 0),
    "the letter at step": lambda it: demo.XS[lit(it)[1] - 1, PLACES[it.weight][1][1]] == 0,
    "would contribute": lambda it: lit(it)[3] == 0 and lit(it)[2] != 0,
    "once at each of": lambda it: lit(it)[3] == lit(it)[0] - lit(it)[1] + 1 > 1,
}


def square(page, t, i):
    """The row of a path."""
    return page.get_by_role("button", name=f"Path from loss {t} to copy {i}")


LEFT, RIGHT = 622, 852  # between them are the bars of a wide page
VALUE = 866  # where the number of a row begins


def reach_of(order, values, times):
    """From where to where a wide page's bars reach: all readings and `times`, in one unit."""
    sums = [times, *(reading for _, reading in READINGS.values())]
    spans = {}
    for name, (_, groups, _) in ORDERS.items():
        turn = np.concatenate(groups)
        runs = np.cumsum([[0, *(np.array(one) * values)[turn]] for one in sums], axis=1)
        spans[name] = [runs.min(), runs.max()]
    low, high = spans[order]
    widest = max(high - low for low, high in spans.values())
    spare = (widest - (high - low)) / 2
    return (low - spare, high + spare) if widest else (-1, 1)


def shade_of(order, n):
    """The look of a path, in the network as in the sum: of its term."""
    (term,) = [k for k, group in enumerate(ORDERS[order][1]) if n in group]
    return f"gradient term-{term}"


def check_rows(marks, order, values, times, truth):
    """A bar for each time a path counts, from where those before it end; what a term adds up to."""
    low, high = reach_of(order, values, times)

    def at(x):
        return LEFT + (np.asarray(x) - low) / ((high - low) or 1) * (RIGHT - LEFT)

    groups = ORDERS[order][1]
    turn = [n for group in groups for n in group]
    steps = (values * times)[turn]
    starts = dict(zip(turn, [0, *np.cumsum(steps)[:-1]], strict=True))
    rows = [m for m in marks if m and m["kind"] == "choice" and m["name"].startswith("Path")]
    for n, ((t, i), row) in enumerate(zip(PAIRS, rows, strict=True)):
        said = ["left out", "counted once", "counted 2 times", "counted 3 times"][times[n]]
        assert row["name"] == f"Path from loss {t} to copy {i}: {text(values[n])}, {said}"
        bars = [m for m in row["marks"] if m and m.get("round") == 2]
        shade = shade_of(order, n)
        first = shade if times[n] else "quiet ghost"
        again = [f"{shade} hollow"] * (max(1, times[n]) - 1)
        assert [m["look"] for m in bars] == [first, *again]
        found = [(m["x"], m["x"] + m["width"]) for m in bars]
        ends = starts[n] + values[n] * np.arange(max(1, times[n]) + 1)
        begin = at(ends[:-1])
        wide = np.maximum(4, np.abs(at(ends[1:]) - begin)) if values[n] else 0  # to be seen
        other = begin + np.sign(values[n]) * wide
        assert np.allclose(found, np.sort(np.stack([begin, other], 1)), atol=0.04)
    tops = [row["place"][0] for row in rows]
    assert [tops[n] for n in turn] == sorted(tops)
    words = [m["html"] for m in marks if m and m["kind"] == "word"]
    terms = [(values * times)[group].sum() for group in groups]
    assert [one for one in words if one[0] == "="] == [f"= {text(x)}" for x in terms]
    assert f"<b>{text(sum(terms))}</b>" in words
    (line,) = [
        m
        for m in marks
        if m
        and m["kind"] == "line"
        and m["look"] == "gradient dashed"
        and m["points"][0][0] > LEFT - 1
        and m["points"][0][0] == m["points"][1][0]
        and m["points"][0][1] < 40
    ]
    assert abs(line["points"][0][0] - at(truth)) < 0.02


def spoilt(part, **change):
    """A model with one array replaced."""
    return {"model": demo.MODEL._replace(**{part: getattr(demo.MODEL, part)._replace(**change)})}


def exploding():
    """At states of 0 the slopes are 1, and nothing stops the weights."""
    cell = RNN(np.zeros((2, 4)), np.full((2, 2), 1e150), np.zeros(2))
    return {"model": Model(cell, demo.MODEL.readout._replace(W_yh=np.eye(4, 2) * 1e100))}


DONE = {"weight": "W_hh[2,1]", "counts": [0, 0, 1, 0, 1, 1]}
SHORT = [DONE | {"weight": "W_hh[2,2]"}]  # of it, too, three paths are enough
SHORT += [
    {"weight": "W_hh[2,1]", "counts": [0, 0, 1, *last]}
    for last in ([1, 1, 1], [0, 2, 1], [0, 1, 0])
]
TASK = {"done": DONE, "short": SHORT}
REFUSED = [  # and what of it is said
    ({"counts": [1] * 5}, "counts: got [1, 1, 1, 1, 1], expected six numbers"),
    ({"counts": [2, 1, 1, 1, 1, 1]}, "counts: got 2 of 1,1, expected 0, 1 or 1"),
    ({"counts": [1, 1, 1, 2, 1, 1]}, "counts: got 2 of 3,1, expected 0, 1 or 3"),
    (spoilt("cell", W_hh=np.eye(3)), "W_hh: got shape (3, 3)"),
    (spoilt("cell", b_h=[np.nan, 0]), "b_h: got nan at index"),
    (spoilt("readout", b_y=["a"] * 4), "b_y: got ['a'"),
    (exploding(), "model: got weights too large (path: exploded of loss 3 of 3)"),
]
