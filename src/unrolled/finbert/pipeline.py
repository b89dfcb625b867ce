"""Documents and market observations at their own times, read by one ODE-RNN.

For each release there is a sequence of rows: market days before it, each with the gold price's
log-return and, where there was one, an interest rate; and last the document's row, with W_xv v, a
projection of the document's vector. Masks say what was observed. The state after the last row
gives the forecast of the return over the next horizon, and only there is a loss. eq-finbert-loss
Notebook: book/finbert.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_array, check_choice, check_generator, check_whole
from unrolled.core.losses import SQUARED_ERROR, observed_loss, observed_loss_back
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Bool, Float
from unrolled.core.unroll import bptt, unroll
from unrolled.finbert.world import DAILY, HORIZON, World
from unrolled.ode_rnn.cells import evolving
from unrolled.ode_rnn.times import rows
from unrolled.rnn.readout import Model, random_readout, readout, readout_back

CELL = evolving()  # a GRU whose state flows between rows
MARKET = 2  # the gold price's return and the rate
DAYS = 16  # market days that are read before each release
WEEK = 7.0  # the unit of time
USES = ("both", "text", "series", "clock")
HIDDEN, PROJECTED = 6, 2


class Reader(NamedTuple):
    """A projection of document vectors, a cell and a readout. Its gradient is another."""

    W_xv: Float[Array, "n_p d"]
    model: Model


class Sequences(NamedTuple):
    """Rows of B releases, what of them is a document's, and the targets in units of σ√H."""

    rows: Float[Array, "T B n_row"]
    vectors: Float[Array, "B d"]
    target: Float[Array, " B"]
    known: Float[Array, " B"]  # the fixing after which each release came
    ends: Float[Array, " B"]  # the fixing at which its target is complete


def random_reader(rng: np.random.Generator, d: int, n_h: int = HIDDEN) -> Reader:
    """A reader of d-dimensional document vectors with n_h hidden units, drawn at random."""
    rng = check_generator("rng", rng)
    d, n_h = check_whole("d", d, 1), check_whole("n_h", n_h, 1)
    n_row = 1 + 2 * (MARKET + PROJECTED)
    model = Model(CELL.random(rng, n_row, n_h), random_readout(rng, n_h, 1))
    return Reader(rng.normal(size=(PROJECTED, d)) / np.sqrt(d), model)


def sequences(world: World, vectors: Float[Array, "K d"], use: str = "both") -> Sequences:
    """The rows of every release of a world; `use` says what of them the reader may see.

    With "clock" it sees when things happened and nothing else. Raises ValueError for vectors that
    are not one for each statement and for another use.
    """
    world = check_fields("world", world, World)
    vectors = check_array("vectors", vectors, "K d", K=len(world.released))
    use = check_choice("use", use, USES)
    day = (world.days - world.days[0]).astype(float)
    before = (
        world.released + np.arange(1 - DAYS, 1)[:, None]
    )  # the fixing of the release's day, too
    fixing, release = 15 / 24, 19 / 24
    times = np.concatenate([day[before] + fixing, day[world.released][None] + release]) / WEEK
    returns = np.diff(world.log_price, prepend=world.log_price[0]) / DAILY
    values = np.zeros((*times.shape, MARKET + PROJECTED))
    seen = np.zeros(values.shape, dtype=bool)
    values[:-1, :, 0], seen[:-1, :, 0] = returns[before], True
    rate = world.rate[before]
    values[:-1, :, 1], seen[:-1, :, 1] = np.nan_to_num(rate), ~np.isnan(rate)
    seen[-1, :, MARKET:] = True
    if use in ("text", "clock"):
        values[..., :MARKET] = 0.0
    return Sequences(
        rows=rows(times, values, seen),
        vectors=vectors if use in ("both", "text") else np.zeros_like(vectors),
        target=world.target / (DAILY * np.sqrt(HORIZON)),
        known=world.released.astype(float),
        ends=world.released + 1.0 + HORIZON,
    )


def part_of(found: Sequences, which: Array) -> Sequences:
    """Some of the releases, by index or truth value."""
    return Sequences(found.rows[:, which], *(part[which] for part in found[1:]))


def joined(parts: list[Sequences]) -> Sequences:
    """The releases of several worlds."""
    every = [part.rows for part in parts]
    others = [np.concatenate(column) for column in list(zip(*parts, strict=True))[1:]]
    return Sequences(np.concatenate(every, axis=1), *others)


def with_documents(
    W_xv: Float[Array, "n_p d"], given: Float[Array, "T B n_row"], vectors: Float[Array, "B d"]
) -> Float[Array, "T B n_row"]:
    """The rows with W_xv v in the last one."""
    xs = given.copy()
    xs[-1, :, 1 + MARKET : 1 + MARKET + len(W_xv)] = vectors @ W_xv.T
    return xs


def forecast(reader: Reader, found: Sequences) -> Float[Array, " B"]:
    """The forecast return after each release, in units of σ√H."""
    return _run(reader, found)[0][-1, :, 0]


def _run(reader: Reader, found: Sequences) -> tuple[Array, Array, object]:
    reader, found = check_fields("reader", reader, Reader), check_fields("found", found, Sequences)
    xs = with_documents(reader.W_xv, found.rows, found.vectors)
    h0 = np.zeros((xs.shape[1], reader.model.readout.W_yh.shape[1]))
    states, caches = unroll(CELL, reader.model.cell, xs, h0)
    return readout(reader.model.readout, states), states, caches


def observed_at(found: Sequences) -> Bool[Array, " T"]:
    """Where there is a target: at the release, the last row, and nowhere else."""
    return np.arange(len(found.rows)) == len(found.rows) - 1


def loss_and_gradients(
    reader: Reader, found: Sequences
) -> tuple[float, Reader, Float[Array, "B d"]]:
    """The loss at the releases, its gradient, and that of every document's vector.

    𝓛 = (1/K) Σ_k ½ (ŷ(t_k) - y(t_k))² over the releases alone.                  eq-finbert-loss
    ∇_{v_k} 𝓛 = W_xvᵀ ∇_{x_k} 𝓛: the gradient of the part of the row that W_xv v filled.
                                                                             eq-finbert-document
    """
    zs, states, caches = _run(reader, found)
    ys = np.zeros(zs.shape)
    ys[-1, :, 0] = found.target
    at = observed_at(found)
    value = observed_loss(SQUARED_ERROR, zs, ys, at)
    dzs = observed_loss_back(SQUARED_ERROR, zs, ys, at)
    d_out, dstates = readout_back(reader.model.readout, states, dzs)
    d_cell, dxs, _ = bptt(CELL, reader.model.cell, caches, dstates)
    d_projected = dxs[-1, :, 1 + MARKET : 1 + MARKET + len(reader.W_xv)]
    gradient = Reader(d_projected.T @ found.vectors, Model(d_cell, d_out))
    return value, gradient, d_projected @ reader.W_xv


def tune_reader(
    seed: int, learn: Sequences, check: Sequences, updates: int = 400, batch: int = 256
) -> Reader:
    """A reader trained by Adam on batches; the one that was best on `check` is kept.

    `check` must lie between what is learned from and what is tested; it is asked every 20 updates.
    """
    rng = np.random.default_rng(check_whole("seed", seed, 0))
    reader = random_reader(rng, learn.vectors.shape[1])
    optimiser = adam(0.005)
    memory, best = optimiser.start(reader), (np.inf, reader)
    for update in range(check_whole("updates", updates, 1)):
        some = part_of(learn, rng.integers(len(learn.target), size=batch))
        _, gradient, _ = loss_and_gradients(reader, some)
        reader, memory = optimiser.step(reader, clip_by_norm(gradient, 1.0), memory)
        if update % 20 == 19:
            error = float(np.mean((forecast(reader, check) - check.target) ** 2))
            best = min(best, (error, reader), key=lambda pair: pair[0])
    return best[1]
