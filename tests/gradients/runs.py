"""Runs for the lag plot: cells of one's own of every kind, and what the package says of a run."""

import numpy as np

from unrolled.core.activations import ACTIVATIONS, RELU
from unrolled.gradients.many_units import RADII, loaded
from unrolled.gradients.verdict import verdict
from unrolled.remedies.shortcuts import Skip, elman, leaky, residual, skip
from unrolled.rnn.cell import CELL, RNN

NORM = loaded()["norm"]  # ‖W‖₂ at radius 1


def own(seed=3, steps=40):
    """A cell whose state has two parts: no one matrix, no bound from below."""
    rng = np.random.default_rng(seed)
    p = RNN(rng.normal(size=(3, 1)), 0.5 * rng.normal(size=(3, 3)), np.zeros(3))
    run = {"cell": skip(2), "p": Skip(p, 0.5 * rng.normal(size=(3, 3)))}
    return run | {"xs": rng.normal(size=(steps, 1)), "h0": (np.zeros(3), np.zeros(3))}


def elman_run(W, seed=0, drive=1.0, steps=30, cell=CELL, inputs=()):
    """(cell, p, xs, h0) of a recurrent matrix, driven by noise."""
    rng = np.random.default_rng(seed)
    n = len(W)
    p = RNN(drive * np.eye(n), np.array(W, dtype=float), np.zeros(n))
    return cell, p, rng.normal(size=(steps, *inputs, n)), np.full((*inputs, n), 0.1)


def several():
    rng = np.random.default_rng(5)
    W = 0.4 * rng.normal(size=(8, 8))
    cells = {"Elman": CELL, "leaky": leaky(0.9), "residual": residual(), "ReLU": elman(RELU)}
    return {name: elman_run(W, cell=cell, inputs=(3,)) for name, cell in cells.items()}


def judged(run):
    """What `unrolled.gradients.verdict` says: grown if the lowest has, shrunk if the highest."""
    low, mid, high = (
        verdict(10 ** np.array(run[name]), run["bound"], run["rho"])
        for name in ("low", "mid", "high")
    )
    shrunk = high.outcome == "vanishes"
    return {
        "zero": False,
        "rises": shrunk and mid.rises,
        "grown": low.outcome == "explodes",
        "shrunk": shrunk,
        "several": False,
        "ruled": True,
        "below": mid.rule_of_radius == "vanishes",
        "above": mid.rule_of_radius == "explodes",
        "rests": run["rests"],
        "nonnegative": False,
        "certain": mid.guaranteed,
        "small": run["largest"] < 1,
        "squeezed": 10 ** run["upper"][-1] < 0.1,
        "pushed": 10 ** run["lower"][-1] > 10,
    }


def a_run(rng):
    mid = np.cumsum(rng.normal(0, 0.6, int(rng.integers(1, 30)))).round(3)
    run = {"low": mid - rng.random(), "mid": mid, "high": mid + rng.random()}
    run = {name: values.tolist() for name, values in run.items()}
    run |= {"upper": (mid + rng.random()).tolist(), "lower": (mid - rng.random()).tolist()}
    rates = dict(zip(("bound", "rho", "largest"), rng.choice([0.5, 1.0, 2.0], 3), strict=True))
    return [run | rates | {"rests": bool(rng.random() < 0.5)}]


def ends(it):
    """log10 of the norm at the last lag, lowest and highest, of the 64 units in this state."""
    run = loaded()["runs"][RADII.index(it.radius)][it.run]
    return run["low"][-1], run["high"][-1]


def zoo(rng):
    """Runs of every kind: all rules of one's own cells are needed by some."""
    kinds = [elman(ACTIVATIONS["identity"]), elman(RELU), leaky(0.9), residual(), *[CELL] * 8]
    for n in range(240):
        W = rng.normal(size=(2, 2)) * rng.choice([0.3, 1, 3]) * (1 if n % 5 else np.eye(2))
        W = np.abs(W) if n % 3 == 0 else W
        if n % 7 == 0:  # far from normal, below 1
            W = np.array([[0.9, 10], [0, 0.9]]) @ np.diag([1, -1]) ** (n % 2)
        if n % 11 == 0:
            W = np.array([[np.cos(n), -np.sin(n)], [np.sin(n), np.cos(n)]])
        steps = int(rng.choice([3, 30]))
        drive = float(rng.choice([0, 0.1, 3]))
        yield elman_run(
            W, n, drive, steps, kinds[n % len(kinds)], inputs=(2,) if n % 4 == 0 else ()
        )
    yield elman_run([[0.8, -2], [0, -0.8]], drive=0.0, steps=60)
    yield nilpotent()


def nilpotent():
    """The chapter's W of radius 0 that explodes: at rest its slopes are 1 and 0.1."""
    W, h = np.array([[2.0, -2], [2, -2]]), np.array([0, np.sqrt(0.9)])
    return CELL, RNN(np.zeros((2, 1)), W, np.arctanh(h) - W @ h), np.zeros((30, 1)), h
