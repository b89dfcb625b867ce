"""What a state is for, as rnn.ipynb says it: the bound, the one unit, the reader of the book."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import seeds
from unrolled.bptt.spelling import learned
from unrolled.core.losses import CROSS_ENTROPY, mean_loss
from unrolled.core.optim import adam
from unrolled.core.text import LETTERS, encode, one_hot
from unrolled.core.unroll import unroll
from unrolled.language_models.counting import bigram
from unrolled.rnn import demo, torch_reader
from unrolled.rnn.cell import CELL
from unrolled.rnn.forward_graph import ENTRIES, MOST, probabilities_of_m, with_weight
from unrolled.rnn.memory import ONE_UNIT, without_memory
from unrolled.rnn.readout import random_model, readout
from unrolled.rnn.writing import tempered, write
from unrolled.training import loss_and_gradient, predict

DEME = "deme" * 25


def loss_of(model, text, alphabet):
    xs, ys = one_hot(text[:-1], alphabet), one_hot(text[1:], alphabet)
    zs, _ = predict(model, xs, np.zeros(len(model.cell.b_h)))
    return mean_loss(CROSS_ENTROPY, zs, ys)


def test_without_a_memory_the_least_loss_on_deme_is_half_a_coin():
    assert without_memory(encode(DEME + "d", "dem"), 3) == pytest.approx(np.log(2) / 2, abs=1e-15)
    assert without_memory(encode("demo" * 25 + "d", "demo"), 4) == 0  # demo needs none


@given(seed=seeds, size=st.integers(2, 4))
def test_no_prediction_from_the_present_letter_is_better(seed, size):
    """Random tables, tables near the best, and the counted table with a little added."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, size, 50)
    least = without_memory(codes, size)
    best = bigram(codes, size, 1e-9)
    tables = rng.dirichlet(np.ones(size), size=(300, size))
    for some in (tables, 0.95 * best + 0.05 * tables, best[None]):
        losses = -np.log(some[:, codes[:-1], codes[1:]]).mean(axis=1)
        assert (losses >= least - 1e-12).all()
    assert losses[0] == pytest.approx(least, abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n_h", [1, 2, 16])
def test_any_network_without_w_hh_pays_half_a_coin(seed, n_h):
    model = random_model(np.random.default_rng(seed), 3, n_h, 3)
    cell = model.cell._replace(W_hh=0 * model.cell.W_hh)
    assert loss_of(model._replace(cell=cell), DEME + "d", "dem") >= np.log(2) / 2


def test_one_unit_is_enough_for_deme_and_needs_its_recurrent_weight():
    text = "deme" * 500 + "d"
    zs, _ = predict(ONE_UNIT, one_hot(text[:-1], "dem"), np.zeros(1))
    assert (zs.argmax(axis=1) == encode(text[1:], "dem")).all()
    assert loss_of(ONE_UNIT, text, "dem") < 5e-4
    assert write(ONE_UNIT, "dem", "d", 400) == ("emed" * 100)
    cut = ONE_UNIT.cell._replace(W_hh=np.zeros((1, 1)))
    assert loss_of(ONE_UNIT._replace(cell=cut), text, "dem") >= np.log(2) / 2


def test_demo_needs_no_recurrent_weight():
    xs, ys = one_hot("demo" * 4, "demo"), one_hot("emod" * 4, "demo")
    model = random_model(np.random.default_rng(0), 4, 1, 4)
    walk = adam(0.1)
    memory = walk.start(model)
    for _ in range(800):
        model = model._replace(cell=model.cell._replace(W_hh=np.zeros((1, 1))))
        _, gradient, _ = loss_and_gradient(model, xs, ys, np.zeros(1))
        model, memory = walk.step(model, gradient, memory)
    cell = model.cell._replace(W_hh=np.zeros((1, 1)))
    zs = readout(model.readout, unroll(CELL, cell, xs, np.zeros(1))[0])
    assert (zs.argmax(axis=1) == ys.argmax(axis=1)).all()


@given(seed=seeds, low=st.floats(0.2, 1), ratio=st.floats(1.1, 3))
def test_a_higher_temperature_is_less_sure_and_keeps_the_order(seed, low, ratio):
    z = np.random.default_rng(seed).normal(size=(4, 6))
    cold, warm = tempered(z, low), tempered(z, low * ratio)
    assert (-(cold * np.log(cold)).sum(axis=1) < -(warm * np.log(warm)).sum(axis=1)).all()
    assert (cold.argsort(axis=1) == z.argsort(axis=1)).all()
    assert np.allclose(tempered(z, 1).sum(axis=1), 1)


def test_near_zero_temperature_writes_the_likeliest():
    rng = np.random.default_rng(0)
    assert write(demo.MODEL, "demo", "d", 30, rng, 1e-4) == write(demo.MODEL, "demo", "d", 30)
    with pytest.raises(ValueError, match="temperature: got 0"):
        write(demo.MODEL, "demo", "d", 3, rng, 0)


def test_the_graphs_task_can_be_met_and_moves_the_letter_after_d_too():
    found = [
        probabilities_of_m(with_weight(demo.MODEL, e, v)) for e in ENTRIES for v in (MOST, -MOST)
    ]
    reached = [pair for pair in found if pair[1] > 0.5]
    assert reached
    assert all(after_d > probabilities_of_m(demo.MODEL)[0] for after_d, _ in reached)


def test_the_derived_data_say_what_the_chapter_says():
    runs = torch_reader.reading()
    ends = [run["curve"][-1] for run in runs]
    assert len(runs) == 5
    assert (round(min(ends), 2), round(max(ends), 2)) == (5.15, 5.24)
    assert all(0.63 < abs(run["correlation"]) < 0.715 for run in runs)
    assert [round(x, 2) for x in runs[0]["e"][:3]] == [-0.93, -0.20, 0.99]


def test_one_seed_of_the_derived_data_is_what_the_command_makes():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        curve, states = torch_reader.read(1, updates=200)
    finally:
        torch.set_num_threads(before)
    assert np.allclose(curve, torch_reader.reading()[1]["curve"][:2], rtol=0, atol=1e-3)
    assert states.shape == (len(torch_reader.held_out()), 64)


def test_letters_are_counted_from_the_beginning_of_a_word():
    codes = encode("a word, so", LETTERS)
    assert torch_reader.letters_read(codes).tolist() == [1, 0, 1, 2, 3, 4, 0, 0, 1, 2]


def test_the_counting_unit_is_the_one_that_counts():
    codes = torch_reader.held_out()[:400]
    rng = np.random.default_rng(0)
    count = torch_reader.letters_read(codes)
    states = rng.normal(size=(400, 5))
    states[:, 3] = -count + 0.1 * rng.normal(size=400)
    unit, correlation = torch_reader.counting_unit(states, codes)
    assert unit == 3
    assert correlation < -0.9


def test_learned_keeps_every_tenth_loss_and_the_last_and_starts_at_the_untrained_one():
    losses = learned("deem", seed=3, units=3, steps=21)
    assert len(losses) == 4  # of updates 0, 10, 20, and the last once more
    model = random_model(np.random.default_rng(3), 3, 3, 3)
    assert losses[0] == pytest.approx(loss_of(model, "deem" * 4 + "d", "dem"), abs=1e-12)
    assert losses[0] > losses[-1] == losses[-2]
    W_hh = 0 * model.cell.W_hh
    without = learned("deem", seed=3, units=3, recurrent=False, steps=1)
    model = model._replace(cell=model.cell._replace(W_hh=W_hh))
    assert without[0] == pytest.approx(loss_of(model, "deem" * 4 + "d", "dem"), abs=1e-12)
