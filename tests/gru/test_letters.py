"""The letters: the glow is the gradient, the record comes out again, its numbers are as told."""

import numpy as np
import pytest
import torch

from unrolled.core.gradcheck import finite_difference
from unrolled.core.text import LETTERS, one_hot, prose
from unrolled.core.tree import tree_leaves, tree_map
from unrolled.gru import letters
from unrolled.gru.letters import CELLS, SENTENCE, jacobians_to_inputs, letters_with
from unrolled.gru.looking_back import agreement, medians, reaches
from unrolled.training import learner

XS = one_hot(SENTENCE, LETTERS)
RECORD = letters.loaded()


def spelled_step(name, p, x, h, c):
    """One step of each cell, written out in tensors."""
    gates = p._asdict().items() if name == "LSTM" else ()
    sums = {gate: g.W_x @ x + g.W_h @ h + g.b for gate, g in gates}
    if name == "Elman":
        return torch.tanh(p.W_hx @ x + p.W_hh @ h + p.b_h), c
    if name == "GRU":
        u = torch.sigmoid(p.u.W_x @ x + p.u.W_h @ h + p.u.b)
        r = torch.sigmoid(p.r.W_x @ x + p.r.W_h @ h + p.r.b)
        new = torch.tanh(p.h.W_x @ x + p.h.W_h @ (r * h) + p.h.b)
        return (1 - u) * h + u * new, c
    i, f, o = (torch.sigmoid(sums[gate]) for gate in "ifo")
    cell = f * c[0] + i * torch.tanh(sums["c"])
    return o * torch.tanh(cell), [cell]


def spelled(name, model, xs):
    """ŷ_T of these letters."""
    n_h = model.readout.W_yh.shape[1]
    h = torch.zeros(n_h, dtype=torch.float64)
    c = [h] if name == "LSTM" else []
    for x in xs:
        h, c = spelled_step(name, model.cell, x, h, c)
    return torch.softmax(model.readout.W_yh @ h + model.readout.b_y, dim=0)


@pytest.mark.parametrize("name", CELLS)
def test_the_jacobians_are_those_of_torch_and_of_finite_differences(name):
    model = letters.kept_weights(name)
    at = 28
    found = jacobians_to_inputs(CELLS[name], model, XS[:at])
    tensors = tree_map(torch.from_numpy, model)
    x = torch.from_numpy(XS[:at].copy())
    wanted = torch.autograd.functional.jacobian(lambda xs: spelled(name, tensors, xs), x)
    assert np.abs(found - wanted.numpy().transpose(1, 0, 2)).max() < 1e-11
    t, letter = at - 2, LETTERS.index("n")

    def moved(value):
        """ŷ of one letter, where x of another is moved by a little."""
        xs = XS[:at].copy()
        xs[t] += value
        return letters._probabilities(CELLS[name], model, xs)[-1, letter]

    slope = finite_difference(moved, np.zeros(XS.shape[1]))
    assert found[t, letter] == pytest.approx(slope, abs=1e-6)


@pytest.mark.parametrize("name", CELLS)
def test_the_record_comes_out_of_the_kept_weights_again(name):
    model, record = letters.kept_weights(name), RECORD["sentence"][name]
    glows, swaps = letters.read(record["glow"]), letters.read(record["swap"])
    for at in (1, 17, 38, 50):
        part = slice(at * (at - 1) // 2, at * (at + 1) // 2)
        again = letters.glow(CELLS[name], model, XS[:at])
        assert glows[part] == pytest.approx(np.maximum(again, 1e-6), rel=3e-3)
        moved = letters.swapped(CELLS[name], model, XS[:at])[-1]
        assert swaps[part] == pytest.approx(np.maximum(moved, 1e-6), rel=3e-3)
    y = letters._probabilities(CELLS[name], model, XS)
    best = np.sort(y, axis=-1)[:, :-4:-1]
    assert letters.read(record["chance"]) == pytest.approx(best.ravel(), rel=3e-3)
    codes = [LETTERS.index(letter) for letter in record["next"][::3]]
    assert codes == y.argmax(axis=-1).tolist()


def test_the_glow_of_many_sequences_is_that_of_each():
    cell, model = CELLS["GRU"], letters.kept_weights("GRU")
    both = np.stack([XS[:9], XS[9:18]], axis=1)
    found = letters.glow(cell, model, both)
    for n in (0, 1):
        assert found[:, n] == pytest.approx(letters.glow(cell, model, both[:, n]), rel=1e-12)


def test_a_swap_is_counted_letter_by_letter():
    cell, model = CELLS["Elman"], letters.kept_weights("Elman")
    xs = XS[:5]
    right = letters._probabilities(cell, model, xs)[-1]
    changes = []
    for other in LETTERS:
        text = SENTENCE[:3] + other + SENTENCE[4]
        y = letters._probabilities(cell, model, one_hot(text, LETTERS))[-1]
        changes += [np.maximum(y - right, 0).sum()] if other != SENTENCE[3] else []
    assert letters.swapped(cell, model, xs)[4, 3] == pytest.approx(np.mean(changes), rel=1e-12)


def test_letters_with_a_share_of_the_glow():
    glows = np.array([1.0, 1.0, 2.0, 4.0])
    assert [int(letters_with(share, glows)) for share in (0.4, 0.5, 0.6, 0.99, 1)] == [
        1,
        1,
        2,
        4,
        4,
    ]
    assert letters_with(0.5, np.stack([glows, glows[::-1]], axis=1)).tolist() == [1, 3]


def test_the_first_letter_of_a_word_is_found():
    codes = np.array([[LETTERS.index(c) for c in text] for text in ("a tree", "at rat", "agates")])
    glows = np.zeros((6, 3))
    glows[2] = 1  # t of tree; the others are no word of four letters that has begun here
    assert letters.first_is_strongest(codes.T, glows) == 1
    assert letters.first_is_strongest(codes.T, glows[::-1]) == 0


def test_text_holds_numbers_to_a_quarter_of_a_percent(rng):
    numbers = 10 ** rng.uniform(-6, 2, 1000)
    assert letters.read(letters.written(numbers)) == pytest.approx(numbers, rel=2.5e-3)


def test_what_is_kept_of_the_weights_is_what_was_rounded():
    model = letters.kept_weights("LSTM")
    for a, b in zip(tree_leaves(model), tree_leaves(letters.rounded(model)), strict=True):
        assert np.array_equal(a, b)


def test_the_sentence_was_not_learned_from():
    cut = 9 * len(prose()) // 10
    assert SENTENCE not in prose()[: cut + len(SENTENCE)]
    assert SENTENCE in prose()[cut:]
    learned, held = letters.parted()
    assert len(learned) == cut
    assert len(held) == len(prose()) - cut


@pytest.mark.parametrize("name", CELLS)
def test_training_in_short_lowers_the_loss_of_held_out_text(name):
    n = len(LETTERS)
    begun = learner(np.random.default_rng(0), CELLS[name], n, letters.UNITS, n)
    first, later = (letters.reach(who, 4) for who in (begun, letters.trained(name, 0, 40)))
    assert later.loss < first.loss - 0.3
    assert 1 <= later.half <= later.most <= letters.STEPS


@pytest.mark.parametrize("name", CELLS)
def test_the_reach_of_seed_0_comes_out_of_the_kept_weights(name):
    """A tenth of the windows, and weights in 256ths: nearly so."""
    who = learner(np.random.default_rng(0), CELLS[name], len(LETTERS), letters.UNITS, len(LETTERS))
    again = letters.reach(who._replace(p=letters.kept_weights(name)), 40)
    stored = RECORD["reach"][name][0]
    assert again.loss == pytest.approx(stored["loss"], abs=0.15)
    assert again.half == pytest.approx(stored["half"], abs=1)
    assert again.most == pytest.approx(stored["most"], abs=3)


def test_the_numbers_that_closer_and_chapter_tell():
    found, each = medians(), reaches()
    assert [found[name]["half"] for name in CELLS] == [2, 3, 3]
    assert found["Elman"]["most"] < found["GRU"]["most"] - 3
    assert found["Elman"]["most"] < found["LSTM"]["most"] - 3
    assert max(each["Elman"]["most"]) < min(each["GRU"]["most"] + each["LSTM"]["most"])
    assert min(each["GRU"]["first"]) > 3 * max(each["Elman"]["first"] + each["LSTM"]["first"])
    assert {len(seeds) for of in each.values() for seeds in of.values()} == {5}
    assert agreement() > 0.9


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: letters.trained("RNN", 0), "name: got 'RNN', expected one of"),
        (lambda: letters.reach(None, 0), "windows: got 0"),
        (lambda: letters.glow(CELLS["GRU"], letters.kept_weights("GRU"), XS[0]), "xs: got shape"),
    ],
)
def test_what_does_not_fit_is_refused(unchecked, wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()
