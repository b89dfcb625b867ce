"""Every cell of the book is trained, read and differentiated without being named twice."""

import numpy as np
import pytest

from unrolled.core.cell import Cell, cell_of
from unrolled.core.gradcheck import check_gradient, largest_gap
from unrolled.core.losses import CROSS_ENTROPY
from unrolled.core.optim import adam
from unrolled.core.tasks import Task, copying
from unrolled.core.tree import tree_map
from unrolled.gru import after
from unrolled.gru import cell as gru
from unrolled.lstm import cell as lstm
from unrolled.remedies.shortcuts import leaky, skip
from unrolled.rnn import cell as rnn
from unrolled.training import learner, loss_and_gradient, predict, task_gradient, train

CELLS = {"RNN": rnn.CELL, "LSTM": lstm.CELL, "GRU": gru.CELL, "reset after": after.AFTER}
OTHERS = {"leaky": leaky(0.8), "skip": skip(3)}


@pytest.mark.parametrize("cell", [*CELLS.values(), *OTHERS.values()], ids=[*CELLS, *OTHERS])
def test_a_random_learner_is_trained_as_it_is(unchecked, rng, cell):
    who = learner(rng, cell, 6, 8, 4)
    task = copying(rng, 4, 3)
    better, losses = train(who, lambda: task, CROSS_ENTROPY, adam(0.02), 30)
    assert losses[-1] < losses[0]
    zs, _ = predict(better.p, task.xs, cell=cell)
    assert zs.shape == task.ys.shape


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS)
def test_weights_know_their_cell_and_the_state_starts_at_0(unchecked, rng, cell):
    who = learner(rng, cell, 3, 5, 2)
    assert cell_of(who.p.cell) is cell
    xs, ys = rng.normal(size=(4, 2, 3)), rng.dirichlet(np.ones(2), size=(4, 2))
    h0 = tree_map(lambda leaf: np.zeros((2, *leaf.shape)), who.h0)
    named = loss_and_gradient(who.p, xs, ys, h0, cell=cell)
    assert largest_gap(loss_and_gradient(who.p, xs, ys)[1], named[1]) == 0
    assert np.array_equal(predict(who.p, xs)[0], predict(who.p, xs, h0, cell)[0])
    whole = Task(xs, ys, np.full(4, True))
    check_gradient(
        lambda p: task_gradient(who._replace(p=p), whole, CROSS_ENTROPY)[0], who.p, named[1], 1e-6
    )


def test_a_batch_in_front_is_refused(rng):
    who = learner(rng, lstm.CELL, 3, 5, 2)
    xs, ys = rng.normal(size=(7, 4, 3)), np.ones((4, 7, 2)) / 2
    h0 = tree_map(lambda leaf: np.zeros((7, *leaf.shape)), who.h0)
    with pytest.raises(
        ValueError, match=r"h0\.h: got shape \(7, 5\).*time is the first axis of xs"
    ):
        predict(who.p, xs, h0)
    with pytest.raises(ValueError, match=r"ys: got shape \(4, 7, 2\), expected time as the first"):
        loss_and_gradient(who.p, xs, ys)


def test_a_cell_of_ones_own_says_what_it_lacks(rng):
    bare = Cell(rnn.rnn_step, rnn.rnn_step_back)
    with pytest.raises(ValueError, match="without `random`, expected one that draws"):
        learner(rng, bare, 3, 5, 2)
    model = learner(rng, rnn.CELL, 3, 5, 2).p
    with pytest.raises(ValueError, match="h0: got none, expected a state"):
        predict(model, np.zeros((4, 3)), cell=bare)
    with pytest.raises(ValueError, match="cell: got none for an array"):
        predict(model._replace(cell=np.zeros(3)), np.zeros((4, 3)))
