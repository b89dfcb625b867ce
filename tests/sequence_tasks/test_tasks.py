"""The chapter's tasks: rules worked by hand, one seed of each experiment recomputed, baselines."""

import numpy as np
import pytest

from tests.gated import like
from unrolled.core.tree import ravel
from unrolled.gru.after import AFTER
from unrolled.lstm.cell import CELL as LSTM
from unrolled.rnn.cell import CELL as RNN
from unrolled.sequence_tasks import deeper, number_names, reviews, silent_e
from unrolled.sequence_tasks.torch_twin import task_gradient
from unrolled.training import learner, loss_and_gradient


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        ("hope", ["as ever", "long", "as ever", "silent"]),
        ("hop", ["as ever"] * 3),
        ("city", ["soft", "as ever", "as ever", "as ever"]),
        ("cat", ["as ever"] * 3),
        ("cage", ["as ever", "long", "soft", "silent"]),
        ("moped", ["as ever"] * 5),
        ("the", ["as ever", "as ever", "silent"]),
    ],
)
def test_how_words_are_said(word, kinds):
    assert [silent_e.KINDS[k] for k in silent_e.said(f" {word} ")[1:-1]] == kinds


def test_targets_wait():
    due, counts = silent_e.delayed(np.array([1, 2, 3, 4]), 2)
    assert due.tolist() == [0, 0, 1, 2]
    assert counts.tolist() == [False, False, True, True]


@pytest.mark.parametrize(
    ("n", "name"),
    [
        (0, "zero"), (7, "seven"), (20, "twenty"), (28, "twenty-eight"), (100, "one hundred"),
        (206, "two hundred and six"), (813, "eight hundred and thirteen"),
        (999, "nine hundred and ninety-nine"),
    ],
)  # fmt: skip
def test_names_of_numbers(n, name):
    assert number_names.name_of(n) == name


def test_names_fit_the_alphabet_and_differ():
    names = [number_names.name_of(n) for n in range(1000)]
    assert set("".join(names)) | {number_names.STOP} == set(number_names.ALPHABET)
    assert len(set(names)) == 1000
    assert max(map(len, names)) == number_names.LONGEST


@pytest.mark.parametrize("cell", [RNN, LSTM, AFTER], ids=["RNN", "LSTM", "GRU"])
@pytest.mark.parametrize("ns", [[813], [7, 813, 20]], ids=["alone", "padded"])
def test_loss_and_every_gradient_of_writing_names_are_those_of_pytorch(cell, ns):
    task = number_names.written_out(ns, [number_names.name_of(n) for n in ns])
    assert task.observed.all() == (len(ns) == 1)
    rng = np.random.default_rng(len(ns))
    p = like(rng, learner(rng, cell, task.xs.shape[-1], 4, task.ys.shape[-1]).p)
    loss, gradient, _ = loss_and_gradient(p, task.xs, task.ys, cell=cell, observed=task.observed)
    theirs, wanted = task_gradient(p, task)
    assert abs(loss - theirs) < 1e-12
    assert np.allclose(ravel(gradient), ravel(wanted), rtol=0, atol=1e-12)


def test_numbers_for_the_test_are_never_trained_on():
    known, held = number_names.parted()
    assert sorted([*known, *held]) == list(range(1000))


def test_a_review_is_good_when_praise_is_not_denied():
    for seed in range(50):
        words, good = reviews.write_review(np.random.default_rng(seed), 4, 2)
        assert len(words) == 4 * reviews.SENTENCE
        praised = bool(set(words) & set(reviews.GOOD))
        assert good == (praised != ("not" in words))


def test_one_seed_of_each_experiment_is_what_the_file_says():
    assert silent_e.measure(1, 0) == silent_e.loaded()["1"][0]
    feeding = number_names.loaded()["feeding"]["Elman, 250 updates"][0]
    assert number_names.compare_feeding(number_names.ELMAN, 0, 250) == feeding
    assert round(deeper.recall(2, 0)[1], 4) == deeper.loaded()["recalled"]["2"][0]
    found = reviews.loaded()["Elman"]["last state"]["4"][0]
    assert reviews.measure("Elman", "last state", 4, 0) == found


def test_every_task_beats_its_baseline():
    found = silent_e.loaded()
    said = silent_e.said(silent_e.parted()[1])
    shares = [(said == kind).mean() for kind in range(len(silent_e.KINDS))]
    for delay in ("3", "both"):  # all letters together, against calling each "as ever"
        right = [np.dot([one[kind] for kind in silent_e.KINDS], shares) for one in found[delay]]
        assert min(right) > max(shares) == shares[0]
    whole = [one["whole"] for one in number_names.loaded()["feeding"]["GRU"]]
    assert min(whole) > 0.9
    assert max(deeper.loaded()["perplexity"]["2"]) < 5.15  # the chapter on recurrent networks
    short = reviews.loaded()["GRU"]
    assert min(min(by_length["4"]) for by_length in short.values()) > 0.95


def test_what_is_not_there_is_told():
    with pytest.raises(ValueError, match="cell_name"):
        reviews.train_reader("LSTM", "last state", 4, 0)
    with pytest.raises(ValueError, match="reading"):
        reviews.train_reader("GRU", "first state", 4, 0)
    with pytest.raises(ValueError, match="n: got 1000"):
        number_names.name_of(1000)
    with pytest.raises(ValueError, match="layers"):
        deeper.deep(4, 0, 3, 3)
