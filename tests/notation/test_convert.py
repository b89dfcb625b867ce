"""Weights go to PyTorch and come back, and compute the same on both sides."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.gated import like, size
from tests.strategies import seeds, sizes, steps
from unrolled.attention.heads import random_heads
from unrolled.core.gradcheck import largest_gap
from unrolled.core.tree import tree_leaves
from unrolled.core.unroll import unroll
from unrolled.gru.after import ResetAfter
from unrolled.gru.cell import random_gru
from unrolled.notation.convert import from_torch, to_torch
from unrolled.notation.parity import KINDS, fitting_orders, parity, shown
from unrolled.transformer.block import random_block

each = pytest.mark.parametrize("kind", KINDS)


@each
@given(n_x=sizes, n_h=sizes, seed=seeds)
def test_there_and_back_is_the_same_to_the_last_bit(kind, n_x, n_h, seed):
    rng = np.random.default_rng(seed)
    p = like(rng, KINDS[kind].weights(rng, n_x, n_h))
    back = from_torch(to_torch(p))
    assert type(back) is type(p)
    assert all(map(np.array_equal, tree_leaves(back), tree_leaves(p)))


@each
@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds, wide=st.sampled_from(["float32", "float64"]))
def test_a_module_of_pytorchs_computes_the_same_here(kind, T, n_x, n_h, seed, wide):
    """Also one of single precision, whose weights are taken as they are."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed % 2**31)
    net = getattr(torch.nn, kind)(n_x, n_h, dtype=getattr(torch, wide))
    xs = rng.normal(size=(T, 3, n_x))
    h0 = KINDS[kind].start(rng.uniform(-1, 1, (3, n_h)))
    states, _ = unroll(KINDS[kind].cell, from_torch(net), xs, h0)
    with torch.no_grad():
        theirs = shown(net.double(), xs, h0).numpy()
    assert largest_gap(tree_leaves(states)[0], theirs) < 1e-13 * size(theirs)


@each
@given(T=steps, n_x=sizes, n_h=sizes, seed=seeds)
def test_both_sides_have_the_same_gradients(kind, T, n_x, n_h, seed):
    gaps = parity(kind, np.random.default_rng(seed), n_x, n_h, T, B=2)
    assert gaps.back == 0
    assert gaps.states < 1e-13
    assert gaps.gradients < 1e-11


def test_the_order_of_the_rows_is_the_only_one_that_fits():
    """i, f, g, o of 24 orders, and r, z, n of six: no other is even near."""
    for kind, blocks in (("LSTM", 4), ("GRU", 3)):
        assert fitting_orders(kind, 0.01) == fitting_orders(kind) == [tuple(range(blocks))]


def test_what_pytorch_has_not_got_is_refused_by_name(unchecked):
    rng = np.random.default_rng(0)
    p = random_gru(rng, 2, 3)
    for call, says in (
        (
            lambda: to_torch(p),
            "p: got a GRU with the reset before the product, expected ResetAfter",
        ),
        (lambda: to_torch(p.u), r"p: got Gate\(W_x, W_h, b\), expected RNN, LSTM, ResetAfter, Mul"),
        (lambda: to_torch(ResetAfter(p, np.zeros(2))), r"b_reset: got shape \(2,\)"),
        (
            lambda: from_torch(torch.nn.Linear(2, 3)),
            "module: got Linear, expected one of torch.nn.RNN",
        ),
        (lambda: from_torch(torch.nn.LSTM(2, 3, num_layers=2)), "net: got LSTM.*one layer"),
        (lambda: from_torch(torch.nn.GRU(2, 3, bidirectional=True)), "net: got GRU.*one direction"),
        (lambda: from_torch(torch.nn.LSTM(2, 3, proj_size=1)), "net: got LSTM.*no projection"),
        (lambda: from_torch(torch.nn.RNN(2, 3, nonlinearity="relu")), "net: got RNN.*tanh"),
    ):
        with pytest.raises(ValueError, match=says):
            call()


@each
def test_without_biases_they_are_zero(kind):
    torch.manual_seed(0)
    net = getattr(torch.nn, kind)(2, 3, bias=False, dtype=torch.float64)
    rng = np.random.default_rng(0)
    xs = rng.normal(size=(4, 2, 2))
    h0 = KINDS[kind].start(rng.uniform(-1, 1, (2, 3)))
    states = tree_leaves(unroll(KINDS[kind].cell, from_torch(net), xs, h0)[0])[0]
    assert largest_gap(states, shown(net, xs, h0).detach().numpy()) < 1e-14


@given(n_H=sizes, d_k=sizes, d_ff=sizes, seed=seeds)
def test_heads_and_blocks_go_there_and_back_to_the_last_bit(n_H, d_k, d_ff, seed):
    rng = np.random.default_rng(seed)
    p = like(rng, random_block(rng, n_H, n_H * d_k, d_ff))
    for weights in (p, p.heads):
        back = from_torch(to_torch(weights))
        assert type(back) is type(weights)
        assert all(map(np.array_equal, tree_leaves(back), tree_leaves(weights)))


def test_heads_that_pytorch_has_not_got_are_refused(unchecked):
    p = random_heads(np.random.default_rng(0), 2, 4, d_k=3)
    with pytest.raises(ValueError, match="d_k = 3 and d_v = 3, expected d/n_H = 4/2"):
        to_torch(p)
    net = torch.nn.MultiheadAttention(4, 2, add_bias_kv=True)
    with pytest.raises(ValueError, match="net: got a key of its own"):
        from_torch(net)


@each
def test_what_holds_no_numbers_is_refused_and_any_float_type_is_read(kind, unchecked):
    net = getattr(torch.nn, kind)(2, 3)
    half = getattr(torch.nn, kind)(2, 3, dtype=torch.bfloat16)
    assert tree_leaves(from_torch(half))[0].dtype == float
    with torch.no_grad():
        net.weight_hh_l0[0, 0] = torch.nan
    empty = getattr(torch.nn, kind)(2, 3, device="meta")
    for module, says in ((net, "weight_hh_l0: got nan"), (empty, "without numbers")):
        with pytest.raises(ValueError, match=says):
            from_torch(module)
