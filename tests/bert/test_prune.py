"""Heads of the real encoder taken out: that they are out, and that the data come out again."""

import numpy as np
import pytest

from unrolled.bert import prune
from unrolled.bert.minilm import minilm
from unrolled.bert.model import look, sentences

DATA = prune.measured()
SHAPE = 6, 12


@pytest.fixture(scope="module")
def model():
    return minilm()


@pytest.fixture(scope="module")
def usual(model):
    return prune.means(model, list(prune.LOOKED))


def test_without_no_head_the_model_is_the_same(model, usual):
    same = prune.without(model, np.zeros(SHAPE, dtype=bool), usual)
    texts = prune.TEXTS[:4]
    assert np.array_equal(sentences(same, texts), sentences(model, texts))


def test_a_head_that_is_out_gives_every_token_its_mean(model, usual):
    out = np.zeros(SHAPE, dtype=bool)
    out[0, 2] = True
    pruned = prune.without(model, out, usual)
    heads = slice(2 * 32, 3 * 32)
    X = look(model, prune.TEXTS[0]).states[0]
    p, q = model.blocks[0].heads, pruned.blocks[0].heads
    V = X @ p.W_V[2].T + p.b_V[2]
    Z = np.zeros((len(X), 384), dtype=X.dtype)
    Z[:, heads] = look(model, prune.TEXTS[0]).weights[0][2] @ V
    gone = Z @ p.W_O.T - (usual[0] * (np.arange(384) // 32 == 2)) @ p.W_O.T
    with_it, without_it = (Z @ h.W_O.T + h.b_O for h in (p, q))
    assert np.abs(with_it - gone - without_it).max() < 1e-5
    assert np.array_equal(pruned.blocks[1].heads.W_O, model.blocks[1].heads.W_O)
    assert np.array_equal(pruned.blocks[1].heads.b_O, model.blocks[1].heads.b_O)


def test_means_are_over_the_tokens_of_all_texts(model):
    texts = prune.TEXTS[:3]
    Z = []
    for text in texts:
        seen = look(model, text)
        p = model.blocks[1].heads
        V = np.einsum("hkd,nd->hnk", p.W_V, seen.states[1]) + p.b_V[:, None]
        Z.append(np.einsum("hnm,hmk->nhk", seen.weights[1], V).reshape(len(seen.tokens), -1))
    wanted = np.concatenate(Z).mean(axis=0)
    assert np.abs(prune.means(model, texts)[1] - wanted).max() < 1e-5


def test_a_partner_is_the_row_beside():
    rows = np.array([[1, 0.1], [1, 0], [0, 1], [0.1, 1]])
    assert prune.partners(rows) == 1
    assert prune.partners(rows[[0, 2, 1, 3]]) == 0


def test_ranks_agree_whatever_the_numbers():
    a = np.array([0.1, 5, 2, 3])
    assert prune.rank_agreement(a, np.exp(a)) == pytest.approx(1)
    assert prune.rank_agreement(a, -a) == pytest.approx(-1)


def test_pieces_of_the_data_come_out_again(model, usual):
    whole = sentences(model, prune.TEXTS)
    for k in (0, 37, DATA["order"][-1]):
        out = (np.arange(72) == k).reshape(SHAPE)
        again = prune.compared(whole, sentences(prune.without(model, out, usual), prune.TEXTS))
        assert again == pytest.approx(DATA["alone"][k], abs=2e-3), k
    counts = [0, 36, 72]
    for name, order in (("least first", DATA["order"]), ("most first", DATA["order"][::-1])):
        again = prune.in_order(model, usual, order, counts)
        for part, values in again.items():
            assert values == pytest.approx([DATA[name][part][n // 3] for n in counts], abs=0.03), (
                part
            )
    again = prune.in_order(model, usual, prune.random_order(2, 72), [24])
    assert again["cosine"][0] == pytest.approx(DATA["random"][2]["cosine"][8], abs=2e-3)


def test_the_data_are_whole():
    assert sorted(DATA["order"]) == list(range(72))
    looked = np.array(DATA["looked"])[DATA["order"]]
    assert (np.diff(looked) <= 0).all()
    assert len(DATA["alone"]) == 72
    curves = [DATA["least first"], DATA["most first"], *DATA["random"]]
    assert len(curves) == 7
    for curve in curves:
        assert {len(values) for values in curve.values()} == {25}
        assert curve["cosine"][0] == curve["ranks"][0] == 1
        assert curve["task"][0] == curves[0]["task"][0]
        assert curve["task"][-1] == curves[0]["task"][-1]
