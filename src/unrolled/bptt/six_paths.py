"""The six paths of the d-e-m-o network: what each brings to each of the fourteen weights, and why.

path[t, i] = (∂⁺𝓛/∂h_t) (∂h_t/∂h_{t-1}) … (∂h_{i+1}/∂h_i) (∂⁺h_i/∂w),   i ≤ t     eq-bptt-paths

Of the sum of the losses, by `unrolled.bptt`. Notebook: book/bptt.ipynb
"""

import numpy as np

from unrolled.bptt.jacobians import jacobians
from unrolled.bptt.paths import paths
from unrolled.core.losses import cross_entropy_back
from unrolled.core.shapes import Array
from unrolled.core.unroll import unroll
from unrolled.demo.weights import ALPHABET
from unrolled.rnn import demo
from unrolled.rnn.cell import CELL
from unrolled.rnn.graph import SYMBOLS, entry_symbol
from unrolled.rnn.readout import Model, readout, readout_back

PLACES = {
    f"{name}[{','.join(str(k + 1) for k in place)}]": (name, place)
    for name, value in demo.MODEL.cell._asdict().items()
    for place in np.ndindex(value.shape)
}
PAIRS = [(t, i) for t in (1, 2, 3) for i in range(1, t + 1)]  # loss, copy of the weight


def contributions(model: Model) -> dict[str, dict]:
    """Of each weight: its six paths, and the factors of each."""
    cell, out = model
    states, caches = unroll(CELL, cell, demo.XS, demo.H0)
    dz = cross_entropy_back(readout(out, states), demo.YS)
    _, dstates = readout_back(out, states, dz)
    try:
        table = paths(CELL, cell, caches, dstates)._asdict()
    except OverflowError as error:
        raise ValueError(f"model: got weights too large ({error}), expected smaller ones") from None
    carried = _carried(dstates, jacobians(CELL, cell, caches))
    multiplied = _multiplied(states)
    return {
        key: _of_one_weight(name, place, table[name], carried, states, multiplied[name])
        for key, (name, place) in PLACES.items()
    }


def _multiplied(states: Array) -> dict[str, Array]:
    """What each copy of an array multiplies: a row for each step."""
    before = np.vstack([demo.H0, states[:-1]])
    return {"W_hx": demo.XS, "W_hh": before, "b_h": np.ones((len(states), 1))}


def _of_one_weight(
    name: str, place: tuple, table: Array, carried: dict, states: Array, multiplied: Array
) -> dict:
    """The six paths into one weight, in the order of PAIRS."""
    unit, *column = place
    table = table[(..., *place)] + 0.0  # no -0
    values = [table[t - 1, i - 1] for t, i in PAIRS]
    sources = multiplied[:, column[0] if column else 0]
    slopes = 1 - states[:, unit] ** 2
    return {
        "name": name,
        "unit": unit + 1,
        "letter": ALPHABET[column[0]] if name == "W_hx" else "",
        "html": entry_symbol(name, place),
        "copy": SYMBOLS[name],
        "values": values,
        "sources": sources.tolist(),
        "chains": [[carried[t, i][unit], slopes[i - 1], sources[i - 1]] for t, i in PAIRS],
    }


def _carried(dstates: Array, J: Array) -> dict[tuple[int, int], Array]:
    """(∂⁺𝓛/∂h_t) (∂h_t/∂h_{t-1}) … (∂h_{i+1}/∂h_i): what a path carries to its last state."""
    found = {}
    for t, i in PAIRS:
        row = dstates[t - 1]
        for step in range(t, i, -1):
            row = row @ J[step - 1]
        found[t, i] = row
    return found
