"""What the package says of one neuron, and when what its widget says is true."""

import numpy as np

from unrolled.core.activations import ACTIVATIONS
from unrolled.mlp.network import neuron

KINDS = list(ACTIVATIONS)
PLANE = (4, 3)  # it is [-4, 4] × [-3, 3]
ANSWERS = {  # least and largest of what a plane shows
    "tanh": (-1, 1), "logistic": (0, 1), "ReLU": (0, 3), "GELU": (-0.17, 3), "SiLU": (-0.2785, 3),
    "identity": (-3, 3),
}  # fmt: skip
SLOPES = {
    "tanh": (0, 1), "logistic": (0, 0.25), "ReLU": (0, 1), "GELU": (-0.1289, 1.1289),
    "SiLU": (-0.0998, 1.0998), "identity": (0, 1),
}  # fmt: skip
GAMMA = {name: most for name, (_, most) in SLOPES.items()}


def respond(it, x):
    """What the package says of a neuron at x."""
    w = np.array(it["w"])
    phi = ACTIVATIONS[it["activation"]]
    a = np.asarray(x) @ w + it["b"]
    h = neuron(w, it["b"], np.asarray(x), phi)
    slope = phi.slope(np.asarray(a), np.asarray(h))[()]
    found = {"a": a, "h": h, "slope": slope, "dw": slope * np.asarray(x), "db": slope}
    return {**found, "dx": slope * w}


def scaled(it, size):
    w = np.array(it["w"])
    b = it["b"]
    whole = [size / np.linalg.norm(w), *(10 / abs(w)), 60 / abs(b)]
    return {"w": min(whole) * w, "b": min(whole) * b}


def segment(it, a, edges):
    """Where the line meets the sides of the rectangle, walking with w at the right hand."""
    (w1, w2) = np.array(it["w"])
    c = a - it["b"]
    found = []
    with np.errstate(divide="ignore", invalid="ignore"):
        for sign in (-1, 1):
            right, top = sign * np.array(edges)
            found += [(right, (c - w1 * right) / w2), ((c - w2 * top) / w1, top)]
    on = (p for p in found if np.all(np.abs(p) <= edges))
    ends = sorted(on, key=lambda p: w1 * p[1] - w2 * p[0])
    return [list(p) for p in ends] or None


def shades(it):
    grid = np.sort([-6, 6, 1e-9, *np.arange(-16, 17) / 4])
    reach = np.abs(it["w"]) @ PLANE
    levels = it["b"] + np.clip(grid - it["b"], -reach, reach)
    levels = np.unique([*levels, it["b"] - reach, it["b"] + reach])
    phi = ACTIVATIONS[it["activation"]]
    h = phi.of(levels)
    rows = zip(levels, h, phi.slope(levels, h), (levels - levels[0]) / (2 * reach), strict=True)
    return [dict(zip(("a", "h", "slope", "offset"), row, strict=True)) for row in rows]


def any_neuron(rng, scale=3.0):
    w = rng.normal(0, scale, 2)
    b = float(rng.normal(0, scale))
    return {"w": w * max(1, 0.3 / np.linalg.norm(w)), "b": b, "activation": str(rng.choice(KINDS))}


def draw(rng):
    """A state; some exactly at a = 0, some far out, some without a direction."""
    scale = rng.choice([0.3, 1, 4])
    kind = str(rng.choice(KINDS))
    w = rng.normal(0, scale, 2).clip(-10, 10).round(4)
    b = np.round(rng.normal(0, scale), 4)
    x = rng.uniform(-2.5, 2.5, 2).round(2)
    rare = rng.integers(9)
    w, x, b = w * (rare != 0), x * (rare != 1), b * (rare not in (1, 2))
    if rare == 3:
        w = [0.0, 8.0]
        x = [0.0, 2.0]
        b = 4.0
        kind = "tanh"
    if rare == 4:
        x = [0.0, 0.0]
        b = -0.72
        kind = "GELU"
    shows = str(rng.choice(["response", "slope"]))
    return {"w": list(w), "b": float(b), "x": list(x), "activation": kind, "shows": shows}


def there(it):
    return respond(it.state(), it.x)


def share(it):
    return abs(there(it)["slope"]) / GAMMA[it.activation]


def moves(it, by=1e-4):
    """What a larger a does to the answer, as a slope."""
    f = [respond({**it.state(), "b": it.b + s}, it.x)["h"] for s in (-by, by)]
    return (f[1] - f[0]) / (2 * by)


DONE = {"w": [2.0, 0.0], "x": [1.0, 0.0], "b": 0.994}  # a = 2.994
SHORT = [
    DONE | one
    for one in (
        {"b": 0.993},
        {"w": [2.001, 0.0]},
        {"b": -4.994},
        {"activation": "logistic", "b": 6.0},
    )
]
CLAIMS = {
    "Straight:": lambda it: it.activation == "identity",
    "At the kink:": lambda it: it.activation == "ReLU" and there(it)["a"] == 0,
    "Active:": lambda it: it.activation == "ReLU" and abs(moves(it) - 1) < 1e-6,
    "Inactive:": lambda it: it.activation == "ReLU" and moves(it, 1e-9) == 0,
    "Saturated:</b> here": lambda it: there(it)["slope"] == 0,
    "Falling slightly:": lambda it: moves(it) < 1e-6 and share(it) < 0.05,
    "Falling:": lambda it: moves(it) < 1e-6 and share(it) >= 0.05,
    "smaller output": lambda it: there(it)["slope"] < 0 and moves(it) < 1e-6,
    "Steeper than 1:": lambda it: moves(it) > 1 - 1e-6,
    "Almost flat:": lambda it: share(it) < 0.05 and it.activation in ("GELU", "SiLU"),
    "Saturated,": lambda it: share(it) < 0.05 and it.activation in ("tanh", "logistic"),
    "Bending:": lambda it: 0.05 <= share(it) < 0.5,
    "Steep:": lambda it: share(it) >= 0.5 and moves(it) < 1 + 1e-6,
    "has vanished": lambda it: not np.any(there(it)["dw"]),
    "points away from": lambda it: there(it)["dw"] @ it.x <= 0,
    "is as long as": lambda it: there(it)["dw"].tolist() == it.x,
    "no direction": lambda it: respond(it.state(), [2.0, -3.0])["h"] == there(it)["h"],
}
