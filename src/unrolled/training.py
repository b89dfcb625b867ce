"""Train any cell: a model's loss over a sequence, its gradient by BPTT, and updates until it fits.

Clipping is in `unrolled.core.optim`, cells with shortcuts in `unrolled.remedies.shortcuts`.
Notebooks: book/rnn.ipynb, book/remedies.ipynb, book/truncation.ipynb
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from unrolled.core.cell import Cell, cell_of
from unrolled.core.door import (
    Exploded,
    check_array,
    check_bounded,
    check_finite,
    check_function,
    check_whole,
)
from unrolled.core.losses import (
    CROSS_ENTROPY,
    Loss,
    mean_loss,
    mean_loss_back,
    observed_loss,
    observed_loss_back,
)
from unrolled.core.optim import Optimiser
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.core.tasks import Task
from unrolled.core.tree import tree_at, tree_copy, tree_map
from unrolled.core.unroll import bptt, unroll
from unrolled.rnn.readout import (
    Model,
    check_model,
    check_readout,
    random_model,
    random_readout,
    readout,
    readout_back,
)


def predict(
    model: Model, xs: Array, h0: object = None, cell: Cell | None = None
) -> tuple[Array, object]:
    """Logits z_1..z_T, read from h, and the last state of a sequence.

    xs (T, *B, n_x), time first. Without h0 the state starts at 0; without a cell it is the one
    that the weights belong to: of an `RNN` Elman's, so a leaky or residual one has to be named.
    Raises as `unroll`, and ValueError where neither is known.
    """
    cell, h0 = _begun(model, xs, h0, cell)
    states, _ = unroll(cell, model.cell, xs, h0)
    newest = cell.shown(states)
    return readout(check_readout(model.readout, newest.shape[-1]), newest), tree_at(states, -1)


def _begun(model: Model, xs: Array, h0: object, cell: Cell | None) -> tuple[Cell, object]:
    """The cell, that of the weights if none is given, and the state to start from."""
    check_fields("model", model, Model)
    cell = cell_of(model.cell) if cell is None else check_fields("cell", cell, Cell)
    if h0 is not None:
        return cell, h0
    batch = check_array("xs", xs, "T *B n_x").shape[1:-1]
    n_h = check_model(model).readout.W_yh.shape[1]
    return cell, _in_batch(_zeros(cell, n_h), batch)


def _zeros(cell: Cell, n_h: int) -> object:
    """The state of zeros that the cell starts from."""
    if cell.start is None:
        raise ValueError(
            f"h0: got none, expected a state, for {cell!r} does not know where to start"
        )
    return cell.start(n_h)


def _in_batch(h0: object, batch: tuple[int, ...]) -> object:
    """The same state for every sequence."""
    return tree_map(lambda leaf: np.zeros((*batch, *leaf.shape)) + leaf, h0)


def loss_and_gradient(
    model: Model,
    xs: Array,
    ys: Array,
    h0: object = None,
    loss: Loss = CROSS_ENTROPY,
    *,
    cell: Cell | None = None,
    observed: Array | None = None,
    window: int | None = None,
) -> tuple[float, Model, object]:
    """Mean loss over the sequence, its gradient by BPTT, and the last state.

    xs (T, *B, n_x), ys (T, *B, n_y), h0 (*B, n_h); h0 and cell as in `predict`. Of a state with
    several parts the readout sees `cell.shown`. With `observed` only those steps have a target;
    with `window` the gradient is truncated. Raises as `unroll`, `bptt` and `observed_loss` do.
    """
    check_fields("loss", loss, Loss, ", such as CROSS_ENTROPY")
    cell, h0 = _begun(model, xs, h0, cell)
    states, caches = unroll(cell, model.cell, xs, h0)
    newest = cell.shown(states)
    _check_time_first(ys, newest)
    out = check_readout(model.readout, newest.shape[-1])
    zs = readout(out, newest)
    if observed is None:
        value = mean_loss(loss, zs, ys)
        dzs = mean_loss_back(loss, zs, ys)
    else:
        value = observed_loss(loss, zs, ys, observed)
        dzs = observed_loss_back(loss, zs, ys, observed)
    d_readout, dh = readout_back(out, newest, dzs)
    dstates = tree_map(lambda leaf: dh if leaf is newest else np.zeros_like(leaf), states)
    d_cell, _, _ = bptt(cell, model.cell, caches, dstates, window)
    return value, Model(d_cell, d_readout), tree_at(states, -1)


def _check_time_first(ys: object, states: Array) -> None:
    axes = ys.shape[:-1] if isinstance(ys, np.ndarray) else ()
    if len(axes) == 2 and axes == states.shape[1::-1] != states.shape[:2]:
        raise ValueError(f"ys: got shape {ys.shape}, expected time as the first axis, as in xs")


class Learner(NamedTuple):
    """A cell, what training changes of it, and the state that every sequence starts from."""

    cell: Cell
    p: Model
    h0: object


def learner(
    rng: np.random.Generator, cell: Cell, n_x: int, n_h: int, n_y: int, W_hh: Array | None = None
) -> Learner:
    """A learner with random weights that starts at h_0 = 0, for any cell that can draw them.

    W_hh takes the place of the recurrent weights of an `RNN`. Raises ValueError for sizes below 1
    and for a cell of one's own without `random` and `start`, for which there is `with_readout`.
    """
    if check_fields("cell", cell, Cell).random is None:
        expected = "one that draws its weights; with_readout takes weights of one's own"
        raise ValueError(f"cell: got {cell!r} without `random`, expected {expected}")
    p = Model(cell.random(rng, n_x, n_h), random_readout(rng, n_h, n_y))
    if W_hh is not None:
        W_hh = check_array("W_hh", W_hh, "n_h n_h", n_h=n_h)
        p = p._replace(cell=p.cell._replace(W_hh=W_hh))
    return Learner(cell, p, _zeros(cell, n_h))


def with_readout(rng: np.random.Generator, cell: Cell, p: object, h0: object, n_y: int) -> Learner:
    """A cell's weights with a readout of their own, started at h_0."""
    n_h = len(cell.shown(h0))
    return Learner(cell, Model(p, random_model(rng, 1, n_h, n_y).readout), h0)


def check_learner(who: object) -> Learner:
    """`who`, if it has a cell, a model of numbers and a state to start from, or ValueError."""
    cell, p, h0 = check_fields("who", who, Learner)
    p = tree_map(lambda leaf: check_finite("who.p", leaf), check_model(p))
    h0 = tree_map(lambda leaf: check_array("who.h0", leaf, "n_h"), h0)
    return Learner(check_fields("who.cell", cell, Cell), p, h0)


def train(
    who: Learner,
    draw: Callable[[], Task],
    loss: Loss,
    optimiser: Optimiser,
    updates: int,
    change: Callable[[Model, Model], Model] = lambda p, g: g,
    window: int | None = None,
) -> tuple[Learner, Float[Array, " N"]]:
    """`updates` steps, each on a fresh `draw()`; `change(p, g)` is the remedy. Losses on the way.

    Raises OverflowError that says at which update a state, a gradient or a weight exploded.
    """
    who = check_learner(who)
    check_fields("loss", loss, Loss, ", such as CROSS_ENTROPY")
    check_fields("optimiser", optimiser, Optimiser, ", such as adam()")
    check_function("draw", draw)
    check_function("change", change)
    memory = optimiser.start(who.p)
    losses = []
    for update in range(1, check_whole("updates", updates, 0) + 1):
        try:
            value, g = _task_gradient(who, draw(), loss, window)
            with np.errstate(over="ignore", invalid="ignore"):
                p, memory = optimiser.step(who.p, change(tree_copy(who.p), g), memory)
            tree_map(lambda leaf: check_bounded("p", leaf, "in row"), p)
        except OverflowError as error:
            raise Exploded(f"training: exploded at update {update} ({error})", update) from None
        who = who._replace(p=p)
        losses = [*losses, value]
    return who, np.array(losses)


def task_gradient(
    who: Learner, task: Task, loss: Loss, window: int | None = None
) -> tuple[float, Model]:
    """The learner's loss on a task, every sequence started at its h_0, and the gradient."""
    return _task_gradient(check_learner(who), task, loss, window)


def _task_gradient(who: Learner, task: Task, loss: Loss, window: int | None) -> tuple[float, Model]:
    check_fields("task", task, Task, ", which draw() gives")
    batch = check_array("task.xs", task.xs, "T *B n_x").shape[1:-1]
    h0 = _in_batch(who.h0, batch)
    return loss_and_gradient(
        who.p, task.xs, task.ys, h0, loss, cell=who.cell, observed=task.observed, window=window
    )[:2]
